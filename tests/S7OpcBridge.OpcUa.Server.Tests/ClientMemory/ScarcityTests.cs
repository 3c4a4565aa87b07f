using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.ClientMemory;

/// <summary>What clients leave behind, or take all of, keeps nobody else out.</summary>
[CancelAfter(60_000)]
internal sealed class ScarcityTests : UaServerFixture
{
    private const long Sixteen = 16L << 20;

    [Test]
    public async Task Unfinished_requests_of_many_clients_are_bounded_together_and_a_bystander_notices_nothing()
    {
        await StartAsync(options => options with { Limits = options.Limits with { ClientMemory = Sixteen } });
        var bystander = await SessionAsync();
        var chunk = new byte[60_000];
        var errors = new List<string>();
        for (var i = 0; i < 40; i++)
        {
            var attacker = await SessionAsync();
            errors.Add(await StatusOf(HoardAsync(attacker, chunk)));
            Assert.That(Server.Server.ClientMemory.Taken, Is.LessThan(Sixteen + (2 << 20)));
        }

        Assert.That(await bystander.ReadAsync(Stop, UaTestNodes.IdOfVariable(0)), Has.Length.EqualTo(1));
        Assert.That(Server.Server.ClientMemory.GaveWay, Is.GreaterThan(10));
    }

    [Test]
    public async Task Who_gives_way_is_told_so()
    {
        await StartAsync(options =>
            options with
            {
                Limits = options.Limits with { ClientMemory = Sixteen, MaxMessageSize = int.MaxValue },
            }
        );
        var waiting = new List<Task>();
        for (var i = 0; i < 17; i++)
        {
            var attacker = await SessionAsync();
            await SubscribeAsync(attacker);
            waiting.Add(attacker.CallAsync<PublishResponse>(new PublishRequest(), Stop));
            await StatusOf(HoardAsync(attacker, new byte[60_000]));
        }

        var why = await StatusOf(await Task.WhenAny(waiting));
        Assert.That(why, Is.EqualTo("ERR BadTcpNotEnoughResources"));
    }

    [Test]
    public async Task Sessions_whose_connection_is_gone_give_way_to_a_newcomer_and_keep_their_subscriptions()
    {
        await StartAsync(options => options with { Limits = options.Limits with { MaxSessions = 3 } });
        for (var i = 0; i < 3; i++)
        {
            var client = await UaTestClient.ConnectAsync(Server.Port, Stop);
            await SubscribeAsync(client);
            await client.DisposeAsync();
        }

        await ConnectionsAsync(0);
        for (var i = 0; i < 3; i++)
            await SessionAsync();
        Assert.That(Server.Server.Subscriptions, Is.EqualTo(3));
        Assert.That(
            await StatusOf((await ClientAsync()).CreateSessionAsync(Stop)),
            Is.EqualTo("BadTooManySessions"),
            "those who are connected stay"
        );
    }

    [Test]
    public async Task Sessions_of_a_user_whose_connection_is_gone_give_way_when_the_same_user_activates_another()
    {
        const int users = 100;
        await StartAsync(options =>
            options with
            {
                SecurityPolicies = [SecurityPolicy.None, SecurityPolicy.Basic256Sha256],
                Certificate = UaTestCertificates.Shared.Server,
                CheckClientCertificate = (_, _) => StatusCodes.Good,
                CheckUserName = (name, _, _, _) => ValueTask.FromResult<UaUser?>(new UaUser(name, [])),
                Limits = options.Limits with { MaxSessions = users + 10 },
            }
        );
        var clients = new List<UaTestClient>();
        for (var i = 0; i < users; i++)
        {
            clients.Add(Keep(await UaTestLogin.CreatedAsync(Server.Port, Stop)));
            Assert.That(await UaTestLogin.StatusAsync(clients[i], "mes", "", Stop), Is.EqualTo("Good"));
        }

        var last = await UaTestLogin.CreatedAsync(Server.Port, Stop);
        Assert.That(
            await UaTestLogin.StatusAsync(Keep(last), "mes", "", Stop),
            Is.EqualTo("BadTooManySessions"),
            "those who are connected stay"
        );

        await clients[0].DisposeAsync();
        await ConnectionsAsync(users);
        Assert.That(await UaTestLogin.StatusAsync(last, "mes", "", Stop), Is.EqualTo("Good"));
        Assert.That(
            (await Server.HappensAsync<SessionClosed>(Stop)).Text,
            Does.Contain("its client was not connected, and its place was needed")
        );
        Assert.That(Server.Server.Sessions, Is.EqualTo(users));
    }

    [Test]
    public async Task Subscriptions_that_were_left_behind_give_way_to_new_ones()
    {
        await StartAsync(options =>
            options with
            {
                Limits = options.Limits with { Subscriptions = options.Limits.Subscriptions with { MaxSubscriptions = 3 } },
            }
        );
        var leaver = await SessionAsync();
        var ids = new List<uint>();
        for (var i = 0; i < 3; i++)
            ids.Add(await SubscribeAsync(leaver));
        var newcomer = await SessionAsync();
        Assert.That(await StatusOf(SubscribeAsync(newcomer)), Is.EqualTo("BadTooManySubscriptions"), "somebody has them");
        await leaver.CallAsync<CloseSessionResponse>(new CloseSessionRequest { DeleteSubscriptions = false }, Stop);
        Assert.That(await StatusOf(SubscribeAsync(newcomer)), Is.EqualTo("Good"));
        Assert.That(Server.Server.Subscriptions, Is.EqualTo(3));
    }

    [Test]
    public async Task One_session_cannot_take_all_monitored_items_however_long_it_tries()
    {
        await StartAsync(options =>
            options with
            {
                Limits = options.Limits with { Subscriptions = options.Limits.Subscriptions with { MaxMonitoredItems = 2000 } },
            }
        );
        var (greedy, newcomer) = (await SessionAsync(), await SessionAsync());
        var subscription = await SubscribeAsync(greedy);
        var good = 0;
        for (var i = 0; i < 30; i++)
            good += await MonitoredItems.CreateAsync(greedy, subscription, 100, Stop);
        Assert.That(good, Is.InRange(1500, 1800), "four fifths, and what a turn may be beyond");
        Assert.That(await MonitoredItems.CreateAsync(newcomer, await SubscribeAsync(newcomer), 200, Stop), Is.EqualTo(200));
    }

    [Test]
    public async Task No_subscription_outlives_its_client_for_longer_than_the_limit()
    {
        await StartAsync();
        var created = await (await SessionAsync()).CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 3_600_000,
                RequestedLifetimeCount = uint.MaxValue,
                RequestedMaxKeepAliveCount = uint.MaxValue,
            },
            Stop
        );
        Assert.That(created.RevisedPublishingInterval * created.RevisedLifetimeCount, Is.LessThanOrEqualTo(3_600_000));
    }

    [Test]
    public async Task Acknowledgements_without_end_are_refused()
    {
        await StartAsync();
        var client = await SessionAsync();
        await SubscribeAsync(client);
        var request = new PublishRequest
        {
            SubscriptionAcknowledgements = [.. Enumerable.Range(0, 1001).Select(_ => new SubscriptionAcknowledgement())],
        };
        Assert.That(await StatusOf(client.CallAsync<PublishResponse>(request, Stop)), Is.EqualTo("BadTooManyOperations"));
    }

    [Test]
    public async Task Limits_that_do_not_fit_into_the_memory_are_lowered_and_told()
    {
        await StartAsync(options => options with { Limits = options.Limits with { ClientMemory = Sixteen } });
        var client = await SessionAsync();
        var items = (await client.ReadAsync(Stop, Ids.Server_ServerCapabilities_MaxMonitoredItems))[0].Value.Bits;
        Assert.That((items, client.Session!.MaxRequestMessageSize), Is.EqualTo((65_536, 1u << 20)));
    }

    private static async Task HoardAsync(UaTestClient client, byte[] chunk)
    {
        for (var i = 0; i < 17; i++)
            await client.Channel.SendRawAsync(client.Channel.MessageChunk('C', 77, chunk), Stop);
    }

    private static async Task<uint> SubscribeAsync(UaTestClient client) =>
        (
            await client.CallAsync<CreateSubscriptionResponse>(
                new CreateSubscriptionRequest { RequestedPublishingInterval = 3_600_000 },
                Stop
            )
        ).SubscriptionId;

    private Task ConnectionsAsync(int count) => Poll.UntilAsync(() => Server.Server.Connections <= count, Stop);
}
