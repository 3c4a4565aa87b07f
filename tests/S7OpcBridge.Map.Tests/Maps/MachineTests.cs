using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>The machines that PLCs control, as the map names them.</summary>
public sealed class MachineTests
{
    [Test]
    public void A_machine_stands_at_a_PLC_or_at_the_server()
    {
        var map = Compile(
            "{ manufacturer: Builder, productInstanceUri: http://builder.com/1, serial: S-1, model: M2, productCode: P3, location: Hall 4, assetId: A5, "
                + "name: Press, year: 2019 }",
            "{ manufacturer: Other, productInstanceUri: urn:other:2 }"
        );
        var machine = map.Tags.Plcs[0].Machine!;
        Assert.That(
            (machine.Manufacturer, machine.ProductInstanceUri, machine.SerialNumber, machine.Model, machine.ProductCode),
            Is.EqualTo(("Builder", "http://builder.com/1", "S-1", "M2", "P3"))
        );
        Assert.That((machine.Location, machine.AssetId, machine.Name, machine.Year), Is.EqualTo(("Hall 4", "A5", "Press", 2019)));
        Assert.That((map.Tags.Machine?.Manufacturer, map.Tags.Machine?.SerialNumber), Is.EqualTo(("Other", "")));
        Assert.That(map.WithAllSimulated().Tags.Machine, Is.EqualTo(map.Tags.Machine));
        Assert.That(Compile(null, null).Tags.Plcs[0].Machine, Is.Null);
    }

    [TestCase(
        "{ manufacturer: Builder }",
        "the machine has no 'productInstanceUri'; add the one that its manufacturer has given it, such as http://www.builder.com/machines/4711"
    )]
    [TestCase("{ productInstanceUri: urn:a:1 }", "the machine has no 'manufacturer'; add the name of who built it")]
    [TestCase(
        "{ manufacturer: B, productInstanceUri: 4711 }",
        "'4711' is no identifier of a machine; write the one that its manufacturer has given it, such as http://www.builder.com/machines/4711"
    )]
    [TestCase(
        "{ manufacturer: B, productInstanceUri: /etc/passwd }",
        "'/etc/passwd' is no identifier of a machine; write the one that its manufacturer has given it, such as http://www.builder.com/machines/4711"
    )]
    [TestCase("{ manufacturer: B, productInstanceUri: urn:a:1, year: 19 }", "1900")]
    [TestCase("{ manufacturer: B, productInstanceUri: urn:a:1, serialNumber: 1 }", "'serialNumber'")]
    public void What_a_machine_needs_is_told_at_its_place(string machine, string expected)
    {
        var result = MapText.Load(Text(machine, null));
        Assert.That(result.Map, Is.Null);
        Assert.That(result.Findings, Has.One.Contains(expected));
        Assert.That(result.Findings[0], Does.StartWith("map.yaml:5:"));
    }

    [Test]
    public void PLCs_of_one_machine_describe_it_in_the_same_way()
    {
        const string one = "{ manufacturer: B, productInstanceUri: urn:a:1, serial: x }";
        Assert.That(Compile(one, one).Tags.Plcs[0].Machine, Is.EqualTo(Compile(one, one).Tags.Machine));
        var result = MapText.Load(Text("{ manufacturer: B, productInstanceUri: urn:a:1 }", one));
        Assert.That(
            result.Findings,
            Has.One.EqualTo(
                "map.yaml:5:53: error: the machine urn:a:1 is described in another way at map.yaml:1:55; write the same at both, or another "
                    + "productInstanceUri if it is another machine"
            )
        );
    }

    private static BridgeMap Compile(string? ofPlc, string? ofServer)
    {
        var result = MapText.Load(Text(ofPlc, ofServer));
        Assert.That(result.Map, Is.Not.Null, string.Join('\n', result.Findings));
        return result.Map!;
    }

    private static string Text(string? ofPlc, string? ofServer) =>
        $$"""
            server: { security: [None], anonymous: read{{(ofServer is null ? "" : ", machine: " + ofServer)}} }
            plcs:
              - name: Line1
                simulate: true
                {{(ofPlc is null ? "enabled: true" : "machine: " + ofPlc)}}
                tags: [ { name: A, address: DB1.DBW0, type: Int } ]
            """;
}
