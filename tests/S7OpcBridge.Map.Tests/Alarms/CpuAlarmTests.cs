using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.Testing;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests.Alarms;

/// <summary>The alarms that a CPU raises itself: <c>alarms</c> at a PLC.</summary>
public sealed class CpuAlarmTests
{
    [Test]
    public void A_PLC_without_the_key_or_with_false_wants_none()
    {
        Assert.That(Load("s7-400").Settings, Is.Null);
        Assert.That(Load("s7-400", "alarms: { plc: false }").Settings, Is.Null);
        Assert.That(
            Load("s7-400", "alarms: { experimental: true }").Findings.Single(),
            Does.Contain("warning: the alarms of 'Line1' are not wanted, so that the other keys have no effect; add 'plc: true'")
        );
    }

    [Test]
    public void A_CPU_with_S7CommPlus_needs_nothing_but_the_key()
    {
        var (settings, findings) = Load("s7-1500", "protocol: s7plus", "alarms: { plc: true, languages: [de-DE, en-US, DE-de] }");
        Assert.That(findings, Is.Empty);
        Assert.That((settings!.IsExperimental, settings.Texts.Count), Is.EqualTo((false, 0)));
        Assert.That(settings.Languages, Is.EqualTo(new[] { "de-DE", "en-US" }));
        Assert.That(
            Load("s7-1500", "protocol: s7plus", "alarms: { plc: true, languages: [German] }").Findings.Single(),
            Does.Contain("'German' is no language; write it as de-DE or en-US")
        );
        Assert.That(
            Load("s7-1500", "protocol: s7plus", "alarms: { plc: true, texts: texts.csv }").Findings.Single(),
            Does.Contain("a CPU with 'protocol: s7plus' sends its texts; remove 'texts'")
        );
    }

    [TestCase("s7-1500", "error: an S7-1200 or S7-1500 sends its alarms by S7CommPlus only; add 'protocol: s7plus' to the PLC")]
    [TestCase("s7-1200", "error: an S7-1200 or S7-1500 sends its alarms by S7CommPlus only; add 'protocol: s7plus' to the PLC")]
    [TestCase("logo", "error: a PLC of profile logo has no alarms of its own; remove 'alarms'")]
    [TestCase("s7-300", "warning: an S7-300 has alarms of the kind ALARM_S only, which were tried with few CPUs; add 'experimental: true'")]
    public void What_a_family_does_not_have_is_said_before_it_is_asked(string profile, string finding) =>
        Assert.That(Load(profile, "alarms: { plc: true }").Findings.Single(), Does.Contain(finding));

    [Test]
    public void The_texts_of_an_S7_400_come_from_a_table()
    {
        var (settings, findings) = Load(
            "s7-400",
            "alarms: { plc: true, texts: texts.csv }",
            """
            id;class;severity;text [de-DE];text [en-US]
            60000123;Errors;;Motor überlastet;Motor overload
            60000124/3;Errors;950;Tür {offen};
            16#A1;;;hexadezimal;
            161;;;noch einmal;
            1610612737;;;dezimal;
            """
        );
        Assert.That(findings.Single(), Does.Contain("texts.csv:5:1: error: the alarm 000000A1 is in the list twice; remove one of them"));
        Assert.That(settings, Is.Null);
        settings = Load(
            "s7-400",
            "alarms: { plc: true, texts: texts.csv }",
            "number;class;severity;text [de-DE];text [en-US]\n60000123;Errors;;Motor überlastet;Motor overload\n"
                + "60000124/3;;950;Tür {offen};\n1610612737;;;dezimal;\n"
        ).Settings;
        Assert.That(
            settings!
                .Texts.OrderBy(text => text.Key)
                .Select(text => $"{text.Key} {text.Value.Severity} {string.Join('|', text.Value.Texts.Select(one => one.Text))}"),
            Is.EqualTo(new[] { "60000001 0 dezimal", "60000123 800 Motor überlastet|Motor overload", "60000124/3 950 Tür {offen}" })
        );
    }

    [Test]
    public void What_is_wrong_in_the_table_is_named_row_by_row()
    {
        var (_, findings) = Load(
            "s7-400",
            "alarms: { plc: true, texts: texts.csv }",
            "id;severity;text\nMotor;;too long\n60000123/9;;signal\n60000124;2000;severity\n60000125;;\n60000126;;fine\n"
        );
        Assert.That(findings, Has.Length.EqualTo(4));
        Assert.That(findings[0], Does.Contain("texts.csv:2:1: error: the id 'Motor' is no number of an alarm"));
        Assert.That(findings[1], Does.Contain("texts.csv:3:1: error: the id '60000123/9' is no number of an alarm"));
        Assert.That(findings[2], Does.Contain("texts.csv:4:1: error: the severity '2000' is no whole number from 1 to 1000"));
        Assert.That(findings[3], Does.Contain("texts.csv:5:1: warning: the alarm 60000125 has no text"));
        Assert.That(
            Load("s7-400", "alarms: { plc: true, texts: texts.csv }", "bit;text\n1;x\n").Findings.Single(),
            Does.Contain("has no texts of alarms; it needs the columns id and text, or text [de-DE] for each language")
        );
    }

    [Test]
    public void A_workbook_is_read_too()
    {
        using var map = new MapText()
            .With("map.yaml", Text("s7-400", "alarms: { plc: true, texts: texts.xlsx }"))
            .WithBytes("texts.xlsx", Xlsx.Of("Alarms", ["ID", "Alarm text [en-US], Alarm text"], ["60000123", "Motor overload"]));
        var (loaded, findings) = map.Load();
        Assert.That(findings, Is.Empty);
        Assert.That(loaded!.Tags.Plcs[0].Alarms!.Texts["60000123"].Texts.Single(), Is.EqualTo(new LocalText("en-US", "Motor overload")));
    }

    [Test]
    public void No_tag_may_be_where_the_alarms_are()
    {
        using var map = new MapText().With(
            "map.yaml",
            Text("s7-400", "alarms: { plc: true }").Replace("name: A,", "name: _Alarms/A,", StringComparison.Ordinal)
        );
        Assert.That(map.Load().Findings.Single(), Does.Contain("'_Alarms/A' is a tag, and _Alarms is where the alarms of the CPU are"));
    }

    [Test]
    public void The_same_settings_are_equal_so_that_a_reload_keeps_the_connection()
    {
        const string Table = "id;text\n60000123;one\n";
        var one = Load("s7-400", "alarms: { plc: true, texts: texts.csv }", Table).Settings;
        Assert.That(Load("s7-400", "alarms: { plc: true, texts: texts.csv }", Table).Settings, Is.EqualTo(one));
        Assert.That(
            Load("s7-400", "alarms: { plc: true, texts: texts.csv }", Table.Replace("one", "two", StringComparison.Ordinal)).Settings,
            Is.Not.EqualTo(one)
        );
    }

    private static (CpuAlarmSettings? Settings, string[] Findings) Load(string profile, params string[] keys)
    {
        var table = keys.FirstOrDefault(static key => key.Contains('\n', StringComparison.Ordinal));
        using var map = new MapText().With("map.yaml", Text(profile, [.. keys.Where(key => key != table)]));
        if (table is not null)
            map.WithBytes("texts.csv", Encoding.UTF8.GetBytes(table));
        var (loaded, findings) = map.Load();
        return (loaded?.Tags.Plcs[0].Alarms, findings);
    }

    private static string Text(string profile, params string[] keys) =>
        $"""
            alarms: {"{"} classes: {"{"} Errors: {"{"} severity: 800 {"}"} {"}"} {"}"}
            server: {"{"} anonymous: read, security: [None] {"}"}
            plcs:
              - name: Line1
                host: 192.168.0.10
                profile: {profile}
            {string.Concat(keys.Select(static key => $"    {key}\n"))}    scan: {"{"} fast: 100ms {"}"}
                tags:
                  - {"{"} name: A, address: DB1.DBX0.0 {"}"}

            """.Replace("\n            ", "\n", StringComparison.Ordinal);
}
