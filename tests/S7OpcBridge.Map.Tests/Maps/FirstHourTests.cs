using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>Mistakes that people make in their first map; each gets one finding, at the right place, with the way out.</summary>
public sealed class FirstHourTests
{
    [TestCase(
        "- { name: A, address: DB1.DBD0, type: Real, deadband: 0,5 }",
        "map.yaml:9:63: error: inside { } a comma ends the value, and the decimal sign is a point: write 0.5"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBD0, type: Real, deadband: \"0,5\" }",
        "map.yaml:9:61: error: 'deadband' is the text '0,5'; the decimal sign is a point: write 0.5"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBD0, type: Real, range: [0,5, 3000] }",
        "map.yaml:9:58: error: 'range' has 3 numbers; a range has two, and the decimal sign is a point, such as [0.5, 3000]"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBD0, type: Real, range: \"0,5..30\" }",
        "map.yaml:9:58: error: 'range' is the text '0,5..30'; the decimal sign is a point: write 0.5..30"
    )]
    [TestCase(
        "- { group: G, db: 1, tags: { L: 0,0 Real } }",
        "map.yaml:9:41: error: inside { } a comma ends the value, and the decimal sign is a point: write 0.0 Real"
    )]
    [TestCase(
        "- { group: G, db: 1, tags: { L: \"0,0 Real\" } }",
        "map.yaml:9:41: error: a comma separates the parts of the short form, and the decimal sign is a point: write 0.0"
    )]
    [TestCase(
        "- { group: G, db: 1, tags: { L: \"0.0 Real, rpm, 0,5..10\" } }",
        "map.yaml:9:56: error: a comma separates the parts of the short form, and the decimal sign is a point: write 0.5"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBB0, type: \"String[300]\" }",
        "map.yaml:9:45: error: '300' is not a valid capacity of String; write a number of characters from 1 to 254"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBD0, type: Real, description: Achtung: heiss }",
        "map.yaml:9:64: error: a value that contains a colon and a blank needs quotes: description: \"Achtung: heiss\""
    )]
    [TestCase(
        "- name: A\n  address: MW0\n  type: Int\n  description: Achtung: heiss",
        "map.yaml:12:22: error: a value that contains a colon and a blank needs quotes: description: \"Achtung: heiss\""
    )]
    [TestCase(
        "- { name: A, adress: DB1.DBD0, type: Real }",
        "map.yaml:9:20: error: unknown key 'adress' of a tag; did you mean 'address'?"
    )]
    [TestCase("- { name: A, address: DB10.DX1.0 }", "map.yaml:9:29: error: 'DB10.DX1.0' is not complete; write DB10.DBX1.0")]
    [TestCase("- { name: A, address: DB10DBX1.0 }", "map.yaml:9:29: error: 'DB10DBX1.0' is not complete; write DB10.DBX1.0")]
    [TestCase(
        "- { name: A, address: '\"DB_Pack\".State.Running' }",
        "map.yaml:9:29: error: '\"DB_Pack\".State.Running' is a symbol, and 'address' takes absolute addresses; on a PLC with 'protocol: s7plus' write it as "
            + "'symbol', else export the block as source from TIA Portal and name it among the tags, '- { from: block.db, db: 10 }', or write the address "
            + "such as DB10.DBX0.0"
    )]
    [TestCase(
        "- { db: 1, tags: { A: 0.0 Bool } }",
        "map.yaml:9:9: error: an entry with 'tags' is a group and needs the key 'group' with the name of its folder; add it"
    )]
    public void One_mistake_is_one_finding(string tags, string expected) =>
        Assert.That(MapText.FindingsOfTags(tags), Is.EqualTo(new[] { expected }));

    [TestCase(
        "- { name: A, address: DB1.DBD0, type: Real\n- { name: B, address: DB1.DBD4, type: Real }",
        "map.yaml:9:9: error: the '{' that opens here is not closed before line 10, which is outside of it; add the missing '}'"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBD0, type: Real",
        "map.yaml:9:9: error: the '{' that opens here is never closed; add the missing '}'"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBD0, type: Real, range: [0, 10 }",
        "map.yaml:9:58: error: the '[' that opens here is closed by '}' in line 9; add the missing ']'"
    )]
    [TestCase("- name: A\n\taddress: MW0", "map.yaml:10:7: error: YAML does not allow tabs for indentation; use spaces")]
    public void A_broken_file_is_named_where_it_breaks(string tags, string expected) =>
        Assert.That(MapText.FindingsOfTags(tags), Does.Contain(expected));

    [Test]
    public void A_tab_is_named_in_its_own_line() =>
        Assert.That(
            MapText.Load("server:\n\tname: x\nplcs: []\n").Findings,
            Is.EqualTo(new[] { "map.yaml:2:1: error: YAML does not allow tabs for indentation; use spaces" })
        );

    [TestCase(
        "host: 192.168.10.300",
        "map.yaml:4:11: error: 'host' is 192.168.10.300, and that is not an IP address; write four numbers from 0 to 255, such as 192.168.0.1"
    )]
    [TestCase(
        "host: 10.0.0.1:102",
        "map.yaml:4:11: error: 'host' is 10.0.0.1:102, and the port has its own key; write 'host: 10.0.0.1' and 'port: 102'"
    )]
    [TestCase(
        "host: ${PLC_IP}",
        "map.yaml:4:11: error: the environment variable PLC_IP is not set; set it before the program starts, or write a default: "
            + "${PLC_IP:-…}"
    )]
    [TestCase(
        "host: plc 1",
        "map.yaml:4:11: error: 'host' is plc 1, and a host name has only letters, digits, dots and dashes; write one such as plc1.plant.local, or an IP address"
    )]
    [TestCase(
        "host: opc.tcp://10.0.0.1",
        "map.yaml:4:11: error: 'host' is opc.tcp://10.0.0.1, and that is a URL; write only the name or the IP address"
    )]
    [TestCase("adress: 10.0.0.1", "map.yaml:4:5: error: unknown key 'adress' of a PLC; its address is the key 'host'")]
    [TestCase(
        "host: h\n    port: ${S7_PORT_X}",
        "map.yaml:5:11: error: the environment variable S7_PORT_X is not set; set it before the program starts, "
            + "or write a default: ${S7_PORT_X:-…}"
    )]
    public void A_host_that_can_not_be_one_is_an_error(string line, string expected) =>
        Assert.That(
            MapText.Load($"server: {{ anonymous: read, security: [None] }}\nplcs:\n  - name: L\n    {line}\n").Findings,
            Is.EqualTo(new[] { expected })
        );

    [TestCase("192.168.0.1")]
    [TestCase("plc-1.plant.local")]
    [TestCase("\"fe80::1\"")]
    [TestCase("Förderband")]
    public void A_host_is_a_name_or_an_address(string host) =>
        Assert.That(
            MapText.Load($"server: {{ anonymous: read, security: [None] }}\nplcs: [ {{ name: L, host: {host} }} ]\n").Findings,
            Is.Empty
        );

    [Test]
    public void A_PLC_from_a_file_is_one_error() =>
        Assert.That(
            MapText.Load("server: { anonymous: read, security: [None] }\nplcs:\n  - from: line1.yaml\n").Findings,
            Is.EqualTo(
                new[]
                {
                    "map.yaml:3:5: error: 'from' reads tags, not a PLC; name the file of the PLC under 'include', or write its 'name' and "
                        + "'host' here and 'tags: [ { from: line1.yaml } ]'",
                }
            )
        );

    [Test]
    public void The_keys_of_an_entry_stand_in_any_order()
    {
        using var map = new MapText()
            .With(
                "map.yaml",
                MapText.WithTags(
                    """
                    - { db: 5, scan: fast, group: G, tags: { A: 0.0 Bool } }
                    - { db: 7, group: H, from: more.csv }
                    - { name: "P{n}", for: { n: 1..2, db: 8..9 }, use: T }
                    - { type: Int, name: B, address: MW0 }
                    """
                ) + "templates: { T: { tags: { X: 0.0 Int } } }\n"
            )
            .With("more.csv", "name;offset;type\nC;2.0;Int\n");
        var (loaded, findings) = map.Load();
        Assert.That(findings, Is.Empty);
        Assert.That(
            loaded!.Tags.Tags.Select(t => $"{t.Name} {t.Address}"),
            Is.EqualTo(new[] { "G/A DB5.DBX0.0", "H/C DB7.DBW2", "P1/X DB8.DBW0", "P2/X DB9.DBW0", "B MW0" })
        );
    }

    [Test]
    public void A_unit_that_ends_in_a_digit_and_a_range_behind_it_are_no_decimal_comma()
    {
        var details = MapText.TagsOf("- { group: G, db: 1, tags: { V: \"0.0 Real,m3,0..100\" } }").Single().Details!;
        Assert.That((details.Unit, details.Range!.Value.High), Is.EqualTo(("m3", 100d)));
    }
}
