using System.Text;
using S7OpcBridge.Import.Tests.Kepware;

namespace S7OpcBridge.Import.Tests;

/// <summary>PLCs of several sources, and what the report counts.</summary>
public sealed class PlcMergeTests
{
    private const string Row = "\"A\",\"MX1.0\",Boolean,1,RO,100,,,,,,,,,,\"\",\n";

    private static byte[] Thing(string host, int offset) =>
        Encoding.UTF8.GetBytes(
            $$"""
            { "name": "mixer", "base": "s7://{{host}}:0:1", "properties": { "speed{{offset}}": { "type": "number", "forms": [ { "s7:target": "DB", "s7:dbnumber": 6, "s7:start": {{offset}}, "type": "xsd:float" } ] } } }
            """
        );

    [Test]
    public void Two_PLCs_of_one_name_at_two_addresses_stay_two_and_the_report_says_so()
    {
        var map = ImportedMap.Of(new ImportOptions(), ("a.json", Thing("10.0.0.1", 0)), ("b.json", Thing("10.0.0.2", 4)));
        Assert.That(
            map.Map!.Tags.Plcs.Select(plc => $"{plc.Name} {plc.Connection.Host}"),
            Is.EqualTo(new[] { "mixer 10.0.0.1", "mixer_2 10.0.0.2" })
        );
        Assert.That(
            map.Lines,
            Has.Some.Contains("the PLC 'mixer' at 10.0.0.2 is 'mixer_2' in the map, because a.json has a PLC of this name at 10.0.0.1")
        );
    }

    [Test]
    public void Sources_of_one_PLC_at_one_address_or_with_none_become_one()
    {
        var ignition = Encoding.UTF8.GetBytes(
            """{ "tags": [ { "name": "Level", "tagType": "AtomicTag", "valueSource": "opc", "opcItemPath": "[mixer]DB5,INT10" } ] }"""
        );
        var map = ImportedMap.Of(
            new ImportOptions(),
            ("a.json", Thing("10.0.0.1", 0)),
            ("b.json", Thing("10.0.0.1", 4)),
            ("tags.json", ignition)
        );
        Assert.That(map.Map!.Tags.Plcs.Single().Connection.Host, Is.EqualTo("10.0.0.1"));
        Assert.That(map.Tags, Has.Count.EqualTo(3));
    }

    [Test]
    public void Two_endpoints_of_one_name_in_one_source_stay_two()
    {
        const string Flow = """
            [ { "id": "e1", "type": "s7 endpoint", "address": "10.0.0.1", "name": "Press", "vartable": [ { "addr": "DB1,REAL4", "name": "a" } ] },
              { "id": "e2", "type": "s7 endpoint", "address": "10.0.0.2", "name": "Press", "vartable": [ { "addr": "DB1,REAL8", "name": "b" } ] } ]
            """;
        var tags = ImportedMap.Of("flows.json", Flow, new ImportOptions()).Map!.Tags;
        Assert.That(tags.Tags.Select(tag => $"{tags.Plcs[tag.Plc].Name}/{tag.Name}"), Is.EquivalentTo(new[] { "Press/a", "Press_2/b" }));
    }

    [Test]
    public void A_source_counts_its_own_tags_and_not_those_of_one_whose_name_begins_alike()
    {
        var csv = Encoding.UTF8.GetBytes(KepwareCsvTests.Head + Row);
        var more = Encoding.UTF8.GetBytes(
            KepwareCsvTests.Head + Row.Replace("\"A\"", "\"B\"") + Row.Replace("\"A\"", "\"C\"") + Row.Replace("MX1.0", "XYZ")
        );
        var sources = ImportedMap.Of(null, ("Line1", csv), ("Line10", more)).Result.Report.Sources;
        Assert.That(sources.Select(source => (source.Taken, source.LeftOut)), Is.EqualTo(new[] { (1, 0), (2, 1) }));
    }

    [Test]
    public void Tags_of_PLCs_that_were_not_asked_for_do_not_count()
    {
        var options = new ImportOptions { Plc = "mixer_2" };
        var map = ImportedMap.Of(options, ("a.json", Thing("10.0.0.1", 0)), ("b.json", Thing("10.0.0.2", 4)));
        Assert.That(map.Result.Report.Taken, Is.EqualTo(1));
        Assert.That(map.Tags.Single().Name, Is.EqualTo("speed4"));
    }

    [Test]
    public void A_PLC_that_no_source_has_is_named_with_those_that_they_have()
    {
        var map = ImportedMap.Of(new ImportOptions { Plc = "Line9" }, ("a.json", Thing("10.0.0.1", 0)), ("b.json", Thing("10.0.0.2", 4)));
        Assert.That(map.Result.Files, Is.Empty);
        Assert.That(map.Lines, Has.Some.Contains("there is no PLC 'Line9'").And.Some.Contains("mixer, mixer_2"));
    }

    [Test]
    public void Names_that_are_all_the_same_get_numbers_and_one_node_id_stays_with_one_tag()
    {
        var rows = new StringBuilder(KepwareCsvTests.Head);
        for (var i = 0; i < 20_000; i++)
            rows.Append($"\"Same\",\"DB1,INT{2 * i}\",Short,1,RO,100,,,,,,,,,,\"\",\n");
        var map = ImportedMap.Of(
            new ImportOptions
            {
                Host = "h",
                Plc = "C.D",
                KeepNodeIds = true,
            },
            ("tags.csv", Encoding.UTF8.GetBytes(rows.ToString()))
        );
        Assert.That(map.Result.Report.Taken, Is.EqualTo(20_000));
        Assert.That(map.Tags.Select(tag => tag.Name), Is.Unique.And.Contains("Same_20000"));
        Assert.That(map.Tags.Count(tag => tag.Details?.NodeId == "C.D.Same"), Is.EqualTo(1));
    }
}
