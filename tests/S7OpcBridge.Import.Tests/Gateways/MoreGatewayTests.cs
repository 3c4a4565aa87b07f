using S7OpcBridge.Core;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Import.Tests.Gateways;

public sealed class MoreGatewayTests
{
    private static readonly ImportOptions Options = new() { Host = "192.168.0.10" };

    [Test]
    public void IoBroker_tables_are_read_from_every_sheet_of_a_workbook()
    {
        var map = ImportedMap.Of(
            Options,
            (
                "adapter.xlsx",
                Xlsx.Of(
                    (
                        "DB20 bin",
                        [
                            [
                                "DB",
                                "Byte",
                                "Bit",
                                "Name",
                                "Description",
                                "Type",
                                "Length",
                                "Unit",
                                "Role",
                                "Room",
                                "poll",
                                "RW",
                                "WP",
                                "",
                                "DB content",
                            ],
                            [
                                "20",
                                "1",
                                "3",
                                "SWITCH_12",
                                "light 12",
                                "BOOL",
                                "",
                                "",
                                "",
                                "",
                                "true",
                                "true",
                                "false",
                                "",
                                "SWITCH_12:BOOL;",
                            ],
                        ]
                    ),
                    (
                        "DB23 real",
                        [
                            ["DB", "Byte", "Bit", "Name", "Description", "Type", "Length", "Unit"],
                            ["23", "4", "", "TEMP_02", "Temperature 2", "REAL", "", "°C"],
                            ["23", "8", "", "Label", "", "S7STRING", "22", ""],
                        ]
                    )
                )
            )
        );
        Assert.That(map.Place("SWITCH_12"), Is.EqualTo("DB20.DBX1.3 Bool"));
        Assert.That(map["SWITCH_12"].Access, Is.EqualTo(TagAccess.ReadWrite));
        Assert.That(map.Place("TEMP_02"), Is.EqualTo("DB23.DBD4 Real"));
        Assert.That(map["TEMP_02"].Details!.Unit, Is.EqualTo("°C"));
        Assert.That(map.Place("Label"), Is.EqualTo("DB23.DBB8 String[20]"));
    }

    [Test]
    public void The_CSV_of_the_s7_suite_of_Node_RED_is_read()
    {
        var map = ImportedMap.Of(
            "vars.csv",
            "Name;Address;Data Type;Comment\nRun;DB1,BOOL6.0;BOOL;runs\nSpeed;DB1,REAL8;REAL;\nText;DB1,STRING12.20;STRING;\nWrong;XYZ;INT;\n"
        );
        Assert.That(map.Place("Run"), Is.EqualTo("DB1.DBX6.0 Bool"));
        Assert.That(map["Run"].Details!.Description, Is.EqualTo("runs"));
        Assert.That(map.Place("Speed"), Is.EqualTo("DB1.DBD8 Real"));
        Assert.That(map.Place("Text"), Is.EqualTo("DB1.DBB12 String[20]"));
        Assert.That(map.Result.Report.Sources.Single().Format, Does.Contain("s7-suite"));
        Assert.That((map.Result.Report.Taken, map.Result.Report.LeftOut), Is.EqualTo((3, 1)));
    }

    [Test]
    public void Ignition_instances_override_what_their_type_says()
    {
        const string Text = """
            { "tags": [
              { "name": "_types_", "tagType": "Folder", "tags": [
                { "name": "Base", "tagType": "UdtType", "tags": [ { "name": "Run", "tagType": "AtomicTag", "valueSource": "opc", "opcItemPath": "[L]DB{db},X0.0" } ], "parameters": { "db": 1 } },
                { "name": "Pump", "tagType": "UdtType", "typeId": "Base", "parameters": { "db": 5 }, "tags": [
                  { "name": "In", "tagType": "Folder", "tags": [ { "name": "Speed", "tagType": "AtomicTag", "valueSource": "opc", "opcItemPath": "[L]DB{db},REAL4", "engUnit": "rpm" } ] },
                  { "name": "Valve", "tagType": "UdtInstance", "typeId": "Base", "parameters": { "db": "{db}" } } ] } ] },
              { "name": "P1", "tagType": "UdtInstance", "typeId": "Pump", "parameters": { "db": 101 }, "tags": [
                { "name": "In", "tagType": "Folder", "tags": [ { "name": "Speed", "tagType": "AtomicTag", "opcItemPath": "[L]DB7,INT20", "documentation": "own" } ] },
                { "name": "Valve", "tagType": "UdtInstance", "parameters": { "db": 77 } },
                { "name": "Extra", "tagType": "AtomicTag", "valueSource": "opc", "opcItemPath": "[L]DB{db},INT8" } ] },
              { "name": "P2", "tagType": "UdtInstance", "typeId": "Pump", "parameters": { "db": 102 }, "tags": [ { "name": "Run", "tagType": "AtomicTag", "enabled": false } ] },
              { "name": "Level", "tagType": "AtomicTag", "valueSource": "opc", "opcItemPath": "[L]DB5,INT10", "scaleMode": "Linear", "rawHigh": 27648, "scaledHigh": 100 } ] }
            """;
        var map = ImportedMap.Of("tags.json", Text);
        Assert.That(map.Place("P1/In/Speed"), Is.EqualTo("DB7.DBW20 Int"));
        Assert.That(map["P1/In/Speed"].Details!.Unit, Is.EqualTo("rpm"));
        Assert.That(map["P1/In/Speed"].Details!.Description, Is.EqualTo("own"));
        Assert.That(map.Place("P1/Run"), Is.EqualTo("DB101.DBX0.0 Bool"));
        Assert.That(map.Place("P1/Valve/Run"), Is.EqualTo("DB77.DBX0.0 Bool"));
        Assert.That(map.Place("P2/Valve/Run"), Is.EqualTo("DB102.DBX0.0 Bool"));
        Assert.That(map.Place("P1/Extra"), Is.EqualTo("DB101.DBW8 Int"));
        Assert.That(map.Tags.Select(tag => tag.Name), Has.None.EqualTo("P2/Run"));
        Assert.That(map["Level"].Details!.Scale, Is.EqualTo(new TagScale(0, 27648, 0, 100)));
    }

    [Test]
    public void Ignition_types_that_multiply_end_the_import_of_the_source_with_a_sentence()
    {
        var types = string.Join(
            ",",
            Enumerable
                .Range(0, 14)
                .Select(n =>
                    $$"""
                        { "name": "T{{n}}", "tagType": "UdtType", "tags": [ {{string.Join(
                            ",",
                            Enumerable.Range(0, 10).Select(k => $$"""{ "name": "a{{k}}", "tagType": "UdtInstance", "typeId": "T{{n + 1}}" }""")
                        )}} ] }
                        """
                )
        );
        var text =
            $$"""{ "tags": [ { "name": "_types_", "tagType": "Folder", "tags": [ {{types}} ] }, { "name": "x", "tagType": "UdtInstance", "typeId": "T0", "opcItemPath": "" } ] }""";
        var map = ImportedMap.Of("tags.json", text);
        Assert.That(map.Result.Report.HasFailed);
        Assert.That(map.Lines, Has.Some.StartsWith("Failed").And.Some.Contains("more than"));
    }

    [Test]
    public void Jobs_of_the_Kafka_connector_of_PLC4X_go_to_the_sources_that_name_them()
    {
        const string Text = """
            sources=a,b
            sources.a.connectionString=s7://10.0.0.5
            sources.a.jobReferences=fast,slow
            sources.a.jobReferences.fast.topic=t1
            sources.b.connectionString=s7\://10.0.0.6?remote-slot=2
            sources.b.jobReferences.fast.topic=t2
            jobs=fast,slow,none
            jobs.fast.interval=100
            jobs.fast.tags.speed=%DB4.DBD0:REAL
            jobs.slow.interval=5000
            jobs.slow.tags.count=%DB4.DBW4\:INT
            jobs.none.tags.lost=%DB4.DBW8:INT
            """;
        var map = ImportedMap.Of("plc4x.properties", Text, new ImportOptions());
        var tags = map.Map!.Tags;
        Assert.That(tags.Plcs.Select(plc => plc.Name), Is.EqualTo(new[] { "a", "b" }));
        Assert.That(
            tags.Tags.Select(tag => $"{tags.Plcs[tag.Plc].Name}/{tag.Name}"),
            Is.EquivalentTo(new[] { "a/fast/speed", "a/slow/count", "b/speed" })
        );
        Assert.That(tags.ScanGroups.Select(group => group.Interval.TotalMilliseconds).Distinct(), Is.EquivalentTo(new[] { 100.0, 5000.0 }));
        Assert.That(map.Lines, Has.Some.StartsWith("LeftOut plc4x.properties:12 lost").And.Some.Contains("no source"));
    }
}
