using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Import.Tests.Hmi;

public sealed class HmiAlarmTests
{
    private static readonly ImportOptions Options = new() { Host = "192.168.0.10" };
    private static readonly string[] TagHeadings =
    [
        "Name",
        "Path",
        "Connection",
        "PLC tag",
        "DataType",
        "Length",
        "Access Method",
        "Address",
    ];

    internal static readonly (string, string[][])[] Alarms =
    [
        (
            "DiscreteAlarms",
            [
                ["ID", "Name", "Event text [en-US], Event text", "FieldInfo", "Class", "Trigger tag", "Trigger bit"],
                ["1", "A1", "Door open", "", "Errors", "Faults", "0"],
                ["2", "A2", "Overload", "", "Errors", "Faults", "1"],
                ["3", "A3", "Gone", "", "Errors", "Missing", "1"],
            ]
        ),
        (
            "AnalogAlarms",
            [
                ["ID", "Name", "Event text [en-US], Event text", "Class", "Trigger tag", "Limit", "Limit mode"],
                ["1", "L1", "Too full", "Warnings", "Level", "90", "Higher"],
            ]
        ),
    ];

    [Test]
    public void Alarms_of_WinCC_become_alarms_of_the_tags_that_trigger_them()
    {
        var map = ImportedMap.Of(
            Options,
            ("HMIAlarms.xlsx", Xlsx.Of(Alarms)),
            (
                "HMITags.xlsx",
                Xlsx.Of(
                    "Hmi Tags",
                    TagHeadings,
                    ["Faults", "", "HMI_1", "", "Word", "2", "Absolute access", "%DB40.DBW2"],
                    ["Level", "", "HMI_1", "", "Int", "2", "Absolute access", "%DB40.DBW4"]
                )
            )
        );
        Assert.That(map.Tags.Select(tag => tag.Name), Is.EquivalentTo(new[] { "Faults", "Level" }));
        Assert.That(map.Result.Report.Sources[0].Format, Does.Contain("alarms"));
        Assert.That(map.Lines, Has.Some.StartsWith("Note HMIAlarms.xlsx").And.Some.Contains("4 alarms"));
        Assert.That(map.Lines, Has.Exactly(1).StartsWith("LeftOut").And.Some.Contains("Missing: it triggers 1 alarm"));
        Assert.That((map.Result.Report.Taken, map.Result.Report.LeftOut), Is.EqualTo((2, 1)));
        Assert.That(map.Result.Files.Select(file => file.Name), Is.EqualTo(new[] { "map.yaml", "map-alarms.csv" }));
        var bits = map["Faults"].Details!.Alarms!.All;
        Assert.That(
            bits.Select(alarm =>
                $"{alarm.Id} {alarm.Class.Name} {alarm.Severity} {alarm.Text.Languages[0].Locale} {alarm.Text.Languages[0].Text}"
            ),
            Is.EqualTo(new[] { "0 Errors 800 en-US Door open", "1 Errors 800 en-US Overload" })
        );
        var level = (LevelAlarm)map["Level"].Details!.Alarms!.All.Single();
        Assert.That((level.High, level.Class), Is.EqualTo((90d, new AlarmClass("Warnings", 400, Acknowledge: false))));
        Assert.That(map.Findings, Has.None.Contains("alarm"));
    }

    [Test]
    public void What_does_not_fit_a_tag_and_what_would_write_to_the_PLC_is_left_out_and_said()
    {
        var map = ImportedMap.Of(
            Options,
            (
                "alarms.csv",
                Encoding.UTF8.GetBytes(
                    "ID;Alarm text [de-DE];Class;Trigger tag;Trigger bit;Acknowledgement tag;Acknowledgement bit\n"
                        + "1;eins;Errors;Faults;0;Faults;3\n2;zwei;Errors;Faults;16;;\n3;drei;Errors;Faults;0;;\n"
                        + "4;vier;Errors;Faults;x;;\n5;fünf;Errors;Real;1;;\n"
                )
            ),
            (
                "HMITags.xlsx",
                Xlsx.Of(
                    "Hmi Tags",
                    TagHeadings,
                    ["Faults", "", "HMI_1", "", "Word", "2", "Absolute access", "%DB40.DBW2"],
                    ["Real", "", "HMI_1", "", "Real", "4", "Absolute access", "%DB40.DBD4"]
                )
            )
        );
        Assert.That(map["Faults"].Details!.Alarms!.All, Has.Length.EqualTo(1).And.All.Property("AcknowledgeTag").Null);
        Assert.That(map["Real"].Details?.Alarms, Is.Null);
        Assert.That(map.Lines, Has.Some.Contains("alarm 2: it is triggered by bit 16, and 'Faults' has 16 bits"));
        Assert.That(map.Lines, Has.Some.Contains("alarm 3: another alarm has bit 0 of 'Faults' already"));
        Assert.That(map.Lines, Has.Some.Contains("alarms.csv:5 an alarm: the trigger bit 'x' is not a whole number"));
        Assert.That(map.Lines, Has.Some.Contains("alarm 5: it is triggered by bit 1, and 'Real' is Real and has no single bits"));
        Assert.That(map.Lines, Has.Some.Contains("the bits that acknowledge its alarms are left out"));
    }

    [Test]
    public void An_HMI_tag_that_shows_a_tag_of_the_PLC_hands_its_alarms_on()
    {
        var map = ImportedMap.Of(
            Options,
            (
                "tags.xlsx",
                Xlsx.Of("PLC Tags", ["Name", "Path", "Data Type", "Logical Address", "Comment"], ["Word_1", "", "Word", "%MW20", ""])
            ),
            ("HMIAlarms.xlsx", Xlsx.Of(Alarms)),
            ("HMITags.xlsx", Xlsx.Of("Hmi Tags", TagHeadings, ["Faults", "", "HMI_1", "Word_1", "Word", "2", "Absolute access", "%MW20"]))
        );
        Assert.That(map["Word_1"].Details!.Alarms!.All, Has.Length.EqualTo(2));
    }

    [Test]
    public void Alarms_alone_name_each_trigger_tag_that_no_source_has()
    {
        var map = ImportedMap.Of(Options, ("HMIAlarms.xlsx", Xlsx.Of(Alarms)));
        Assert.That(map.Lines.Where(line => line.StartsWith("LeftOut")).Count(), Is.EqualTo(3));
        Assert.That(map.Result.Report.HasFailed, Is.False);
    }

    [Test]
    public void Alarms_as_CSV_and_of_Unified_are_recognised_by_their_headings()
    {
        var csv = ImportedMap.Of(
            "alarms.csv",
            "ID;Name;Alarm text [de-DE];Class;Trigger tag;Trigger bit\n1;A1;Tür offen;Errors;%DB5.DBW10;3\n"
        );
        Assert.That(csv.Place("DB5.DBW10"), Is.EqualTo("DB5.DBW10 Word"));
        Assert.That(csv.Lines, Has.Some.Contains("1 alarm"));
    }

    [Test]
    public void Alarms_of_WinCC_flexible_are_recognised_by_their_head()
    {
        const string Text =
            "// WinCC flexible 2008 SP5 Advanced\r\n// Automatically generated alarm export file.\r\n\r\n//Alarm type\tAlarm number\tAlarm class\tTrigger "
            + "tag\r\n\"D\"\t\"1\"\t\"Errors\"\t\"Faults\"\t\"3\"\t\"\"\t\"\"\t\"en-US=Door open\"\r\n";
        var map = ImportedMap.Of(Options, ("alarms.csv", [0xFF, 0xFE, .. Encoding.Unicode.GetBytes(Text)]));
        Assert.That(map.Lines, Has.Some.StartsWith("LeftOut").And.Some.Contains("Faults: it triggers 1 alarm"));
        Assert.That(map.Lines, Has.Some.StartsWith("Note").And.Some.Contains("1 alarm"));
    }
}
