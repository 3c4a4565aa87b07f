using S7OpcBridge.Core;

namespace S7OpcBridge.Tests;

/// <summary>The keys that change how bytes become a value.</summary>
public sealed class ValueKeyTests
{
    [Test]
    public void Scale_swap_deadband_and_analog_faults_reach_the_tag()
    {
        var tags = MapText.TagsOf("""
            - { name: A, address: IW0, type: Int, range: [0, 100], scale: { raw: [0, 27648], value: [0, 100] }, deadband: 0.5, analogFaults: true }
            - { name: B, address: DB1.DBD0, type: Real, swap: both, scale: { raw: [4, 20], value: [-5, -50], curve: sqrt, clamp: true, negate: true } }
            - { name: C, address: DB1.DBD4, type: DInt, swap: Word, deadband: 0 }
            """);
        Assert.That(tags[0].Details, Is.EqualTo(new TagDetails { Range = new TagRange(0, 100), Scale = new TagScale(0, 27648, 0, 100), Deadband = 0.5, AnalogFaults = true }));
        Assert.That(tags[1].Details, Is.EqualTo(new TagDetails { Swap = TagSwap.Both, Scale = new TagScale(4, 20, -5, -50) { SquareRoot = true, Clamp = true, Negate = true } }));
        Assert.That(tags[2].Details, Is.EqualTo(new TagDetails { Swap = TagSwap.Word }));
        Assert.That(tags.Select(t => t.ValueKind), Is.EqualTo(new[] { TagValueKind.Double, TagValueKind.Double, TagValueKind.Int32 }));
    }

    [Test]
    public void Members_of_a_type_take_them_too()
    {
        var map = MapText.Load(MapText.WithTags("- { name: M, address: DB1.DBB0, type: Sensor }") + "types: { Sensor: { Raw: { type: Int, scale: { raw: 0..10, value: [0, 1] }, deadband: 2 } } }\n").Map!;
        Assert.That(map.Tags.Tags[0].Details, Is.EqualTo(new TagDetails { Scale = new TagScale(0, 10, 0, 1), Deadband = 2 }));
    }

    [TestCase("M0.0, deadband: 1", "9:29: error: 'deadband' goes with single numbers, and Bool is none; remove it")]
    [TestCase("DB1.DBW0, type: Int(0..3), deadband: 1", "9:45: error: 'deadband' goes with single numbers, and Array[0..3] of Int is none; remove it")]
    [TestCase("MW0, type: Int, deadband: 1, timestamp: scan", "9:40: error: 'deadband' keeps values back and 'timestamp: scan' sends every one; remove one of them")]
    [TestCase("MW0, type: Int, deadband: -1", "9:55: error: 'deadband' is the text '-1'; write a number of at least 0")]
    [TestCase("DB1.DBB0, type: String(5), scale: { raw: [0, 1], value: [0, 2] }", "9:45: error: 'scale' goes with numbers, and String[5] is none; remove it")]
    [TestCase("MW0, type: Int, scale: { raw: [0, 1] }", "9:52: error: the scale has no 'value'; write both ends of both, such as { raw: [0, 27648], value: [0, 100] }")]
    [TestCase("MW0, type: Int, scale: { raw: [5, 5], value: [0, 1] }", "9:59: error: 'raw' makes no line; write two different numbers, such as [0, 27648]")]
    [TestCase("MW0, type: Int, scale: { raw: [0, 5], value: [0, 1], curve: square }", "9:89: error: unknown value 'square' for 'curve'; known are linear, sqrt")]
    [TestCase("MB0, type: Byte, swap: word", "9:40: error: 'swap' goes with numbers of two bytes or more, and Byte is none; remove it")]
    [TestCase("MW0, type: Int, swap: word", "9:40: error: Int is a single word; write 'swap: byte', or check 'type'")]
    [TestCase("MD0, type: Time, swap: word", "9:40: error: 'swap' goes with numbers of two bytes or more, and Time is none; remove it")]
    [TestCase("MD0, type: DInt, analogFaults: true", "9:40: error: 'analogFaults' goes with the Int or Word of an analog module, and DInt is none; remove it")]
    [TestCase("MW0, type: Int, swap: byte, analogFaults: true", "9:40: error: 'analogFaults' looks for codes of Siemens modules, whose bytes need no 'swap'; remove one of them")]
    public void What_makes_no_sense_is_a_finding(string keys, string expected) =>
        Assert.That(MapText.FindingsOfTags($"- {{ name: A, address: {keys} }}"), Is.EqualTo(new[] { "map.yaml:" + expected }));
}
