using System.Net;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.ClientMemory;

/// <summary>
/// All clients of one address together may have nine tenths of a table, unless it is this machine. Here 127.0.0.2 and 127.0.0.3 stand for other machines.
/// </summary>
[CancelAfter(60_000)]
internal sealed class AddressShareTests : UaServerFixture
{
    private const int Sessions = 200,
        Items = 2_000;
    private static readonly IPAddress Greedy = IPAddress.Parse("127.0.0.2"),
        Other = IPAddress.Parse("127.0.0.3");

    [Test]
    public async Task Sessions_of_one_address_leave_the_last_tenth_to_others()
    {
        await StartAsync(options =>
            options with
            {
                IsLocal = IPAddress.Loopback.Equals,
                Limits = options.Limits with { MaxSessions = Sessions },
            }
        );
        var got = 0;
        while (await StatusOf(SessionFromAsync(Greedy)) == "Good")
            got++;
        Assert.That(got, Is.InRange(0.85 * Sessions, 0.92 * Sessions));
        Assert.That(await StatusOf(SessionFromAsync(Greedy)), Is.EqualTo("BadTooManySessions"));
        Assert.That(await StatusOf(SessionFromAsync(Other)), Is.EqualTo("Good"));
        Assert.That(await StatusOf(SessionAsync()), Is.EqualTo("Good"), "nor is this machine counted with it");
    }

    [Test]
    public async Task This_machine_may_have_all_sessions_because_a_tunnel_brings_everybody()
    {
        await StartAsync(options => options with { Limits = options.Limits with { MaxSessions = Sessions } });
        for (var i = 0; i < Sessions; i++)
            await SessionFromAsync(Greedy);
        Assert.That(Server.Server.Sessions, Is.EqualTo(Sessions));
    }

    [Test]
    public async Task Monitored_items_of_one_address_leave_the_last_tenth_to_others_in_however_many_sessions()
    {
        await StartAsync(options =>
            options with
            {
                IsLocal = IPAddress.Loopback.Equals,
                Limits = options.Limits with { Subscriptions = options.Limits.Subscriptions with { MaxMonitoredItems = Items } },
            }
        );
        var got = 0;
        for (var i = 0; i < 40; i++)
            got += await MonitorAsync(await SessionFromAsync(Greedy), 100);
        Assert.That(got, Is.InRange(0.85 * Items, 0.96 * Items), "nine tenths, and what a turn may be beyond");
        Assert.That(await MonitorAsync(await SessionFromAsync(Other), 50), Is.EqualTo(50));
    }

    private async Task<UaTestClient> SessionFromAsync(IPAddress from)
    {
        var channel = await UaTestChannel.ConnectAsync(Server.Port, from, Stop);
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop);
        var client = Keep(new UaTestClient(channel));
        await client.CreateSessionAsync(Stop);
        await client.ActivateAsync(Stop);
        return client;
    }

    private static async Task<int> MonitorAsync(UaTestClient client, int count)
    {
        var subscription = (
            await client.CallAsync<CreateSubscriptionResponse>(
                new CreateSubscriptionRequest { RequestedPublishingInterval = 3_600_000 },
                Stop
            )
        ).SubscriptionId;
        return await MonitoredItems.CreateAsync(client, subscription, count, Stop);
    }
}
