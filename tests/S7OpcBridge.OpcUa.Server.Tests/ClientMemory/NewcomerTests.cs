using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.ClientMemory;

/// <summary>
/// Tables that others have filled, at their real size and with the limits as they are unless the map says otherwise: a newcomer gets in at its first try.
/// </summary>
[CancelAfter(240_000)]
internal sealed class NewcomerTests : UaServerFixture
{
    [Test]
    public async Task Behind_498_sessions_whose_connections_are_gone_and_that_may_stay_for_an_hour()
    {
        await StartAsync();
        var leavers = await Task.WhenAll(Enumerable.Range(0, 498).Select(_ => LeaverAsync()));
        foreach (var leaver in leavers)
            await leaver.DisposeAsync();
        for (var i = 0; i < 20; i++)
            Assert.That((await SessionAsync()).Session!.RevisedSessionTimeout, Is.EqualTo(60_000));
        Assert.That(Server.Server.Sessions, Is.EqualTo(500));
    }

    [Test]
    public async Task Behind_10_000_subscriptions_that_outlive_their_sessions()
    {
        await StartAsync();
        for (var i = 0; i < 60 && Server.Server.Subscriptions < 10_000; i++)
        {
            await using var leaver = await UaTestClient.ConnectAsync(Server.Port, Stop);
            while (await StatusOf(SubscribeAsync(leaver)) == "Good")
            {
                // As many as it gets.
            }

            await leaver.CallAsync<CloseSessionResponse>(new CloseSessionRequest { DeleteSubscriptions = false }, Stop);
        }

        Assert.That(Server.Server.Subscriptions, Is.InRange(9_990, 10_000));
        var newcomer = await SessionAsync();
        for (var i = 0; i < 20; i++)
            Assert.That(await StatusOf(SubscribeAsync(newcomer)), Is.EqualTo("Good"));
        Assert.That(Server.Server.Subscriptions, Is.InRange(9_990, 10_000));
    }

    [Test]
    public async Task Beside_one_who_takes_as_many_monitored_items_as_it_can_get()
    {
        await StartAsync();
        var greedy = await SessionAsync();
        var subscription = await SubscribeAsync(greedy);
        int taken = 0,
            got;
        do taken += got = await MonitoredItems.CreateAsync(greedy, subscription, 10_000, Stop);
        while (got > 0);
        var most = (await greedy.ReadAsync(Stop, Ids.Server_ServerCapabilities_MaxMonitoredItems))[0].Value.Bits;
        Assert.That(taken, Is.InRange(0.75 * most, 0.82 * most), "four fifths");
        var newcomer = await SessionAsync();
        Assert.That(await MonitoredItems.CreateAsync(newcomer, await SubscribeAsync(newcomer), 10_000, Stop), Is.EqualTo(10_000));
    }

    private async Task<UaTestClient> LeaverAsync()
    {
        var client = new UaTestClient(await UaTestChannel.OpenAsync(Server.Port, Stop));
        await client.CreateSessionAsync(Stop, change: static request => request.RequestedSessionTimeout = 3_600_000);
        await client.ActivateAsync(Stop);
        return client;
    }

    private static async Task<uint> SubscribeAsync(UaTestClient client) =>
        (
            await client.CallAsync<CreateSubscriptionResponse>(
                new CreateSubscriptionRequest
                {
                    RequestedPublishingInterval = 3_600_000,
                    RequestedLifetimeCount = uint.MaxValue,
                    RequestedMaxKeepAliveCount = uint.MaxValue,
                },
                Stop
            )
        ).SubscriptionId;
}
