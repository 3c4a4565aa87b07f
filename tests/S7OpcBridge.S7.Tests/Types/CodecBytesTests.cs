using System.Text;

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
    public void Whole_numbers(string type, string bytes, long bits) =>
        BothWays(type, bytes, new S7Value(TypeOf(type).ValueKind, bits));

    [TestCase("3F 80 00 00", 1f)]
    [TestCase("80 00 00 00", -0f)]
    [TestCase("7F 80 00 00", float.PositiveInfinity)]
    [TestCase("FF 80 00 00", float.NegativeInfinity)]
    [TestCase("7F 7F FF FF", float.MaxValue)]
    [TestCase("00 00 00 01", float.Epsilon)]
    public void Real(string bytes, float value) => BothWays("Real", bytes, S7Value.Of(value));

    [TestCase("7F C0 00 00")]
    [TestCase("FF C1 23 45")]
    [TestCase("7F 80 00 01")]
    [TestCase("FF BF FF FF")]
    public void A_NaN_keeps_its_payload(string bytes)
    {
        BothWays("Real", bytes, new S7Value(S7ValueKind.Single, Convert.ToUInt32(bytes.Replace(" ", ""), 16)));
        BothWays("LReal", "7F F0 00 00 " + bytes, new S7Value(S7ValueKind.Double, 0x7FF0_0000_0000_0000 | Convert.ToUInt32(bytes.Replace(" ", ""), 16)));
    }

    [TestCase("3F F0 00 00 00 00 00 00", 1d)]
    [TestCase("7F EF FF FF FF FF FF FF", double.MaxValue)]
    [TestCase("FF F0 00 00 00 00 00 00", double.NegativeInfinity)]
    public void LReal(string bytes, double value) => BothWays("LReal", bytes, S7Value.Of(value));

    [TestCase("Time", "FF FF FF FF", -1)]
    [TestCase("Time", "80 00 00 00", int.MinValue)]
    [TestCase("Time", "7F FF FF FF", int.MaxValue)]
    [TestCase("LTime", "FF FF FF FF FF FF FF FF", -0.000001)]
    [TestCase("LTime", "00 00 00 00 00 0F 42 41", 1.000001)]
    [TestCase("TOD", "05 26 5B FF", 86_399_999)]
    [TestCase("LTOD", "00 00 4E 94 91 4E FF FF", 86_399_999.999999)]
    [TestCase("S5Time", "00 00", 0)]
    [TestCase("S5Time", "09 99", 9_990)]
    [TestCase("S5Time", "11 00", 10_000)]
    [TestCase("S5Time", "19 99", 99_900)]
    [TestCase("S5Time", "29 99", 999_000)]
    [TestCase("S5Time", "39 99", 9_990_000)]
    [TestCase("S5Time", "31 00", 1_000_000)]
    [TestCase("Timer", "01 23", 1_230)]
    public void Spans_of_time(string type, string bytes, double milliseconds) => BothWays(type, bytes, S7Value.OfDuration(milliseconds));

    [TestCase("S5Time", "20 05", 5_000, "05 00")]
    [TestCase("S5Time", "C0 05", 50, "00 05")]
    public void S5Time_is_read_in_any_base_and_written_in_the_finest(string type, string bytes, double milliseconds, string written)
    {
        Assert.That(Decode(type, bytes), Is.EqualTo(S7Value.OfDuration(milliseconds)));
        Assert.That(Encode(type, S7Value.OfDuration(milliseconds)), Is.EqualTo(written));
    }

    [TestCase(4, "00 00")]
    [TestCase(5, "00 01")]
    [TestCase(9_994, "09 99")]
    [TestCase(9_995, "11 00")]
    [TestCase(10_049, "11 00")]
    [TestCase(10_050, "11 01")]
    [TestCase(999_499, "29 99")]
    [TestCase(999_500, "31 00")]
    public void S5Time_rounds_to_its_base_on_write(double milliseconds, string bytes) =>
        Assert.That(Encode("S5Time", S7Value.OfDuration(milliseconds)), Is.EqualTo(bytes));

    [TestCase("S5Time", -1)]
    [TestCase("S5Time", 9_990_001)]
    [TestCase("S5Time", double.NaN)]
    [TestCase("S5Time", double.PositiveInfinity)]
    [TestCase("Time", 2147483648)]
    [TestCase("Time", -2147483649)]
    [TestCase("Time", double.NegativeInfinity)]
    [TestCase("LTime", 9223372036854.9)]
    [TestCase("LTime", -9223372036854.9)]
    [TestCase("LTime", double.MaxValue)]
    [TestCase("TOD", 86_400_000)]
    [TestCase("TOD", -1)]
    [TestCase("LTOD", 86_400_000)]
    public void A_span_that_the_type_cannot_hold_is_out_of_range(string type, double milliseconds) =>
        Refuses(type, S7Value.OfDuration(milliseconds), S7EncodeStatus.OutOfRange);

    [TestCase("Date", "00 00", "1990-01-01T00:00:00Z")]
    [TestCase("Date", "FF 62", "2168-12-31T00:00:00Z")]
    [TestCase("DT", "90 01 01 00 00 00 00 02", "1990-01-01T00:00:00Z")]
    [TestCase("DT", "89 12 31 23 59 59 99 97", "2089-12-31T23:59:59.999Z")]
    [TestCase("DT", "24 02 29 12 34 56 78 95", "2024-02-29T12:34:56.789Z")]
    [TestCase("DT", "99 12 31 23 59 59 00 06", "1999-12-31T23:59:59Z")]
    [TestCase("DT", "00 01 01 00 00 00 00 17", "2000-01-01T00:00:00.001Z")]
    [TestCase("DTL", "07 B2 01 01 05 00 00 00 00 00 00 00", "1970-01-01T00:00:00Z")]
    [TestCase("DTL", "07 E8 02 1D 05 17 3B 3B 3B 9A C9 9C", "2024-02-29T23:59:59.9999999Z")]
    [TestCase("DTL", "09 FA 0C 1F 03 17 3B 3B 00 00 00 64", "2554-12-31T23:59:59.0000001Z")]
    [TestCase("LDT", "00 00 00 00 00 00 00 00", "1970-01-01T00:00:00Z")]
    [TestCase("LDT", "7F FF FF FF FF FF FF 94", "2262-04-11T23:47:16.8547757Z")]
    public void Points_in_time(string type, string bytes, string utc) => BothWays(type, bytes, At(utc));

    [TestCase("Date", "1989-12-31T23:59:59Z")]
    [TestCase("Date", "2169-01-01T00:00:00Z")]
    [TestCase("DT", "1989-12-31T23:59:59Z")]
    [TestCase("DT", "2090-01-01T00:00:00Z")]
    [TestCase("DTL", "1969-12-31T23:59:59Z")]
    [TestCase("DTL", "2555-01-01T00:00:00Z")]
    [TestCase("LDT", "1969-12-31T23:59:59Z")]
    [TestCase("LDT", "2262-04-12T00:00:00Z")]
    public void A_date_that_the_type_cannot_hold_is_out_of_range(string type, string utc) => Refuses(type, At(utc), S7EncodeStatus.OutOfRange);

    [Test]
    public void Ticks_that_are_no_date_are_out_of_range()
    {
        foreach (var type in (string[])["Date", "DT", "DTL", "LDT"])
        {
            Refuses(type, S7Value.OfDateTime(-1), S7EncodeStatus.OutOfRange);
            Refuses(type, S7Value.OfDateTime(long.MaxValue), S7EncodeStatus.OutOfRange);
        }
    }

    [Test]
    public void A_written_Date_is_the_day_of_the_time() => Assert.That(Encode("Date", At("1990-01-02T23:59:59Z")), Is.EqualTo("00 01"));

    [Test]
    public void A_written_DT_is_cut_to_milliseconds() =>
        Assert.That(Encode("DT", At("2023-12-31T23:59:59.9999999Z")), Is.EqualTo("23 12 31 23 59 59 99 91"));

    [Test]
    public void Nanoseconds_below_100_are_dropped() =>
        Assert.That(Decode("DTL", "07 B2 01 01 05 00 00 00 00 00 00 C7"), Is.EqualTo(At("1970-01-01T00:00:00.0000001Z")));

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
        Assert.That(Decode(type, bytes), Is.EqualTo(S7Value.Of(S7ValueKind.UInt16, value)));

    [TestCase("Bcd16", 10000)]
    [TestCase("Counter", 1000)]
    public void A_number_with_too_many_digits_is_out_of_range(string type, long value) =>
        Refuses(type, S7Value.Of(S7ValueKind.UInt16, value), S7EncodeStatus.OutOfRange);

    [Test]
    public void A_weekday_nibble_is_not_looked_at_when_reading() =>
        Assert.That(Decode("DT", "24 02 29 00 00 00 00 00"), Is.EqualTo(At("2024-02-29T00:00:00Z")));

    [TestCase("Bool", 0, "01", true)]
    [TestCase("Bool", 7, "80", true)]
    [TestCase("Bool", 3, "F7", false)]
    public void A_bit_of_a_byte(string type, int bit, string bytes, bool value)
    {
        var codec = S7Codec.Create(TypeOf(type), bit, S7CodecOptions.Default);
        Assert.That(codec.TryDecode(Bytes(bytes), out var decoded), Is.True);
        Assert.That(decoded, Is.EqualTo(S7Value.Of(value)));
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
    public void Arrays(string type, string bytes, object elements) => BothWays(type, bytes, S7Value.OfArray(TypeOf(type).ValueKind, (Array)elements));

    [Test]
    public void Arrays_of_dates_are_ticks() =>
        BothWays(
            "Date[0..1]",
            "00 00 00 01",
            S7Value.OfArray(S7ValueKind.DateTime, new long[] { new DateTime(1990, 1, 1).Ticks, new DateTime(1990, 1, 2).Ticks })
        );

    [Test]
    public void One_bad_element_spoils_its_array() => Assert.That(Codec("Date[0..1]").TryDecode(Bytes("00 00 FF FF"), out _), Is.False);

    [Test]
    public void An_array_of_another_length_or_kind_is_a_mismatch()
    {
        Refuses("Int[0..2]", S7Value.OfArray(S7ValueKind.Int16, new short[2]), S7EncodeStatus.TypeMismatch);
        Refuses("Int[0..2]", S7Value.OfArray(S7ValueKind.UInt16, new ushort[3]), S7EncodeStatus.TypeMismatch);
        Refuses("Int[0..2]", S7Value.Of(S7ValueKind.Int16, 1), S7EncodeStatus.TypeMismatch);
        Refuses("Int", S7Value.OfArray(S7ValueKind.Int16, new short[1]), S7EncodeStatus.TypeMismatch);
        Refuses("Bool[0..2]", S7Value.OfArray(S7ValueKind.Boolean, new bool[2]), S7EncodeStatus.TypeMismatch);
        Refuses("Bool", S7Value.Of(S7ValueKind.Byte, 1), S7EncodeStatus.TypeMismatch);
        Refuses("Real", S7Value.Of(1.0), S7EncodeStatus.TypeMismatch);
        Refuses("String[3]", S7Value.Of(1.0), S7EncodeStatus.TypeMismatch);
        Refuses("Bcd16[0..1]", S7Value.OfArray(S7ValueKind.UInt16, new ushort[] { 1, 10000 }), S7EncodeStatus.OutOfRange);
    }

    [Test]
    public void Bits_beyond_the_kind_are_out_of_range() => Refuses("Int", S7Value.Of(S7ValueKind.Int16, 32768), S7EncodeStatus.OutOfRange);

    [Test]
    public void A_type_that_is_none_is_refused_at_once()
    {
        Assert.That(() => S7Codec.Create(default, 0, S7CodecOptions.Default), Throws.ArgumentException);
        Assert.That(() => S7Codec.Create(new(S7TypeKind.String), 0, S7CodecOptions.Default), Throws.ArgumentException.With.Message.Contains("1–254"));
        Assert.That(() => S7Codec.Create(new(S7TypeKind.Int, 5), 0, S7CodecOptions.Default), Throws.ArgumentException);
        Assert.That(() => S7Codec.Create(new(S7TypeKind.Bool), 8, S7CodecOptions.Default), Throws.InstanceOf<ArgumentOutOfRangeException>());
    }

    private static S7Value At(string utc) => S7Value.OfDateTime(DateTimeOffset.Parse(utc, System.Globalization.CultureInfo.InvariantCulture).UtcTicks);

    private static void BothWays(string type, string bytes, S7Value value)
    {
        Assert.That(Codec(type).Size, Is.EqualTo(Bytes(bytes).Length));
        Assert.That(Decode(type, bytes), Is.EqualTo(value));
        Assert.That(Encode(type, value), Is.EqualTo(bytes));
    }

    private static S7Value Decode(string type, string bytes)
    {
        Assert.That(Codec(type).TryDecode(Bytes(bytes), out var value), Is.True);
        return value;
    }

    private static string Encode(string type, S7Value value)
    {
        var codec = Codec(type);
        var destination = Enumerable.Repeat((byte)0xEE, codec.Size).ToArray();
        Assert.That(codec.Encode(value, destination, out var written), Is.EqualTo(S7EncodeStatus.Ok));
        Assert.That(written, Is.EqualTo(codec.Size - codec.WriteOffset));
        return Hex(destination);
    }

    private static void Refuses(string type, S7Value value, S7EncodeStatus status)
    {
        var codec = Codec(type);
        Assert.That(codec.Encode(value, new byte[codec.Size], out var written), Is.EqualTo(status));
        Assert.That(written, Is.Zero);
    }

    private static S7Codec Codec(string type) => S7Codec.Create(TypeOf(type), 0, S7CodecOptions.Default);

    private static S7DataType TypeOf(string text) =>
        S7DataType.TryParse(text, out var type, out var error) ? type : throw new AssertionException(error);

    private static byte[] Bytes(string hex) => Convert.FromHexString(hex.Replace(" ", ""));

    private static string Hex(byte[] bytes) => BitConverter.ToString(bytes).Replace('-', ' ');
}
