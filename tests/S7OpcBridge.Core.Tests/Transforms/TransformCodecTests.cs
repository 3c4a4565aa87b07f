using System.Globalization;
using S7OpcBridge.Core.Values;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Tests;

/// <summary>What scale and swap make of the bytes in the PLC, and back.</summary>
public sealed class TransformCodecTests
{
    private static readonly TagDetails Percent = new() { Scale = new TagScale(0, 27648, 0, 100) };
    private readonly CodecCache _codecs = new(
        new PlcDefinition
        {
            Index = 0,
            Name = "Line1",
            Connection = new S7ConnectionOptions { Host = "h" },
        }
    );

    [TestCase("DInt", TagSwap.Word, "03 04 01 02", "16909060")]
    [TestCase("DInt", TagSwap.Byte, "02 01 04 03", "16909060")]
    [TestCase("DInt", TagSwap.Both, "04 03 02 01", "16909060")]
    [TestCase("Real", TagSwap.Word, "00 00 42 C8", "100")]
    [TestCase("Word", TagSwap.Byte, "34 12", "4660")]
    [TestCase("LWord", TagSwap.Word, "07 08 05 06 03 04 01 02", "72623859790382856")]
    [TestCase("LWord", TagSwap.Byte, "02 01 04 03 06 05 08 07", "72623859790382856")]
    [TestCase("LReal", TagSwap.Both, "00 00 00 00 00 00 59 40", "100")]
    public void A_number_in_another_byte_order_is_read_and_written_back(string type, TagSwap swap, string bytes, string number)
    {
        var codec = _codecs.For(TagOf(type, new TagDetails { Swap = swap }));
        Assert.That(codec.TryDecode(Bytes(bytes), out var value), Is.True);
        Assert.That(ValueConversion.TryGetNumber(TagValue.From(value), out var read), Is.True);
        Assert.That(read, Is.EqualTo(double.Parse(number, CultureInfo.InvariantCulture)));
        Assert.That(Encoded(codec, value), Is.EqualTo(bytes));
    }

    [TestCase(2)]
    [TestCase(40)]
    public void Every_number_of_an_array_is_swapped_by_itself(int count)
    {
        var codec = _codecs.For(TagOf($"DInt[{count}]", new TagDetails { Swap = TagSwap.Word }));
        var bytes = string.Join(' ', Enumerable.Repeat("03 04 01 02", count));
        Assert.That(codec.TryDecode(Bytes(bytes), out var value), Is.True);
        Assert.That(value.Reference, Is.EqualTo(Enumerable.Repeat(0x01020304, count)));
        Assert.That(Encoded(codec, value), Is.EqualTo(bytes));
    }

    [Test]
    public void A_scaled_number_is_a_Double_and_comes_back_rounded()
    {
        var tag = TagOf("Int", Percent);
        var codec = _codecs.For(tag);
        Assert.That(codec.TryDecode(Bytes("36 00"), out var value), Is.True);
        Assert.That(value, Is.EqualTo(S7Value.From(50.0)));
        Assert.That(tag.ValueKind, Is.EqualTo(TagValueKind.Double));
        Assert.That(Encoded(codec, S7Value.From(50.001)), Is.EqualTo("36 00"), "13824.28 is 13824");
        Assert.That(Encoded(codec, S7Value.From(50.003)), Is.EqualTo("36 01"), "13824.83 is 13825");
    }

    [TestCase("Int", 119)]
    [TestCase("UInt", -1)]
    [TestCase("Real", 1e38)]
    [TestCase("Int", double.NaN)]
    public void What_the_raw_type_can_not_hold_is_out_of_range(string type, double value) =>
        Assert.That(
            _codecs.For(TagOf(type, Percent)).Encode(S7Value.From(value), new byte[8], out _),
            Is.EqualTo(S7EncodeStatus.OutOfRange)
        );

    [Test]
    public void An_array_of_scaled_and_swapped_numbers_is_read_and_written_back()
    {
        var codec = _codecs.For(TagOf("DInt[3]", new TagDetails { Scale = new TagScale(0, 10, 0, 1), Swap = TagSwap.Word }));
        const string Raw = "00 05 00 00 00 0A 00 00 FF F6 FF FF";
        Assert.That(codec.TryDecode(Bytes(Raw), out var value), Is.True);
        Assert.That(value.Reference, Is.EqualTo(new[] { 0.5, 1, -1 }));
        Assert.That(Encoded(codec, value), Is.EqualTo(Raw));
    }

    [Test]
    public void Scalars_are_scaled_and_swapped_without_allocation()
    {
        var codec = _codecs.For(TagOf("DInt", new TagDetails { Scale = new TagScale(0, 10, 0, 1), Swap = TagSwap.Both }));
        var bytes = Bytes("05 00 00 00");
        Decode(100);
        var before = GC.GetAllocatedBytesForCurrentThread();
        Decode(1000);
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);

        void Decode(int times)
        {
            for (var i = 0; i < times; i++)
                codec.TryDecode(bytes, out _);
        }
    }

    private static Tag TagOf(string type, TagDetails details) =>
        new MapDraft().Plc(1).Class("fast", 10).Tag("T", "DB1.DBB0", type, details).Build().Tags[0];

    private static byte[] Bytes(string hex) => Convert.FromHexString(hex.Replace(" ", ""));

    private static string Encoded(S7Codec codec, S7Value value)
    {
        var bytes = new byte[codec.Size];
        Assert.That(codec.Encode(value, bytes, out var written), Is.EqualTo(S7EncodeStatus.Ok));
        return string.Join(' ', bytes[..written].Select(b => b.ToString("X2", CultureInfo.InvariantCulture)));
    }
}
