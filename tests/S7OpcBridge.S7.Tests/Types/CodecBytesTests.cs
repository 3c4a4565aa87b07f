using static S7OpcBridge.S7.Tests.CodecBytes;

namespace S7OpcBridge.S7.Tests;

/// <summary>Every type against the bytes that a PLC holds, written out.</summary>
public class CodecBytesTests
{
    [TestCase("Byte", "FF", 255)]
    [TestCase("USInt", "80", 128)]
    [TestCase("SInt", "80", -128)]
    [TestCase("SInt", "7F", 127)]
    [TestCase("Word", "FF FE", 0xFFFE)]
    [TestCase("UInt", "80 00", 0x8000)]
    [TestCase("Int", "80 00", -32768)]
    [TestCase("Int", "7F FF", 32767)]
    [TestCase("Int", "FF FF", -1)]
    [TestCase("DWord", "FF FF FF FF", 0xFFFFFFFFL)]
    [TestCase("UDInt", "80 00 00 00", 0x80000000L)]
    [TestCase("DInt", "80 00 00 00", int.MinValue)]
    [TestCase("DInt", "00 00 01 00", 256)]
    [TestCase("LInt", "80 00 00 00 00 00 00 00", long.MinValue)]
    [TestCase("LInt", "7F FF FF FF FF FF FF FF", long.MaxValue)]
    [TestCase("ULInt", "FF FF FF FF FF FF FF FF", -1L)]
    [TestCase("LWord", "80 00 00 00 00 00 00 01", long.MinValue + 1)]
    [TestCase("Bcd16", "12 34", 1234)]
    [TestCase("Bcd16", "99 99", 9999)]
    [TestCase("Bcd32", "12 34 56 78", 12345678)]
    [TestCase("Bcd32", "99 99 99 99", 99999999)]
    [TestCase("Counter", "09 99", 999)]
    [TestCase("Counter", "00 00", 0)]
    public void Whole_numbers(string type, string bytes, long bits) => BothWays(type, bytes, new S7Value(TypeOf(type).ValueKind, bits));

    [TestCase("3F 80 00 00", 1f)]
    [TestCase("80 00 00 00", -0f)]
    [TestCase("7F 80 00 00", float.PositiveInfinity)]
    [TestCase("FF 80 00 00", float.NegativeInfinity)]
    [TestCase("7F 7F FF FF", float.MaxValue)]
    [TestCase("00 00 00 01", float.Epsilon)]
    public void Real(string bytes, float value) => BothWays("Real", bytes, S7Value.From(value));

    [TestCase("7F C0 00 00")]
    [TestCase("FF C1 23 45")]
    [TestCase("7F 80 00 01")]
    [TestCase("FF BF FF FF")]
    public void A_NaN_keeps_its_payload(string bytes)
    {
        BothWays("Real", bytes, new S7Value(S7ValueKind.Single, Convert.ToUInt32(bytes.Replace(" ", ""), 16)));
        BothWays(
            "LReal",
            "7F F0 00 00 " + bytes,
            new S7Value(S7ValueKind.Double, 0x7FF0_0000_0000_0000 | Convert.ToUInt32(bytes.Replace(" ", ""), 16))
        );
    }

    [TestCase("3F F0 00 00 00 00 00 00", 1d)]
    [TestCase("7F EF FF FF FF FF FF FF", double.MaxValue)]
    [TestCase("FF F0 00 00 00 00 00 00", double.NegativeInfinity)]
    public void LReal(string bytes, double value) => BothWays("LReal", bytes, S7Value.From(value));

    [TestCase("Bcd16", "00 0A")]
    [TestCase("Bcd16", "A0 00")]
    [TestCase("Bcd32", "00 00 F0 00")]
    [TestCase("Counter", "0A 00")]
    [TestCase("S5Time", "0A 00")]
    [TestCase("S5Time", "00 A0")]
    [TestCase("Timer", "00 0F")]
    [TestCase("TOD", "05 26 5C 00")]
    [TestCase("LTOD", "00 00 4E 94 91 4F 00 00")]
    [TestCase("Date", "FF 63")]
    [TestCase("DT", "00 00 00 00 00 00 00 00")]
    [TestCase("DT", "23 02 29 00 00 00 00 00")]
    [TestCase("DT", "23 13 01 00 00 00 00 00")]
    [TestCase("DT", "23 01 01 24 00 00 00 00")]
    [TestCase("DT", "23 01 01 00 60 00 00 00")]
    [TestCase("DT", "23 01 01 00 00 60 00 00")]
    [TestCase("DT", "23 01 01 00 00 0A 00 00")]
    [TestCase("DT", "A0 01 01 00 00 00 00 00")]
    [TestCase("DT", "23 01 01 00 00 00 00 A1")]
    [TestCase("DTL", "00 00 00 00 00 00 00 00 00 00 00 00")]
    [TestCase("DTL", "07 E7 02 1D 01 00 00 00 00 00 00 00")]
    [TestCase("DTL", "07 E7 02 1C 01 18 00 00 00 00 00 00")]
    [TestCase("DTL", "07 E7 02 1C 01 00 00 00 3B 9A CA 00")]
    [TestCase("DTL", "09 FB 02 1C 01 00 00 00 00 00 00 00")]
    [TestCase("LDT", "80 00 00 00 00 00 00 00")]
    public void Bytes_that_are_no_value_of_the_type_are_refused(string type, string bytes) =>
        Assert.That(Codec(type).TryDecode(Bytes(bytes), out _), Is.False);

    [TestCase("Counter", "F1 23", 123)]
    public void Bits_above_a_counter_mean_nothing(string type, string bytes, long value) =>
        Assert.That(Decode(type, bytes), Is.EqualTo(S7Value.From(S7ValueKind.UInt16, value)));

    [TestCase("Bcd16", 10000)]
    [TestCase("Counter", 1000)]
    public void A_number_with_too_many_digits_is_out_of_range(string type, long value) =>
        Refuses(type, S7Value.From(S7ValueKind.UInt16, value), S7EncodeStatus.OutOfRange);

    [TestCase("Bool", 0, "01", true)]
    [TestCase("Bool", 7, "80", true)]
    [TestCase("Bool", 3, "F7", false)]
    public void A_bit_of_a_byte(string type, int bit, string bytes, bool value)
    {
        var codec = S7Codec.Create(TypeOf(type), bit, S7CodecOptions.Default);
        Assert.That(codec.TryDecode(Bytes(bytes), out var decoded), Is.True);
        Assert.That(decoded, Is.EqualTo(S7Value.From(value)));
        Assert.That(codec.OwnsItsBytes, Is.False);

        var destination = new byte[1];
        Assert.That(codec.Encode(decoded, destination, out var written), Is.EqualTo(S7EncodeStatus.Ok));
        Assert.That((destination[0], written), Is.EqualTo((value ? (byte)1 : (byte)0, 1)));
    }

    [TestCase(0, 8, "A5", "10100101", true)]
    [TestCase(5, 3, "A0", "101", false)]
    [TestCase(5, 4, "A0 01", "1011", false)]
    [TestCase(7, 10, "80 00 01", "1000000001", false)]
    public void Bool_arrays_begin_at_any_bit(int bit, int length, string bytes, string bits, bool ownsItsBytes)
    {
        var codec = S7Codec.Create(new(S7TypeKind.Bool, ArrayLength: length), bit, S7CodecOptions.Default);
        Assert.That((codec.Size, codec.OwnsItsBytes), Is.EqualTo((Bytes(bytes).Length, ownsItsBytes)));
        Assert.That(codec.TryDecode(Bytes(bytes), out var value), Is.True);
        // Written with the lowest bit first.
        Assert.That(value.Reference, Is.EqualTo(bits.Select(c => c == '1').ToArray()));

        var destination = Enumerable.Repeat((byte)0xFF, codec.Size).ToArray();
        Assert.That(codec.Encode(value, destination, out var written), Is.EqualTo(S7EncodeStatus.Ok));
        Assert.That((Hex(destination), written), Is.EqualTo((bytes, codec.Size)));
    }

    [TestCase("Int[0..2]", "00 01 FF FF 80 00", new short[] { 1, -1, short.MinValue })]
    [TestCase("Real[0..1]", "3F 80 00 00 C0 00 00 00", new float[] { 1, -2 })]
    [TestCase("SInt[0..1]", "FF 01", new sbyte[] { -1, 1 })]
    [TestCase("Byte[0..1]", "FF 01", new byte[] { 255, 1 })]
    [TestCase("Time[0..1]", "FF FF FF FF 00 00 00 02", new double[] { -1, 2 })]
    [TestCase("S5Time[0..1]", "00 01 39 99", new double[] { 10, 9_990_000 })]
    [TestCase("Bcd16[0..1]", "00 42 99 99", new ushort[] { 42, 9999 })]
    [TestCase("String[3](0..1)", "03 01 41 00 00 00 03 03 41 42 43", new[] { "A", "ABC" })]
    [TestCase("WString[2](0..1)", "00 02 00 01 20 AC 00 00 00 02 00 00 00 00 00 00", new[] { "€", "" })]
    [TestCase("Char[0..2]", "41 42 43", new[] { "A", "B", "C" })]
    [TestCase("Chars(2)[0..1]", "41 42 43 00", new[] { "AB", "C" })]
    public void Arrays(string type, string bytes, object elements) =>
        BothWays(type, bytes, S7Value.FromArray(TypeOf(type).ValueKind, (Array)elements));

    [Test]
    public void One_bad_element_spoils_its_array() => Assert.That(Codec("Date[0..1]").TryDecode(Bytes("00 00 FF FF"), out _), Is.False);

    [Test]
    public void An_array_of_another_length_or_kind_is_a_mismatch()
    {
        Refuses("Int[0..2]", S7Value.FromArray(S7ValueKind.Int16, new short[2]), S7EncodeStatus.TypeMismatch);
        Refuses("Int[0..2]", S7Value.FromArray(S7ValueKind.UInt16, new ushort[3]), S7EncodeStatus.TypeMismatch);
        Refuses("Int[0..2]", S7Value.From(S7ValueKind.Int16, 1), S7EncodeStatus.TypeMismatch);
        Refuses("Int", S7Value.FromArray(S7ValueKind.Int16, new short[1]), S7EncodeStatus.TypeMismatch);
        Refuses("Bool[0..2]", S7Value.FromArray(S7ValueKind.Boolean, new bool[2]), S7EncodeStatus.TypeMismatch);
        Refuses("Bool", S7Value.From(S7ValueKind.Byte, 1), S7EncodeStatus.TypeMismatch);
        Refuses("Real", S7Value.From(1.0), S7EncodeStatus.TypeMismatch);
        Refuses("String[3]", S7Value.From(1.0), S7EncodeStatus.TypeMismatch);
        Refuses("Bcd16[0..1]", S7Value.FromArray(S7ValueKind.UInt16, new ushort[] { 1, 10000 }), S7EncodeStatus.OutOfRange);
    }

    [Test]
    public void Bits_beyond_the_kind_are_out_of_range() =>
        Refuses("Int", S7Value.From(S7ValueKind.Int16, 32768), S7EncodeStatus.OutOfRange);

    [Test]
    public void A_type_that_is_none_is_refused_at_once()
    {
        Assert.That(() => S7Codec.Create(default, 0, S7CodecOptions.Default), Throws.ArgumentException);
        Assert.That(
            () => S7Codec.Create(new(S7TypeKind.String), 0, S7CodecOptions.Default),
            Throws.ArgumentException.With.Message.Contains("1–254")
        );
        Assert.That(() => S7Codec.Create(new(S7TypeKind.Int, 5), 0, S7CodecOptions.Default), Throws.ArgumentException);
        Assert.That(
            () => S7Codec.Create(new(S7TypeKind.Bool), 8, S7CodecOptions.Default),
            Throws.InstanceOf<ArgumentOutOfRangeException>()
        );
    }
}
