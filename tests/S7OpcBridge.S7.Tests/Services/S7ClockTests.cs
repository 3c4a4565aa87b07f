using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests;

[CancelAfter(30_000)]
public sealed class S7ClockTests
{
    private const string AskClock = "03 00 00 1D 02 F0 80  32 07 00 00 {a} 00 08 00 04  00 01 12 04 11 47 01 00  0A 00 00 00";

    [TestCase("00 20 26 03 14 15 09 26 53 57", "2026-03-14T15:09:26.535", TestName = "A_date_of_this_century")]
    [TestCase("00 19 94 01 01 00 00 00 00 07", "1994-01-01T00:00:00.000", TestName = "A_clock_that_was_never_set")]
    [TestCase("00 19 14 08 20 11 59 43 91 24", "2014-08-20T11:59:43.912", TestName = "The_century_byte_of_an_IM151_8_in_2014_is_19")]
    [TestCase("00 20 94 01 01 00 00 00 00 07", "1994-01-01T00:00:00.000", TestName = "The_year_decides_against_the_century_byte")]
    [TestCase("00 00 90 01 01 00 00 00 00 02", "1990-01-01T00:00:00.000", TestName = "No_century_and_a_year_from_90_on")]
    [TestCase("00 00 89 12 31 23 59 59 99 97", "2089-12-31T23:59:59.999", TestName = "No_century_and_a_year_before_90")]
    public async Task The_clock_is_read(string payload, string expected) =>
        Assert.That(await ClockAsync(payload), Is.EqualTo(DateTime.Parse(expected, System.Globalization.CultureInfo.InvariantCulture)));

    [TestCase("00 20 26 13 14 15 09 26 53 57")]
    [TestCase("00 20 26 02 30 15 09 26 53 57")]
    [TestCase("00 20 2A 03 14 15 09 26 53 57")]
    [TestCase("00 00 00 00 00 00 00 00 00 00")]
    public async Task A_clock_that_tells_no_time_is_named(string payload) =>
        await Assert.ThatAsync(
            () => ClockAsync(payload),
            Throws.TypeOf<S7ProtocolException>().With.Message.Contains("is not a date and time")
        );

    [Test]
    public async Task The_clock_is_set_as_STEP_7_does_it_with_milliseconds_and_weekday() =>
        await S7UserdataTests.AskAsync(
            new ScriptedPlcScript()
                .Handshake()
                .Expect(
                    """
                    03 00 00 27 02 F0 80  32 07 00 00 {a} 00 08 00 0E  00 01 12 04 11 47 02 00  FF 09 00 0A
                    00 19 26 03 14 15 09 26 53 57     # the century byte is 19 in every year; a Saturday
                    """
                )
                .Send("03 00 00 21 02 F0 80  32 07 00 00 {a} 00 0C 00 04  00 01 12 08 12 87 02 01 00 00 00 00  0A 00 00 00"),
            async userdata =>
            {
                await userdata.SetClockAsync(new DateTime(2026, 3, 14, 15, 9, 26, 535), CancellationToken.None);
                Assert.That(
                    () => userdata.SetClockAsync(new DateTime(2090, 1, 1), CancellationToken.None),
                    Throws.InstanceOf<ArgumentOutOfRangeException>()
                );
                return true;
            }
        );

    private static Task<DateTime> ClockAsync(string payload) =>
        S7UserdataTests.AskAsync(
            new ScriptedPlcScript()
                .Handshake()
                .Expect(AskClock)
                .Send(
                    $$"""03 00 00 2B 02 F0 80  32 07 00 00 {a} 00 0C 00 0E  00 01 12 08 12 87 01 01 00 00 00 00  FF 09 00 0A {{payload}}"""
                ),
            userdata => userdata.ReadClockAsync(CancellationToken.None)
        );
}
