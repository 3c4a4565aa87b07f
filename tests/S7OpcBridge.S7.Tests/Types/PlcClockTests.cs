using System.Globalization;
using S7OpcBridge.S7.Types.Clock;

namespace S7OpcBridge.S7.Tests;

public class PlcClockTests
{
    /// <summary>
    /// UTC+1 with an hour more from the last Sunday of March, 02:00, to the last Sunday of October, 03:00: made here, so that no zone database is needed.
    /// </summary>
    private static readonly TimeZoneInfo Berlin = MakeBerlin();

    [TestCase("2024-01-15 12:00", "2024-01-15T11:00Z")]
    [TestCase("2024-07-15 12:00", "2024-07-15T10:00Z")]
    [TestCase("2024-07-15 00:30", "2024-07-14T22:30Z")]
    [TestCase("2024-03-31 01:59", "2024-03-31T00:59Z")]
    [TestCase("2024-03-31 03:00", "2024-03-31T01:00Z")]
    [TestCase("2024-10-27 01:59", "2024-10-26T23:59Z")]
    [TestCase("2024-10-27 03:00", "2024-10-27T02:00Z")]
    [TestCase("2024-10-27 23:00", "2024-10-27T22:00Z")]
    public void The_clock_on_the_wall_is_put_into_UTC_and_back(string clock, string utc)
    {
        Assert.That(ToUtc(clock), Is.EqualTo(utc));
        Assert.That(PlcClock.FromUtc(Ticks(utc), Berlin), Is.EqualTo(Ticks(clock)));
    }

    [TestCase("2024-10-27 02:00", "2024-10-27T00:00Z")]
    [TestCase("2024-10-27 02:30", "2024-10-27T00:30Z")]
    [TestCase("2024-10-27 02:59", "2024-10-27T00:59Z")]
    public void A_repeated_hour_is_its_first_occurrence(string clock, string utc) => Assert.That(ToUtc(clock), Is.EqualTo(utc));

    [TestCase("2024-03-31 02:00", "2024-03-31T01:00Z")]
    [TestCase("2024-03-31 02:30", "2024-03-31T01:30Z")]
    [TestCase("2024-03-31 02:59", "2024-03-31T01:59Z")]
    public void A_skipped_time_counts_as_if_the_clock_had_not_been_put_forward_yet(string clock, string utc) =>
        Assert.That(ToUtc(clock), Is.EqualTo(utc));

    [Test]
    public void DT_DTL_and_LDT_use_the_zone_and_Date_does_not()
    {
        var options = S7CodecOptions.Default with { Zone = Berlin };
        Assert.That(Decode(new(S7TypeKind.DateAndTime), "24 07 15 12 00 00 00 02"), Is.EqualTo(Ticks("2024-07-15T10:00Z")));
        Assert.That(Decode(new(S7TypeKind.DTL), "07 E8 07 0F 02 0C 00 00 00 00 00 00"), Is.EqualTo(Ticks("2024-07-15T10:00Z")));
        Assert.That(Decode(new(S7TypeKind.LDT), "00 00 00 00 00 00 00 00"), Is.EqualTo(Ticks("1969-12-31T23:00Z")));
        Assert.That(Decode(new(S7TypeKind.Date), "00 00"), Is.EqualTo(Ticks("1990-01-01T00:00Z")));

        long Decode(S7DataType type, string hex)
        {
            Assert.That(S7Codec.Create(type, 0, options).TryDecode(Convert.FromHexString(hex.Replace(" ", "")), out var value), Is.True);
            return value.Bits;
        }
    }

    [FsCheck.NUnit.Property]
    public bool Every_moment_but_those_of_the_second_repeated_hour_survives_the_round_trip(uint minutes)
    {
        var utc = new DateTime(1990, 1, 1).Ticks + (minutes % (100L * 365 * 24 * 60) * TimeSpan.TicksPerMinute);
        var clock = PlcClock.FromUtc(utc, Berlin);
        var again = PlcClock.ToUtc(clock, Berlin);
        return again == utc || (again == utc - TimeSpan.TicksPerHour && Berlin.IsAmbiguousTime(new DateTime(clock)));
    }

    [FsCheck.NUnit.Property]
    public bool The_system_agrees_wherever_it_has_an_answer(uint minutes)
    {
        var clock = new DateTime(1990, 1, 1).AddMinutes(minutes % (100L * 365 * 24 * 60));
        return Berlin.IsAmbiguousTime(clock)
            || Berlin.IsInvalidTime(clock)
            || PlcClock.ToUtc(clock.Ticks, Berlin) == TimeZoneInfo.ConvertTimeToUtc(clock, Berlin).Ticks;
    }

    private static string ToUtc(string clock) =>
        new DateTime(PlcClock.ToUtc(Ticks(clock), Berlin)).ToString("yyyy-MM-dd'T'HH:mm'Z'", CultureInfo.InvariantCulture);

    private static long Ticks(string text) => DateTime.Parse(text.TrimEnd('Z'), CultureInfo.InvariantCulture).Ticks;

    private static TimeZoneInfo MakeBerlin()
    {
        var start = TimeZoneInfo.TransitionTime.CreateFloatingDateRule(new DateTime(1, 1, 1, 2, 0, 0), 3, 5, DayOfWeek.Sunday);
        var end = TimeZoneInfo.TransitionTime.CreateFloatingDateRule(new DateTime(1, 1, 1, 3, 0, 0), 10, 5, DayOfWeek.Sunday);
        var rule = TimeZoneInfo.AdjustmentRule.CreateAdjustmentRule(
            DateTime.MinValue.Date,
            DateTime.MaxValue.Date,
            TimeSpan.FromHours(1),
            start,
            end
        );
        return TimeZoneInfo.CreateCustomTimeZone("Test/Berlin", TimeSpan.FromHours(1), "Berlin", "CET", "CEST", [rule]);
    }
}
