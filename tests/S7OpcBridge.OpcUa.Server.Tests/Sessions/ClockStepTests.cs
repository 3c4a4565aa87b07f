using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Sessions;

/// <summary>
/// The wall clock is set while a session is open: its time of day jumps, what has gone by does not, so nothing ends and nothing is sent because of it.
/// </summary>
[CancelAfter(30_000)]
internal sealed class ClockStepTests : UaServerFixture
{
    [TestCase(-1), TestCase(1)]
    public async Task A_session_and_its_subscription_do_not_notice_that_the_clock_is_set(int hours)
    {
        var wall = new WallClock(Clock);
        await StartAsync(options => OnClock(options) with { Time = wall });
        var client = await SessionAsync();
        await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 1000,
                RequestedMaxKeepAliveCount = 5,
                RequestedLifetimeCount = 60,
                PublishingEnabled = true,
            },
            Stop
        );
        var waiting = Enumerable.Range(0, 20).Select(_ => client.CallAsync<PublishResponse>(new PublishRequest(), Stop)).ToArray();
        await ReadAsync();
        Clock.Advance(TimeSpan.FromSeconds(1));
        await waiting[0];

        wall.Offset = TimeSpan.FromHours(hours);
        for (var keepAlives = 1; keepAlives < 10; keepAlives++)
        {
            await ReadAsync();
            Assert.That(waiting.Count(request => request.IsCompleted), Is.EqualTo(keepAlives), "no burst");
            for (var second = 0; second < 5; second++)
                Clock.Advance(TimeSpan.FromSeconds(1));
            var message = await waiting[keepAlives];
            Assert.That(message.NotificationMessage.NotificationData, Is.Empty);
            Assert.That(message.NotificationMessage.PublishTime, Is.EqualTo(UaTime.Now(wall)), "times are those of the clock as it is set");
        }

        Assert.That(Server.Events.OfType<SessionClosed>().Select(e => e.Text), Is.Empty);

        async Task ReadAsync() => Assert.That((await client.ReadAsync(Stop, Ids.Server_ServerStatus_State))[0].Status.IsGood);
    }

    [TestCase(-1), TestCase(1)]
    public async Task A_session_that_is_silent_ends_after_its_timeout_whatever_the_clock_was_set_to(int hours)
    {
        var wall = new WallClock(Clock);
        await StartAsync(options => OnClock(options) with { Time = wall });
        await SessionAsync();
        wall.Offset = TimeSpan.FromHours(hours);
        for (var second = 0; second < 70; second++)
            Clock.Advance(TimeSpan.FromSeconds(1));
        await Server.HappensAsync<SessionClosed>(Stop);
    }

    /// <summary>A clock that may be set; what goes by is measured by the other one.</summary>
    private sealed class WallClock(ManualClock passing) : TimeProvider
    {
        public TimeSpan Offset { get; set; }

        public override long TimestampFrequency => passing.TimestampFrequency;

        public override DateTimeOffset GetUtcNow() => passing.GetUtcNow() + Offset;

        public override long GetTimestamp() => passing.GetTimestamp();

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            passing.CreateTimer(callback, state, dueTime, period);
    }
}
