using S7OpcBridge.Core;
using S7OpcBridge.S7;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>Tags with a symbol in place of an address, and the keys of a PLC that is asked by symbol.</summary>
public sealed class SymbolTests
{
    private const string Server = "server: { anonymous: read, security: [None] }\n";

    [Test]
    public void Symbols_become_tags_whose_type_may_be_unknown()
    {
        var map = Load(
            "scan: { fast: 100ms }",
            """
            - { name: State/Running, symbol: '"DB_Pack".State.Running', scan: fast }
            - { name: Temps, symbol: '"DB_Pack".Temps', type: "Real(0..9)", unit: °C, access: readwrite }
            - { name: Raw, address: DB10.DBD4, type: Real }
            - browse: '"DB_Recipes"'
            - { browse: '"DB_Axes".Axis[1]', name: First axis, access: readwrite }
            """
        );
        Assert.That(
            map.Listed.Select(tag => (tag.Name, tag.Symbol, tag.Type.ToString(), tag.Access)),
            Is.EqualTo(
                new[]
                {
                    ("State/Running", "\"DB_Pack\".State.Running", default(S7DataType).ToString(), TagAccess.Read),
                    ("Temps", "\"DB_Pack\".Temps", "Array[0..9] of Real", TagAccess.ReadWrite),
                    ("Raw", null, "Real", TagAccess.Read),
                }
            )
        );
        Assert.That(
            map.Symbols.Select(entry => (entry.Path, entry.Symbol, entry.IsBrowse, map.ScanGroups[entry.ScanGroup].Name, entry.Access)),
            Is.EqualTo(
                new[]
                {
                    ("State/Running", "\"DB_Pack\".State.Running", false, "fast", TagAccess.Read),
                    ("Temps", "\"DB_Pack\".Temps", false, "normal", TagAccess.ReadWrite),
                    ("DB_Recipes", "\"DB_Recipes\"", true, "normal", TagAccess.Read),
                    ("First axis", "\"DB_Axes\".Axis[1]", true, "normal", TagAccess.ReadWrite),
                }
            )
        );
        Assert.That(map.Plcs[0].S7Plus, Is.EqualTo(new S7PlusSettings()));
    }

    [TestCase(
        "- { name: A, symbol: '\"DB\".A', address: DB1.DBD0 }",
        "8:47: error: a tag has an address or a 'symbol', not both; remove one of them"
    )]
    [TestCase("- { name: A, symbol: 'DB10.DBD4' }", "8:28: error: 'DB10.DBD4' is an address and no symbol; write 'address: DB10.DBD4'")]
    [TestCase(
        "- { name: A, symbol: '\"DB' }",
        "8:28: error: the symbol \"DB can't be read: a quote is not closed; write it as in TIA Portal, the name of the block in double quotes and all of it "
            + "in single quotes: '\"DB_Pack\".State.Running'"
    )]
    [TestCase(
        "- { name: A, symbol: \"DB\".State.On }",
        "8:32: error: a symbol begins with a quote that YAML reads as its own; put single quotes around all of it: symbol: '\"DB\".State.On'"
    )]
    [TestCase(
        "- { name: A, symbol: '\"DB\".A', scale: { raw: [0, 10], value: [0, 1] } }",
        "8:28: error: what 'scale' means depends on the type of the symbol; add 'type' as the CPU has it"
    )]
    [TestCase(
        "- { name: A, symbol: '\"DB\".A', uaType: Int32 }",
        "8:28: error: what 'uaType' means depends on the type of the symbol; add 'type' as the CPU has it"
    )]
    [TestCase("- { name: A, symbol: '\"DB\".A', type: Real, uaType: Int32 }", "8:44: error: Real can't be shown as Int32; remove 'uaType'")]
    [TestCase(
        "- { name: A, symbol: '\"DB\".A', type: String, unit: rpm }",
        "8:44: error: 'unit' is only possible for numbers, not for String[254]; remove it"
    )]
    [TestCase(
        "- { name: A, address: MW0, type: Int }",
        "8:40: error: MW0 can't be read by address on a PLC with 'protocol: s7plus', where only data blocks without optimised access can; write its "
            + "symbol, 'symbol: '\"Motor_On\"''"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBX0.0, access: readwrite }",
        "8:29: error: DB1.DBX0.0 can't be written on a PLC with 'protocol: s7plus', which writes no single bits by address; write its symbol, or set 'access: "
            + "read'"
    )]
    [TestCase(
        "- { name: A, address: '\"DB\".A' }",
        "8:29: error: '\"DB\".A' is a symbol, and 'address' takes absolute addresses; on a PLC with 'protocol: s7plus' write it as 'symbol', else export the "
            + "block as source from TIA Portal and name it among the tags, '- { from: block.db, db: 10 }', or write the address such as DB10.DBX0.0"
    )]
    public void What_is_wrong_with_a_symbol_is_said_at_its_place(string tags, string expected) =>
        Assert.That(MapText.Load(Text("scan: { fast: 100ms }", tags)).Findings, Does.Contain("map.yaml:" + expected));

    [Test]
    public void A_symbol_on_a_classic_PLC_says_what_it_needs() =>
        Assert.That(
            MapText.FindingsOfTags("- { name: A, symbol: '\"DB\".A' }"),
            Is.EqualTo(
                new[]
                {
                    "map.yaml:9:28: error: '\"DB\".A' is a symbol, and 'Line1' uses absolute addresses; add 'protocol: s7plus' to the PLC (S7-1500 and "
                        + "S7-1200 with newer firmware, docs/s7plus.md), or write an address such as DB10.DBD4",
                }
            )
        );

    [TestCase(
        "certificate: 00112233445566778899AABBCCDDEEFF0011223",
        "6:18: error: the thumbprint has 39 digits; write the 40 of SHA-1, which TIA Portal shows, or the 64 of SHA-256"
    )]
    [TestCase(
        "rack: 0",
        "6:11: error: rack, slot, TSAPs and kind of connection are keys of classic S7; remove them, or 'protocol: s7plus'"
    )]
    [TestCase(
        "password: secret",
        "6:15: error: a password must be in a file of its own; write { file: packer.txt }, or { file: packer.txt, user: bridge } where the CPU has users"
    )]
    [TestCase("heartbeat: { every: 1s }", "6:16: error: the heartbeat has no 'symbol'; add that of a Word, such as '\"DB_Bridge\".Beat'")]
    [TestCase(
        "heartbeat: { address: MW10 }",
        "6:27: error: MW10 can't be written by address on a PLC with 'protocol: s7plus'; write its symbol, 'symbol: '\"Beat\"''"
    )]
    [TestCase(
        "heartbeat: { symbol: '\"DB' }",
        "6:26: error: the symbol \"DB can't be read: a quote is not closed; write it as in TIA Portal, in single quotes: '\"DB_Bridge\".Beat'"
    )]
    [TestCase(
        "heartbeat: { symbol: '\"DB\".B', address: DB1.DBW0 }",
        "6:26: error: a heartbeat has an address or a 'symbol', not both; remove one of them"
    )]
    [TestCase(
        "profile: s7-300",
        "3:11: error: a PLC of profile s7-300 does not speak S7CommPlus over TLS; remove 'protocol: s7plus', or write 'profile: s7-1500' or 's7-1200'"
    )]
    public void What_a_PLC_with_s7plus_can_not_say_is_an_error(string key, string expected) =>
        Assert.That(MapText.Load(Text(key, "- { name: A, symbol: '\"DB\".A' }")).Findings, Does.Contain("map.yaml:" + expected));

    [TestCase(
        "password: { file: p.txt }",
        "5:15: error: 'password' goes with 'protocol: s7plus'; add that, or give an S7-300, 400 or WinAC its session password with 'passwordFile'"
    )]
    [TestCase(
        "certificate: trust-first-use",
        "5:18: error: 'certificate' goes with 'protocol: s7plus', because classic S7 has no certificates; add that, or remove it"
    )]
    [TestCase(
        "heartbeat: { symbol: '\"DB\".B' }",
        "5:26: error: '\"DB\".B' is a symbol, and 'L' is asked by absolute addresses; write 'address: DB1.DBW0', or add 'protocol: s7plus' to the PLC"
    )]
    [TestCase("subscriptions: on", "5:20: error: 'subscriptions' goes with 'protocol: s7plus'; add that, or remove it")]
    public void A_classic_PLC_has_none_of_these_keys(string key, string expected) =>
        Assert.That(MapText.Load(Server + $"plcs:\n  - name: L\n    host: h\n    {key}\n").Findings, Does.Contain("map.yaml:" + expected));

    [Test]
    public void Thumbprint_and_subscriptions_are_taken()
    {
        var map = Load(
            "certificate: 00:11:22:33:44:55:66:77:88:99:aa:bb:cc:dd:ee:ff:00:11:22:33\n    subscriptions: off",
            "- { name: A, symbol: '\"DB\".A' }"
        );
        Assert.That(
            map.Plcs[0].S7Plus,
            Is.EqualTo(
                new S7PlusSettings
                {
                    Certificate = new S7PlusCertificateRule(S7PlusTrustKind.Thumbprint, "00112233445566778899AABBCCDDEEFF00112233"),
                    Subscriptions = S7PlusSubscriptions.Off,
                }
            )
        );
    }

    [TestCase("Recipes: { Operator: none }")]
    [TestCase("Recipes/Bread/Water: { Operator: none }")]
    [TestCase("Recipes/*: { Operator: none }")]
    [TestCase("Motors/Fast: { Operator: none }")]
    [TestCase("'Motors[1]/On': { Operator: none }")]
    [TestCase("Line: { Operator: none }")]
    [TestCase("Line/DB_Axes/Speed: { Operator: none }")]
    public void Permissions_of_what_only_the_CPU_knows_are_taken(string rule) =>
        Load(
            $"permissions: {{ {rule} }}",
            """
            - { browse: '"DB_Recipes"', name: Recipes }
            - { name: Motors, symbol: '"DB_Pack".Motors' }
            - group: Line
              tags:
                - browse: '"DB_Axes"'
            """
        );

    [TestCase("Recepes: { Operator: none }", "did you mean 'Recipes'?")]
    [TestCase("Other/Water: { Operator: none }", "write the path below the PLC")]
    [TestCase("Count/Water: { Operator: none }", "write the path below the PLC")]
    public void Permissions_beside_what_the_CPU_knows_match_nothing(string rule, string hint) =>
        Assert.That(
            MapText
                .Load(
                    Text(
                        $"permissions: {{ {rule} }}",
                        """
                        - { browse: '"DB_Recipes"', name: Recipes }
                        - { name: Count, symbol: '"DB_Pack".Count', type: Int }
                        """
                    )
                )
                .Findings,
            Has.Some.Contains("match no folder or tag of 'L'; " + hint)
        );

    [Test]
    public void Heartbeat_snapshot_and_uaType_go_with_symbols()
    {
        var map = Load(
            "heartbeat: { symbol: '\"DB_Bridge\".Beat', every: 500ms }",
            """
            - { name: A, symbol: '"DB".A', snapshot: x }
            - { name: B, symbol: '"DB".B', snapshot: x }
            - { name: T, symbol: '"DB".T', type: Time, uaType: Int32 }
            """
        );
        Assert.That(
            map.Plcs[0].Heartbeat,
            Is.EqualTo(new PlcHeartbeat(default, TimeSpan.FromMilliseconds(500)) { Symbol = "\"DB_Bridge\".Beat" })
        );
        Assert.That(
            map.Listed.Select(tag => (tag.Details!.Snapshot, tag.Type.Kind)),
            Is.EqualTo(new[] { (1, S7TypeKind.None), (1, S7TypeKind.None), (0, S7TypeKind.DInt) })
        );
        Assert.That(map.Symbols[2].Type.Kind, Is.EqualTo(S7TypeKind.Time), "the CPU is compared with this");
        Assert.That(map.Plcs[0].CpuStateEvery, Is.GreaterThan(TimeSpan.Zero));
    }

    private static string Text(string key, string tags) =>
        Server
        + $"plcs:\n  - name: L\n    host: h\n    protocol: s7plus\n    {key}\n    tags:\n"
        + string.Concat(tags.Split('\n').Select(line => $"      {line}\n"));

    private static TagMap Load(string key, string tags)
    {
        var (map, findings) = MapText.Load(Text(key, tags));
        Assert.That(findings, Is.Empty);
        return map!.Tags;
    }
}
