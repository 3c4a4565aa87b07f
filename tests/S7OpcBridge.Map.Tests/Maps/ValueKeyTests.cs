using S7OpcBridge.Core;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>The keys that change how bytes become a value.</summary>
public sealed class ValueKeyTests
{
    [Test]
    public void Scale_swap_deadband_and_analog_faults_reach_the_tag()
    {
        var tags = MapText.TagsOf(
            """
            - { name: A, address: IW0, type: Int, range: [0, 100], scale: { raw: [0, 27648], value: [0, 100] }, deadband: 0.5, analogFaults: true }
            - { name: B, address: DB1.DBD0, type: Real, swap: both, scale: { raw: [4, 20], value: [-5, -50], curve: sqrt, clamp: true, negate: true } }
            - { name: C, address: DB1.DBD4, type: DInt, swap: Word, deadband: 0 }
            """
        );
        Assert.That(
            tags[0].Details,
            Is.EqualTo(
                new TagDetails
                {
                    Range = new TagRange(0, 100),
                    Scale = new TagScale(0, 27648, 0, 100),
                    Deadband = 0.5,
                    AnalogFaults = true,
                }
            )
        );
        Assert.That(
            tags[1].Details,
            Is.EqualTo(
                new TagDetails
                {
                    Swap = TagSwap.Both,
                    Scale = new TagScale(4, 20, -5, -50)
                    {
                        SquareRoot = true,
                        Clamp = true,
                        Negate = true,
                    },
                }
            )
        );
        Assert.That(tags[2].Details, Is.EqualTo(new TagDetails { Swap = TagSwap.Word }));
        Assert.That(tags.Select(t => t.ValueKind), Is.EqualTo(new[] { TagValueKind.Double, TagValueKind.Double, TagValueKind.Int32 }));
    }

    [Test]
    public void Members_of_a_type_take_them_too()
    {
        var map = MapText
            .Load(
                MapText.WithTags("- { name: M, address: DB1.DBB0, type: Sensor }")
                    + "types: { Sensor: { Raw: { type: Int, scale: { raw: 0..10, value: [0, 1] }, deadband: 2 } } }\n"
            )
            .Map!;
        Assert.That(map.Tags.Tags[0].Details, Is.EqualTo(new TagDetails { Scale = new TagScale(0, 10, 0, 1), Deadband = 2 }));
    }

    [Test]
    public void States_are_pairs_or_texts_from_0_on()
    {
        var tags = MapText.TagsOf(
            """
            - { name: A, address: MB0, type: Byte, states: { 9: Fault, 0: Off, 0x1: On } }
            - { name: B, address: MW2, type: Int, states: [Off, On] }
            """
        );
        Assert.That(tags[0].Details!.States!.All.ToArray(), Is.EqualTo(new TagState[] { new(0, "Off"), new(1, "On"), new(9, "Fault") }));
        Assert.That(tags[1].Details!.States!.All.ToArray(), Is.EqualTo(new TagState[] { new(0, "Off"), new(1, "On") }));
    }

    [TestCase("Time", "Int32", "DInt")]
    [TestCase("LTime", "Int64", "LInt")]
    [TestCase("Time_Of_Day", "uint32", "UDInt")]
    [TestCase("Char(0..9)", "Byte", "Array[0..9] of Byte")]
    [TestCase("Byte", "Boolean", "Array[0..7] of Bool")]
    [TestCase("Word", "Int16", "Int")]
    public void Another_OPC_UA_type_reads_the_plain_number(string type, string uaType, string shown)
    {
        var tag = MapText.TagsOf($"- {{ name: A, address: DB1.DBB8, type: {type}, uaType: {uaType} }}")[0];
        Assert.That($"{tag.Type}", Is.EqualTo(shown));
        Assert.That((tag.Address.Offset, tag.Address.Bit), Is.EqualTo((8, 0)));
    }

    [Test]
    public void A_member_of_a_type_may_have_another_OPC_UA_type_and_states()
    {
        var map = MapText
            .Load(
                MapText.WithTags("- { name: M, address: DB1.DBB0, type: Motor }")
                    + "types: { Motor: { Mode: { type: Int, states: [Off, On] }, Left: { type: Time, uaType: Int32 } } }\n"
            )
            .Map!;
        Assert.That(map.Tags.Tags.Select(t => t.ValueKind), Is.EqualTo(new[] { TagValueKind.Int16, TagValueKind.Int32 }));
        Assert.That(map.Tags.Tags[0].Details!.States!.TextOf(1), Is.EqualTo("On"));
    }

    [TestCase("{quoted}", "\"Motor\".\"Speed\"", "\"Drives\"[1].\"On\"")]
    [TestCase("{dotted}", "Motor.Speed", "Drives[1].On")]
    [TestCase("{plc}|{name}", "Line1|Motor/Speed", "Line1|Drives[1]/On")]
    public void A_pattern_gives_the_node_ids_of_the_whole_map(string pattern, string first, string second)
    {
        var (map, findings) = MapText.Load(
            MapText
                .WithTags(
                    """
                    - { name: Motor/Speed, address: MW0, type: Int }
                    - { name: "Drives[1]/On", address: M2.0 }
                    - { name: Own, address: MW4, type: Int, nodeId: x }
                    """
                )
                .Replace("anonymous: read", $"anonymous: read, nodeIds: \"{pattern}\"")
        );
        Assert.That(findings, Is.Empty);
        Assert.That(map!.Tags.Tags.Select(t => t.Details!.NodeId), Is.EqualTo(new[] { first, second, "x" }));
    }

    [TestCase("{plc}", "map.yaml:2:31: error: the pattern '{plc}' gives every tag the same node id; add {name}, {dotted} or {quoted}")]
    [TestCase("{nme}", "map.yaml:2:31: error: '{nme}' is not a part of a node id; did you mean 'name'?")]
    [TestCase("{name", "map.yaml:2:31: error: the pattern '{name' has an unmatched brace; write {plc}, {name}, {dotted} or {quoted}")]
    [TestCase("name}", "map.yaml:2:31: error: the pattern 'name}' has an unmatched brace; write {plc}, {name}, {dotted} or {quoted}")]
    public void A_pattern_that_can_not_work_is_a_finding(string pattern, string expected) =>
        Assert.That(
            MapText.Load(MapText.WithTags("[]").Replace("anonymous: read", $"anonymous: read, nodeIds: \"{pattern}\"")).Findings,
            Is.EqualTo(new[] { expected })
        );

    [Test]
    public void Two_tags_that_a_pattern_gives_one_node_id_are_a_finding() =>
        Assert.That(
            MapText
                .Load(
                    MapText
                        .WithTags("- { name: A/B, address: MW0, type: Int }\n- { name: A.B, address: MW2, type: Int }")
                        .Replace("anonymous: read", "anonymous: read, nodeIds: \"{dotted}\"")
                )
                .Findings,
            Is.EqualTo(new[] { "map.yaml:10:17: error: the node id 'A.B' is given twice, first at map.yaml:9:17; change one of them" })
        );

    [TestCase("deadband: 1", "deadband goes")]
    [TestCase("unit: rpm", "unit goes")]
    [TestCase("range: [0, 1], limits: [0, 1]", "range and limits go")]
    [TestCase("nodeId: X, uaType: Int32, states: [Off]", "nodeId, states and uaType go")]
    public void What_belongs_to_a_member_is_not_lost_on_its_structure(string keys, string what)
    {
        Assert.That(
            MapText
                .Load(MapText.WithTags($"- {{ name: M, address: DB1.DBB0, type: Motor, {keys} }}") + "types: { Motor: { Speed: Int } }\n")
                .Findings,
            Is.EqualTo(
                new[] { $"map.yaml:9:45: error: {what} with a value, and 'Motor' is a structure; set it for its member under 'types'" }
            )
        );
        Assert.That(
            MapText
                .Load(
                    MapText.WithTags("- { name: M, address: DB1.DBB0, type: Line }")
                        + $"types: {{ Motor: {{ Speed: Int }}, Line: {{ Drive: {{ type: Motor, {keys.Replace("nodeId: X, ", "")} }} }} }}\n"
                )
                .Findings,
            Has.One.EqualTo(
                $"map.yaml:10:56: error: {what.Replace("nodeId, ", "")} with a value, and 'Motor' is a structure; set it for its member"
            )
        );
    }

    [Test]
    public void What_a_structure_says_for_its_members_reaches_those_that_it_fits()
    {
        var tags = MapText
            .Load(
                MapText.WithTags(
                    "- { name: M, address: DB1.DBB0, type: Line, encoding: gbk, timezone: Europe/Berlin, timestamp: scan, writeEvery: 1s }"
                )
                    + """
                    types:
                      Inner: { Name: "String[4]", Code: { type: "String[4]", encoding: latin-1 } }
                      Line: { Speed: Int, At: DTL, Slow: { type: Int, deadband: 2 }, Parts: { type: Inner, access: readwrite, writeEvery: 5s } }

                    """
            )
            .Map!.Tags.Tags;
        Assert.That(tags.Select(tag => tag.Name), Is.EqualTo(new[] { "M/Speed", "M/At", "M/Slow", "M/Parts/Name", "M/Parts/Code" }));
        Assert.That(tags.Select(tag => tag.Details!.Encoding), Is.EqualTo(new[] { null, null, null, "gbk", "latin-1" }));
        Assert.That(tags.Select(tag => tag.Details!.TimeZone), Is.EqualTo(new[] { null, "Europe/Berlin", null, null, null }));
        Assert.That(
            tags.Select(tag => tag.Details!.TimestampEveryScan),
            Is.EqualTo(new[] { true, true, false, true, true }),
            "a deadband and every sample contradict"
        );
        Assert.That(tags.Select(tag => tag.Details!.WriteEvery!.Value.TotalSeconds), Is.EqualTo(new[] { 1, 1, 1, 5, 5 }));
        Assert.That(
            tags.Select(tag => tag.Access),
            Is.EqualTo(
                new[] { Core.TagAccess.Read, Core.TagAccess.Read, Core.TagAccess.Read, Core.TagAccess.ReadWrite, Core.TagAccess.ReadWrite }
            )
        );
    }

    [TestCase("MD0, type: Real, states: [Off]", "9:40: error: 'states' is only possible for single whole numbers, not for Real; remove it")]
    [TestCase(
        "MB0, type: Byte, states: { 0: Off, 256: On }",
        "9:40: error: Byte holds 0 to 255, and 'states' goes from 0 to 256; check states and type"
    )]
    [TestCase(
        "MW0, type: Int, states: [Off], unit: rpm",
        "9:40: error: 'states' excludes keys for measured values; remove scale, deadband, unit, range and limits, or 'states'"
    )]
    [TestCase("MW0, type: Int, states: { 0: Off, 0x0: On }", "9:63: error: the state 0x0 is given twice; remove one of them")]
    [TestCase(
        "MW0, type: Int, states: { off: 0 }",
        "9:55: error: 'off' is not a whole number; write numbers with their texts, such as { 0: Off, 1: On }"
    )]
    [TestCase("MW0, type: Int, states: []", "9:53: error: 'states' is empty; write numbers with their texts, such as { 0: Off, 1: On }")]
    [TestCase("MD0, type: Real, uaType: Int32", "9:40: error: Real can't be shown as Int32; remove 'uaType'")]
    [TestCase("MD0, type: Time, uaType: UInt32", "9:40: error: Time can't be shown as UInt32; write 'uaType: Int32', or remove it")]
    [TestCase(
        "MB0, type: Byte, uaType: Int16",
        "9:40: error: Byte can't be shown as Int16; write 'uaType: SByte' or 'Boolean', or remove it"
    )]
    [TestCase("M0.0, deadband: 1", "9:29: error: 'deadband' is only possible for single numbers, not for Bool; remove it")]
    [TestCase(
        "DB1.DBW0, type: Int(0..3), deadband: 1",
        "9:45: error: 'deadband' is only possible for single numbers, not for Array[0..3] of Int; remove it"
    )]
    [TestCase(
        "MW0, type: Int, deadband: 1, timestamp: scan",
        "9:40: error: 'deadband' suppresses values, but 'timestamp: scan' sends every one; remove one of them"
    )]
    [TestCase("MW0, type: Int, deadband: -1", "9:55: error: 'deadband' is the text '-1'; write a number of at least 0")]
    [TestCase(
        "DB1.DBB0, type: String(5), scale: { raw: [0, 1], value: [0, 2] }",
        "9:45: error: 'scale' is only possible for numbers, not for String[5]; remove it"
    )]
    [TestCase(
        "MW0, type: Int, scale: { raw: [0, 1] }",
        "9:52: error: the scale has no 'value'; write both ends of both, such as { raw: [0, 27648], value: [0, 100] }"
    )]
    [TestCase(
        "MW0, type: Int, scale: { raw: [5, 5], value: [0, 1] }",
        "9:59: error: 'raw' does not define a line; write two different numbers, such as [0, 27648]"
    )]
    [TestCase(
        "MW0, type: Int, scale: { raw: [0, 5], value: [0, 1], curve: square }",
        "9:89: error: unknown value 'square' for 'curve'; known are linear, sqrt"
    )]
    [TestCase(
        "MB0, type: Byte, swap: word",
        "9:40: error: 'swap' is only possible for numbers of two bytes or more, not for Byte; remove it"
    )]
    [TestCase("MW0, type: Int, swap: word", "9:40: error: Int is a single word; write 'swap: byte', or check 'type'")]
    [TestCase(
        "MD0, type: Time, swap: word",
        "9:40: error: 'swap' is only possible for numbers of two bytes or more, not for Time; remove it"
    )]
    [TestCase(
        "MD0, type: DInt, analogFaults: true",
        "9:40: error: 'analogFaults' is only possible for the Int or Word of an analog module, not for DInt; remove it"
    )]
    [TestCase(
        "MW0, type: Int, swap: byte, analogFaults: true",
        "9:40: error: 'analogFaults' detects codes of Siemens modules, which need no 'swap'; remove one of them"
    )]
    public void What_makes_no_sense_is_a_finding(string keys, string expected) =>
        Assert.That(MapText.FindingsOfTags($"- {{ name: A, address: {keys} }}"), Is.EqualTo(new[] { "map.yaml:" + expected }));
}
