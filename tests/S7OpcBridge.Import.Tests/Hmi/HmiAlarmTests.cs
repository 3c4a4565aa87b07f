using System.Text;
using S7OpcBridge.Import.Tests.Tia;

namespace S7OpcBridge.Import.Tests.Hmi;

public sealed class HmiAlarmTests
{
    private static readonly ImportOptions Options = new() { Host = "192.168.0.10" };
    private static readonly string[] TagHeadings = ["Name", "Path", "Connection", "PLC tag", "DataType", "Length", "Access Method", "Address"];

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
    public void Alarms_of_WinCC_are_recognised_their_texts_counted_and_their_trigger_tags_looked_up()
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
        var csv = ImportedMap.Of("alarms.csv", "ID;Name;Alarm text [de-DE];Class;Trigger tag;Trigger bit\n1;A1;Tür offen;Errors;%DB5.DBW10;3\n");
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
