using System.Text;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Tests.Services;

internal sealed class IndexRangeTests
{
    [TestCase("0"), TestCase("4:7"), TestCase("1,2:3,0")]
    public void Ranges_are_read_and_printed(string text) => Assert.That(Parse(text).ToString(), Is.EqualTo(text));

    [
        TestCase("5:2"),
        TestCase("-2:0"),
        TestCase("2-4"),
        TestCase("1:1"),
        TestCase(" 1"),
        TestCase("1,"),
        TestCase(","),
        TestCase("1:"),
        TestCase(":1"),
        TestCase("1:2:3"),
        TestCase("99999999999"),
        TestCase("0,0,0,0,0,0,0,0,0,0,0"),
        TestCase("ä")
    ]
    [ConformanceUnit("Attribute Read")]
    public void What_is_no_range_is_invalid(string text) =>
        Assert.That(
            StatusCodes.NameOf(IndexRange.Parse(Encoding.UTF8.GetBytes(text), out _)),
            Is.EqualTo(nameof(StatusCodes.BadIndexRangeInvalid))
        );

    [TestCase("0", new[] { 1 }), TestCase("1:2", new[] { 2, 3 }), TestCase("3:99", new[] { 4 })]
    [ConformanceUnit("Attribute Read")]
    public void Arrays_are_cut_and_the_upper_bound_is_clipped(string text, int[] expected)
    {
        var status = Parse(text).Apply(Variant.FromArray(BuiltInType.Int32, (int[])[1, 2, 3, 4]), out var part);
        Assert.That((status, part.Type, part.IsArray), Is.EqualTo(((StatusCode)StatusCodes.Good, BuiltInType.Int32, true)));
        Assert.That(part.Reference, Is.EqualTo(expected));
    }

    [Test]
    public void Matrices_are_cut_in_every_dimension()
    {
        var matrix = new Variant(BuiltInType.Byte, 0, Enumerable.Range(0, 24).Select(i => (byte)i).ToArray(), isArray: true, [2, 3, 4]);
        Parse("1,0:1,2:9").Apply(matrix, out var part);
        Assert.That(part.Dimensions, Is.EqualTo((int[])[1, 2, 2]));
        Assert.That(part.Reference, Is.EqualTo((byte[])[14, 15, 18, 19]));
    }

    [Test]
    public void Texts_byte_strings_and_their_arrays_are_cut_inside()
    {
        Parse("1:2").Apply(Variant.From("Motor"), out var text);
        Parse("3").Apply(new Variant(BuiltInType.ByteString, 0, (byte[])[1, 2, 3, 4]), out var bytes);
        Parse("0:1,1:2").Apply(Variant.FromArray(BuiltInType.String, (string[])["Motor", "A", "x"]), out var texts);
        Assert.That(text.Reference, Is.EqualTo("ot"));
        Assert.That(bytes.Reference, Is.EqualTo((byte[])[4]));
        Assert.That(texts.Reference, Is.EqualTo((string[])["ot", ""]));
    }

    [TestCase("4"), TestCase("0,0")]
    public void Outside_the_array_there_is_no_data(string text) =>
        Assert.That(
            StatusCodes.NameOf(Parse(text).Apply(Variant.FromArray(BuiltInType.Int32, (int[])[1, 2, 3, 4]), out _)),
            Is.EqualTo("BadIndexRangeNoData")
        );

    [Test]
    public void Scalars_and_null_arrays_have_no_parts()
    {
        foreach (
            var value in (Variant[])
                [Variant.From(5), default, Variant.FromArray(BuiltInType.Int32, null), Variant.From((string?)null), Variant.From("")]
        )
            Assert.That(StatusCodes.NameOf(Parse("0").Apply(value, out _)), Is.EqualTo("BadIndexRangeNoData"));
    }

    private static IndexRange Parse(string text)
    {
        Assert.That(StatusCodes.NameOf(IndexRange.Parse(Encoding.UTF8.GetBytes(text), out var range)), Is.EqualTo("Good"));
        return range!;
    }
}
