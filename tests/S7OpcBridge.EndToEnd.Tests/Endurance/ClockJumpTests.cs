using S7OpcBridge.OpcUa;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// The time of day jumps under the running bridge, as a wrong battery, a first NTP answer or a person makes it. A small library in its process
/// (tests/interop/wall-clock.c) plays that.
/// </summary>
[TestFixture, CancelAfter(600_000), Parallelizable, Platform("Linux")]
public sealed class ClockJumpTests
{
    [Test]
    public async Task The_time_of_day_jumps_by_hours_and_only_timestamps_follow(CancellationToken cancellationToken)
    {
        using var clock = await WallClock.MakeAsync(cancellationToken);
        await using var plc = FieldPlc.Start(TimeSpan.FromMilliseconds(200));
        await using var bridge = await Bridge.StartInShellAsync(
            FieldPlc.Map(plc),
            $"{clock.Environment} exec {{bridge}}",
            cancellationToken
        );
        await using var client = await Subscriber.SubscribeAsync(bridge.Endpoint, 50, cancellationToken, "Line1/Count");
        await client.FlowAsync(0, cancellationToken);

        foreach (var hours in new[] { 5, -5, 26, 0 })
        {
            clock.Set(TimeSpan.FromHours(hours));
            var value = await client.NextAsync(
                0,
                value => Math.Abs((TimeOf(value.SourceTime) - TimeProvider.System.GetUtcNow()).TotalHours - hours) < 0.1,
                cancellationToken
            );
            Assert.That((TimeOf(value.ServerTime) - TimeOf(value.SourceTime)).Duration(), Is.LessThan(TimeSpan.FromMinutes(1)));
            for (var i = 0; i < 10; i++)
                await client.FlowAsync(0, cancellationToken);
            var age = BitConverter.Int64BitsToDouble(
                (await client.ReadAsync("Line1/_Status/Scans/fast/Age", cancellationToken)).Value.Bits
            );
            Assert.That(age, Is.InRange(0, 60_000), "an age is a time that has passed");
        }

        var numbers = client.NumbersOf(0);
        Assert.That(numbers, Is.EqualTo(Enumerable.Range((int)numbers[0], numbers.Length)), "every value once, none left out");
        Assert.That(client.Of(0).SkipWhile(value => value.Status.IsBad).Select(value => value.Status.Value & 0xFFFF0000), Is.All.Zero);
        Assert.That((client.Gaps, client.Ended), Is.EqualTo((0, (Exception?)null)), "the session and its subscription went on");
        Assert.That(
            (plc.Counters.ConnectionsAccepted, plc.Counters.ConnectionsOpen),
            Is.EqualTo((1, 1)),
            "and so did the connection of the PLC"
        );
    }

    private static DateTimeOffset TimeOf(long ticks) => new(UaTime.ToTicks(ticks), TimeSpan.Zero);
}
