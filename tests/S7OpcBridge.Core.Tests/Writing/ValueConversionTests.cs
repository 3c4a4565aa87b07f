using S7OpcBridge.Core.Values;

namespace S7OpcBridge.Core.Tests;

public sealed class ValueConversionTests
{
    [TestCase(TagValueKind.Int32, 127L, TagValueKind.SByte, TagWriteResult.Ok)]
    [TestCase(TagValueKind.Int32, 128L, TagValueKind.SByte, TagWriteResult.OutOfRange)]
    [TestCase(TagValueKind.Int32, -1L, TagValueKind.UInt16, TagWriteResult.OutOfRange)]
    [TestCase(TagValueKind.Int64, 65535L, TagValueKind.UInt16, TagWriteResult.Ok)]
    [TestCase(TagValueKind.UInt64, -1L, TagValueKind.Int64, TagWriteResult.OutOfRange)]
    [TestCase(TagValueKind.UInt64, -1L, TagValueKind.UInt64, TagWriteResult.Ok)]
    [TestCase(TagValueKind.Int32, 16_777_216L, TagValueKind.Single, TagWriteResult.Ok)]
    [TestCase(TagValueKind.Int32, 16_777_217L, TagValueKind.Single, TagWriteResult.OutOfRange)]
    [TestCase(TagValueKind.Boolean, 1L, TagValueKind.Int16, TagWriteResult.TypeMismatch)]
    [TestCase(TagValueKind.Int16, 1L, TagValueKind.Boolean, TagWriteResult.TypeMismatch)]
    [TestCase(TagValueKind.DateTime, 1L, TagValueKind.Int64, TagWriteResult.TypeMismatch)]
    [TestCase(TagValueKind.Int64, 1L, TagValueKind.DateTime, TagWriteResult.TypeMismatch)]
    public void Integral_values_go_where_they_fit(TagValueKind kind, long bits, TagValueKind target, TagWriteResult expected) =>
        Assert.That(ValueConversion.Scalar(new TagValue(kind, bits), target, out _), Is.EqualTo(expected));

    [TestCase(3.0, TagValueKind.Int16, TagWriteResult.Ok)]
    [TestCase(3.5, TagValueKind.Int16, TagWriteResult.TypeMismatch)]
    [TestCase(40_000.0, TagValueKind.Int16, TagWriteResult.OutOfRange)]
    [TestCase(1e30, TagValueKind.UInt64, TagWriteResult.OutOfRange)]
    [TestCase(double.NaN, TagValueKind.Int16, TagWriteResult.OutOfRange)]
    [TestCase(0.1, TagValueKind.Single, TagWriteResult.Ok)]
    [TestCase(1e39, TagValueKind.Single, TagWriteResult.OutOfRange)]
    [TestCase(double.NaN, TagValueKind.Single, TagWriteResult.Ok)]
    [TestCase(double.PositiveInfinity, TagValueKind.Single, TagWriteResult.Ok)]
    [TestCase(1500.0, TagValueKind.Duration, TagWriteResult.Ok)]
    public void Floating_values_go_where_they_fit(double value, TagValueKind target, TagWriteResult expected) =>
        Assert.That(ValueConversion.Scalar(Values.Double(value), target, out _), Is.EqualTo(expected));

    [Test]
    public void Text_is_no_number_and_a_number_no_text()
    {
        Assert.That(ValueConversion.Scalar(Values.Text("1"), TagValueKind.Int16, out _), Is.EqualTo(TagWriteResult.TypeMismatch));
        Assert.That(ValueConversion.Scalar(Values.Int16(1), TagValueKind.Text, out _), Is.EqualTo(TagWriteResult.TypeMismatch));
    }

    [FsCheck.NUnit.Property(MaxTest = 1000)]
    public bool What_is_accepted_keeps_its_value(long bits, int kinds)
    {
        var source = TagValueKind.SByte + (byte)((uint)kinds % 8);
        var target = TagValueKind.SByte + (byte)((uint)kinds / 8 % 8);
        var value = new TagValue(source, Fit(source, bits));
        return ValueConversion.Scalar(value, target, out var converted) != TagWriteResult.Ok
            || (
                converted.Kind == target
                && Number(converted) == Number(value)
                && Number(value) >= NumberRange.ForKind(target).Low
                && Number(value) <= NumberRange.ForKind(target).High
            );
    }

    [Test]
    public void Arrays_are_converted_element_by_element_and_one_bad_element_decides()
    {
        var fits = Values.Array(TagValueKind.Int32, new[] { 1, -2, 3 });
        Assert.That(ArrayElements.Convert(fits, TagValueKind.Int16, out var converted), Is.EqualTo(TagWriteResult.Ok));
        Assert.That(converted.Reference, Is.EqualTo(new short[] { 1, -2, 3 }));

        var doesNot = Values.Array(TagValueKind.Int32, new[] { 1, 40_000, 3 });
        Assert.That(ArrayElements.Convert(doesNot, TagValueKind.Int16, out _), Is.EqualTo(TagWriteResult.OutOfRange));
    }

    [Test]
    public void An_array_that_is_not_what_its_kind_says_is_refused()
    {
        Assert.That(
            ArrayElements.Convert(Values.Array(TagValueKind.Byte, new sbyte[] { 1 }), TagValueKind.Byte, out _),
            Is.EqualTo(TagWriteResult.TypeMismatch)
        );
        Assert.That(
            ArrayElements.Convert(new TagValue(TagValueKind.Int16, 0, null, IsArray: true), TagValueKind.Int16, out _),
            Is.EqualTo(TagWriteResult.TypeMismatch)
        );
    }

    private static long Fit(TagValueKind kind, long bits) =>
        kind switch
        {
            TagValueKind.SByte => (sbyte)bits,
            TagValueKind.Byte => (byte)bits,
            TagValueKind.Int16 => (short)bits,
            TagValueKind.UInt16 => (ushort)bits,
            TagValueKind.Int32 => (int)bits,
            TagValueKind.UInt32 => (uint)bits,
            _ => bits,
        };

    private static Int128 Number(in TagValue value) => value.Kind == TagValueKind.UInt64 ? (ulong)value.Bits : value.Bits;
}
