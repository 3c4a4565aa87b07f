using static S7OpcBridge.S7.Tests.CodecBytes;

namespace S7OpcBridge.S7.Tests;

/// <summary>Times and spans of time against the bytes that a PLC holds, written out.</summary>
public class TimeCodecTests
{
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
    public void Spans_of_time(string type, string bytes, double milliseconds) => BothWays(type, bytes, S7Value.FromDuration(milliseconds));

    [TestCase("S5Time", "20 05", 5_000, "05 00")]
    [TestCase("S5Time", "C0 05", 50, "00 05")]
    public void S5Time_is_read_in_any_base_and_written_in_the_finest(string type, string bytes, double milliseconds, string written)
    {
        Assert.That(Decode(type, bytes), Is.EqualTo(S7Value.FromDuration(milliseconds)));
        Assert.That(Encode(type, S7Value.FromDuration(milliseconds)), Is.EqualTo(written));
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
        Assert.That(Encode("S5Time", S7Value.FromDuration(milliseconds)), Is.EqualTo(bytes));

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
        Refuses(type, S7Value.FromDuration(milliseconds), S7EncodeStatus.OutOfRange);

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
    public void A_date_that_the_type_cannot_hold_is_out_of_range(string type, string utc) =>
        Refuses(type, At(utc), S7EncodeStatus.OutOfRange);

    [Test]
    public void Ticks_that_are_no_date_are_out_of_range()
    {
        foreach (var type in (string[])["Date", "DT", "DTL", "LDT"])
        {
            Refuses(type, S7Value.FromDateTime(-1), S7EncodeStatus.OutOfRange);
            Refuses(type, S7Value.FromDateTime(long.MaxValue), S7EncodeStatus.OutOfRange);
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

    [Test]
    public void A_weekday_nibble_is_not_looked_at_when_reading() =>
        Assert.That(Decode("DT", "24 02 29 00 00 00 00 00"), Is.EqualTo(At("2024-02-29T00:00:00Z")));

    [Test]
    public void Arrays_of_dates_are_ticks() =>
        BothWays(
            "Date[0..1]",
            "00 00 00 01",
            S7Value.FromArray(S7ValueKind.DateTime, new long[] { new DateTime(1990, 1, 1).Ticks, new DateTime(1990, 1, 2).Ticks })
        );

    private static S7Value At(string utc) =>
        S7Value.FromDateTime(DateTimeOffset.Parse(utc, System.Globalization.CultureInfo.InvariantCulture).UtcTicks);
}
