using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Import.Tests.Hmi;

public sealed class HmiListTests
{
    private static readonly ImportOptions Options = new() { Host = "192.168.0.10" };
    private static readonly string[] Headings =
    [
        "Name",
        "Path",
        "Connection",
        "PLC tag",
        "DataType",
        "Length",
        "Access Method",
        "Address",
        "Acquisition cycle",
        "Limit Upper 2",
        "Limit Lower 2",
        "Linear scaling",
        "End value PLC",
        "Start value PLC",
        "End value HMI",
        "Start value HMI",
        "Comment [en-US]",
    ];

    [Test]
    public void Absolute_tags_have_rate_limits_scale_and_comment()
    {
        var map = ImportedMap.Of(
            Options,
            (
                "HMITags.xlsx",
                Xlsx.Of(
                    "Hmi Tags",
                    Headings,
                    [
                        "Level",
                        "Default tag table",
                        "HMI_1",
                        "<No Value>",
                        "Int",
                        "2",
                        "Absolute access",
                        "%DB40.DBW2",
                        "T500ms",
                        "100",
                        "0",
                        "True",
                        "27648",
                        "0",
                        "100",
                        "0",
                        "of the tank",
                    ],
                    ["Counter", "x", "", "", "Int", "2", "", "", "1 s", "", "", "", "", "", "", "", ""]
                )
            )
        );
        Assert.That(map.Place("Level"), Is.EqualTo("DB40.DBW2 Int"));
        Assert.That(map["Level"].Details!.Scale, Is.EqualTo(new TagScale(0, 27648, 0, 100)));
        Assert.That(map["Level"].Details!.Limits, Is.EqualTo(new TagRange(0, 100)));
        Assert.That(map.Map!.Tags.ScanGroups[0].Interval, Is.EqualTo(TimeSpan.FromMilliseconds(500)));
        Assert.That((map.Result.Report.Share, map.Result.Report.Skipped), Is.EqualTo((100.0, 1)));
    }

    [Test]
    public void A_symbolic_tag_gives_its_rate_to_the_member_of_the_block_that_it_shows()
    {
        var map = ImportedMap.Of(
            Options,
            (
                "HMITags.xlsx",
                Xlsx.Of(
                    "Hmi Tags",
                    Headings,
                    [
                        "Speed",
                        "t",
                        "HMI_1",
                        "DB_Motor.Speed",
                        "Real",
                        "4",
                        "Symbolic access",
                        "<No Value>",
                        "2 s",
                        "3000",
                        "0",
                        "",
                        "",
                        "",
                        "",
                        "",
                        "",
                    ]
                )
            ),
            (
                "motor.s7dcl",
                """
                { S7_BlockNumber := "7"; S7_Optimized := "FALSE" }
                DATA_BLOCK DB_Motor
                 VAR
                 Run : Bool;
                 Speed : Real;
                 END_VAR
                END_DATA_BLOCK
                """u8.ToArray()
            )
        );
        Assert.That(map.Tags, Has.Count.EqualTo(2));
        Assert.That(map["DB_Motor/Speed"].Details!.Limits, Is.EqualTo(new TagRange(0, 3000)));
        Assert.That(map.Map!.Tags.ScanGroups.Select(group => group.Interval.TotalSeconds), Is.EquivalentTo(new[] { 1.0, 2.0 }));
    }

    [Test]
    public void WinCC_flexible_is_read_below_its_head_with_decimal_commas()
    {
        const string Text =
            "WinCC flexible 2008 SP5 Advanced\r\n# Automatically generated tag export file.\r\n#Column A: tag name\r\n\r\nTank.Level\tS7\tDB 42 DBW "
            + "1400\tInt\t\t1\t2\t1 s\t100,5\t\t\t0\t1\t10\t0\t12,5\t0\t\t0\tlevel\r\nM1\tS7\tM 132.0\tBool\t\t1\t2\t100 "
            + "ms\t\t\t\t\t0\t\t\t\t\t\t0\t\r\nWhen\tS7\tDB 1 DBB 0\tDate and Time\t\t1\t2\t1 s\t\t\t\t\t0\t\t\t\t\t\t0\t\r\nOwn\t\t\tInt\t\t1\t2\t1 "
            + "s\t\t\t\t\t0\t\t\t\t\t\t0\t\r\n";
        var map = ImportedMap.Of(Options, ("tags.csv", [0xFF, 0xFE, .. Encoding.Unicode.GetBytes(Text)]));
        Assert.That(map.Place("Tank/Level"), Is.EqualTo("DB42.DBW1400 Int"));
        Assert.That(map["Tank/Level"].Details!.Scale!.High, Is.EqualTo(12.5));
        Assert.That(map["Tank/Level"].Details!.Limits!.Value.High, Is.EqualTo(100.5));
        Assert.That(map.Place("M1"), Is.EqualTo("M132.0 Bool"));
        Assert.That(map.Place("When"), Is.EqualTo("DB1.DBB0 Date_And_Time"));
    }
}
