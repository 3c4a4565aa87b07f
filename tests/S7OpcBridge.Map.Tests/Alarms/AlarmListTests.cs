using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.Map.AlarmCompiling;
using S7OpcBridge.S7;
using S7OpcBridge.Testing;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests.Alarms;

/// <summary>Alarms that stand in files as TIA Portal, WinCC and WinCC flexible export them.</summary>
public sealed class AlarmListTests
{
    private const string Classes = "alarms: { classes: { Errors: { severity: 800 }, Warnings: { severity: 300, ack: false } } }\n";
    private const string Word = "- { name: Faults, address: DB11.DBW0, type: Word, alarms: alarms.xlsx }";

    private static readonly string[] Comfort =
    [
        "ID",
        "Name",
        "Alarm text [en-US], Alarm text",
        "Alarm text [de-DE], Alarm text",
        "FieldInfo [Alarm text]",
        "Class",
        "Trigger tag",
        "Trigger bit",
        "Acknowledgement tag",
        "Acknowledgement bit",
        "PLC acknowledgement tag",
        "PLC acknowledgement bit",
        "Group",
        "Report",
        "Info text [en-US], Info text",
    ];

    [Test]
    public void Discrete_alarms_of_Comfort_are_the_bits_of_a_word()
    {
        var alarms = AlarmsOf(
            Word,
            Xlsx.Of(
                "DiscreteAlarms",
                Comfort,
                [
                    "1",
                    "A1",
                    "Door open",
                    "Tür offen",
                    "",
                    "Errors",
                    "Faults",
                    "0",
                    "<No value>",
                    "0",
                    "<No value>",
                    "0",
                    "<No value>",
                    "False",
                    "<No value>",
                ],
                ["2", "A2", "Overload", "<No value>", "", "Warnings", "Faults", "15", "", "", "", "", "", "", ""],
                ["3", "A3", "Elsewhere", "", "", "Errors", "Other", "3", "", "", "", "", "", "", ""]
            )
        );
        Assert.That(
            alarms.Select(alarm => $"{alarm.Id} {((BitAlarm)alarm).Bit} {alarm.Class.Name}"),
            Is.EqualTo(new[] { "0 0 Errors", "15 15 Warnings" })
        );
        Assert.That(alarms[0].Text.Languages, Is.EqualTo(new LocalText[] { new("en-US", "Door open"), new("de-DE", "Tür offen") }));
        Assert.That(alarms[1].Text.Languages, Is.EqualTo(new LocalText[] { new("en-US", "Overload") }));
    }

    [Test]
    public void German_headings_and_those_of_Unified_are_known()
    {
        var german = AlarmsOf(
            Word,
            Xlsx.Of(
                "DiscreteAlarms",
                ["ID", "Name", "Event text [de-DE], Alarm text", "FieldInfo [Alarm text]", "Klasse", "Triggervariable", "Triggerbit"],
                ["1", "A1", "Tür offen", "", "Errors", "Faults", "3"]
            )
        );
        Assert.That(german.Single().Text.Languages.Single(), Is.EqualTo(new LocalText("de-DE", "Tür offen")));
        var unified = AlarmsOf(
            Word,
            Xlsx.Of(
                "DiscreteAlarms",
                [
                    "ID",
                    "Name",
                    "Alarm text [en-US], Alarm text 1",
                    "FieldInfo [Alarm text 1]",
                    "Class",
                    "Trigger tag",
                    "Trigger bit",
                    "Trigger mode",
                    "Priority",
                    "Additional text 1 [en-US], Alarm text 2",
                    "FieldInfo [Alarm text 2]",
                ],
                ["1", "A1", "Door open", "", "Errors", "Faults", "3", "On falling edge", "12", "more", ""]
            )
        );
        Assert.That(unified.Single().Text.Languages.Single().Text, Is.EqualTo("Door open"));
        Assert.That(((BitAlarm)unified.Single()).When, Is.False);
    }

    [Test]
    public void Analog_alarms_are_limits_of_a_number()
    {
        var alarms = AlarmsOf(
            "- { name: Tank/Level, address: DB1.DBD0, type: Real, alarms: alarms.xlsx }",
            Xlsx.Of(
                "AnalogAlarms",
                [
                    "ID",
                    "Name",
                    "Alarm text [en-US], Alarm text",
                    "Class",
                    "Trigger tag",
                    "Limit",
                    "Limit mode",
                    "Delay time",
                    "Delay time unit",
                    "Hysteresis mode",
                    "Hysteresis",
                    "Hysteresis in percentage",
                ],
                ["7", "L1", "Too full", "Warnings", "Tank_Level", "90,5", "Higher", "2", "s", "On incoming", "10", "True"],
                ["8", "L2", "Empty", "Errors", "Tank_Level", "5", "Lower", "0", "s", "Off", "1", "False"]
            )
        );
        Assert.That(
            alarms[0],
            Is.EqualTo(
                new LevelAlarm
                {
                    Id = "7",
                    Class = new AlarmClass("Warnings", 300, Acknowledge: false),
                    Text = new AlarmText([new LocalText("en-US", "Too full")], []),
                    High = 90.5,
                    Hysteresis = 9.05,
                    Delay = TimeSpan.FromSeconds(2),
                }
            )
        );
        Assert.That(((LevelAlarm)alarms[1]).Low, Is.EqualTo(5));
        Assert.That(((LevelAlarm)alarms[1]).Hysteresis, Is.Zero);
    }

    [Test]
    public void WinCC_flexible_exports_UTF_16_with_tabs_and_one_cell_per_language()
    {
        const string Text =
            "// WinCC flexible 2008 SP5 Advanced\r\n// Automatically generated alarm export file.\r\n\r\n//Alarm type\tAlarm number\r\n"
            + "\"D\"\t\"4\"\t\"Errors\"\t\"Faults\"\t\"3\"\t\"Acks\"\t\"8\"\t\"\"\t\"\"\t\"\"\t\"0\"\t\"de-DE=Tür <field ref=\"\"0\"\" />\"\t\"en-US=Door\"\t"
            + "\"de-DE=<ref id = 0; type = AlarmTag; Tag = Level; DisplayType = Decimal;>\"\t\"en-US=\"\t\"de-DE=Info\"\t\"en-US=Help\"\r\n"
            + "\"A\"\t\"5\"\t\"Errors\"\t\"Level\"\t\"3\"\r\n";
        var alarms = AlarmsOf(
            """
            - { name: Faults, address: DB11.DBW0, type: Word, alarms: alarms.xlsx }
            - { name: Acks, address: DB11.DBW2, type: Word }
            - { name: Level, address: DB11.DBW4, type: Int }
            """,
            [0xFF, 0xFE, .. Encoding.Unicode.GetBytes(Text)],
            "alarms.xlsx:6:1: warning: analog alarms of WinCC flexible are left out; write 'alarm' with the limits at the tag"
        );
        Assert.That(alarms.Single().Text.Languages, Is.EqualTo(new LocalText[] { new("de-DE", "Tür {0}"), new("en-US", "Door") }));
        Assert.That(alarms.Single().Text.Fields.Single().Path, Is.EqualTo("Level"));
        // Bit 8 of the word at byte 2 is bit 0 of byte 2.
        Assert.That(alarms.Single().AcknowledgeTag, Is.EqualTo("_Acknowledge/DB11.DBX2.0"));
    }

    [Test]
    public void A_plain_table_needs_only_bit_and_text()
    {
        var alarms = AlarmsOf(Word, Encoding.UTF8.GetBytes("bit;text;text [de]\n0;Door open;Tür offen\n1;Overload;\n"));
        Assert.That(alarms.Select(alarm => alarm.Text.Languages.Length), Is.EqualTo(new[] { 2, 1 }));
        Assert.That(alarms[0].Class, Is.EqualTo(AlarmClass.Default));
    }

    [Test]
    public void Class_delay_and_trigger_of_the_map_win()
    {
        var alarms = AlarmsOf(
            "- { name: W, address: DB1.DBW0, type: Word, alarms: { file: alarms.xlsx, trigger: Faults, class: Warnings, delay: 1s } }",
            Encoding.UTF8.GetBytes("Class;Trigger tag;Trigger bit;text\nUnknown;Faults;3;x\nErrors;Others;4;y\n")
        );
        Assert.That(
            (alarms.Single().Id, alarms.Single().Class.Name, alarms.Single().Delay),
            Is.EqualTo(("3", "Warnings", TimeSpan.FromSeconds(1)))
        );
    }

    [TestCase(2, 0, "DB1.DBX11.0")]
    [TestCase(2, 7, "DB1.DBX11.7")]
    [TestCase(2, 8, "DB1.DBX10.0")]
    [TestCase(2, 15, "DB1.DBX10.7")]
    [TestCase(2, 16, "DB1.DBX13.0")]
    [TestCase(2, 31, "DB1.DBX12.7")]
    [TestCase(1, 17, "DB1.DBX12.1")]
    [TestCase(4, 0, "DB1.DBX13.0")]
    [TestCase(4, 31, "DB1.DBX10.7")]
    public void Bits_are_counted_from_the_second_byte_of_a_word_over_the_whole_array(int elementBytes, int bit, string expected)
    {
        Assert.That(S7Address.TryParse("DB1.DBW10", out var address, out _, out _));
        Assert.That(AlarmBits.BitOf(address, elementBytes, bit).ToString(), Is.EqualTo(expected));
    }

    private const string Head = "ID;text;Class;Trigger tag;Trigger bit\n";

    [TestCase(Head + "1;x;Faults;Faults;3\n", "alarms.xlsx:2:1: error: there is no class of alarms 'Faults'; add it to the map")]
    [TestCase(Head + "1;x;Errors;Faults;x\n", "alarms.xlsx:2:1: error: the trigger bit 'x' is not a whole number from 0 on")]
    [TestCase(Head + "1;x;Errors;Faults;16\n", "alarms.xlsx:2:1: error: the trigger bit 16 is outside of 'Faults', which has 16 bits")]
    [TestCase(Head + "1;x;Errors;Faults;3\n2;y;Errors;Faults;3\n", "alarms.xlsx:3:1: error: bit 3 of 'Faults' is in the list twice")]
    [TestCase(
        "text;Trigger tag;Trigger bit\nx;Faults1;3\ny;Other;1\n",
        "no alarm in 'alarms.xlsx' has the trigger tag 'Faults'; did you mean 'Faults1'?"
    )]
    [TestCase(
        "text;Trigger tag;Trigger bit;FieldInfo\nx <field ref=\"1\" />;Faults;3;\"<ref id = 1; Tag = No;>\"\n",
        "the value of 'No' is left out of the texts"
    )]
    [TestCase(
        "text;Trigger tag;Trigger bit;PLC acknowledgement tag\nx;Faults;3;No\n",
        "the acknowledgement by 'No' is left out: 'Line1' has no tag"
    )]
    [TestCase("name;address\nx;M0.0\n", "'alarms.xlsx' has no list of alarms; name a file that TIA Portal")]
    [TestCase("text;bit\n", "warning: 'alarms.xlsx' has no alarms in it")]
    public void What_is_wrong_with_a_list_is_said_with_its_row(string list, string message)
    {
        using var map = new MapText().With("map.yaml", Classes + MapText.WithTags(Word)).With("alarms.xlsx", list);
        Assert.That(map.Load().Findings, Has.Some.Contains(message));
    }

    [TestCase("- { name: A, address: DB1.DBB0, type: String(8), alarms: alarms.csv }", "'alarms' is not possible for String[8]")]
    [TestCase(
        "- { name: A, address: DB1.DBD0, type: Real, alarms: alarms.csv }",
        "alarms.csv:2:1: error: the alarm is triggered by bit 3, and 'A' is Real"
    )]
    [TestCase("- { name: A, address: DB1.DBW0, type: Word, alarms: missing.csv }", "map.yaml:10:59: error: there is no file 'missing.csv'")]
    [TestCase(
        "- { name: A, address: DB1.DBW0, type: Word, alarms: { file: alarms.csv, trigger: B } }",
        "has the trigger tag 'B'; it has A;"
    )]
    public void What_is_wrong_with_a_tag_is_said(string tag, string message)
    {
        using var map = new MapText()
            .With("map.yaml", Classes + MapText.WithTags(tag))
            .With("alarms.csv", "text;Trigger tag;Trigger bit\nx;A;3\n");
        Assert.That(map.Load().Findings, Has.Some.Contains(message));
    }

    [Test]
    public void A_broken_workbook_is_a_finding()
    {
        using var map = new MapText()
            .With("map.yaml", Classes + MapText.WithTags(Word))
            .WithBytes("alarms.xlsx", [(byte)'P', (byte)'K', 3, 4, 1, 2, 3]);
        Assert.That(map.Load().Findings.Single(), Does.Contain("'alarms.xlsx' has no list of alarms"));
    }

    [FsCheck.NUnit.Property(MaxTest = 200)]
    public bool Any_text_is_a_list_or_a_finding(string text)
    {
        using var map = new MapText()
            .With("map.yaml", Classes + MapText.WithTags(Word))
            .With("alarms.xlsx", "bit;text;class;trigger tag\n" + text);
        var (loaded, findings) = map.Load();
        return loaded is not null || findings.Length > 0;
    }

    private static IReadOnlyList<TagAlarm> AlarmsOf(string tags, byte[] list, params string[] findings)
    {
        using var map = new MapText().With("map.yaml", Classes + MapText.WithTags(tags)).WithBytes("alarms.xlsx", list);
        var (loaded, found) = map.Load();
        Assert.That(found, Is.EqualTo(findings));
        return loaded!.Tags.Tags[0].Details!.Alarms!.All;
    }
}
