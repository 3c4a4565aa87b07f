using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Transport;

/// <summary>Every limit as a client meets it: what is asked at the limit is given, one more is refused with its own code, and the session goes on.</summary>
[CancelAfter(30_000)]
internal sealed class LimitTests : UaServerFixture
{
    [Test]
    public async Task Channels_without_a_session_are_counted_apart_and_the_oldest_gives_way()
    {
        await StartAsync(limits => limits with { MaxConnectionsWithoutSession = 3 });
        var (working, also) = (await SessionAsync(), await SessionAsync());
        var first = await OpenAsync();
        for (var i = 0; i < 3; i++)
            await OpenAsync();
        Assert.That(await first.HangsUpAsync(Stop), Is.True);
        foreach (var client in (UaTestClient[])[working, also])
            Assert.That(await client.ReadAsync(Stop, Ids.Server_ServerStatus_State), Has.Length.EqualTo(1));
    }

    [Test]
    public async Task A_request_of_more_bytes_than_allowed_ends_the_channel()
    {
        await StartAsync(limits => limits with { MaxMessageSize = 100_000 });
        var client = await SessionAsync();
        await client.CallBodyAsync(new byte[90_000], Stop);
        Assert.That(await StatusOf(client.CallBodyAsync(new byte[110_000], Stop)), Is.EqualTo("ERR BadTcpMessageTooLarge"));
    }

    [TestCase(9, "Good")]
    [TestCase(12, "BadEncodingLimitsExceeded")]
    public async Task Values_within_values(int levels, string status)
    {
        await StartAsync(limits => limits with { Encoding = limits.Encoding with { MaxNesting = 10 } });
        var nested = Variant.From(1);
        for (var i = 1; i < levels; i++)
            nested = Variant.FromArray(BuiltInType.Variant, (Variant[])[nested]);
        Assert.That(await WriteAsync(nested), Is.EqualTo(status));
    }

    [TestCase(1000, "Good")]
    [TestCase(1001, "BadEncodingLimitsExceeded")]
    public async Task Arrays_texts_and_byte_strings(int length, string status)
    {
        await StartAsync(limits =>
            limits with
            {
                Encoding = new EncodingLimits
                {
                    MaxArrayLength = 1000,
                    MaxStringLength = 1000,
                    MaxByteStringLength = 1000,
                },
            }
        );
        Assert.That(await WriteAsync(Variant.FromArray(BuiltInType.Byte, new byte[length])), Is.EqualTo(status));
        Assert.That(await WriteAsync(Variant.From(new string('x', length))), Is.EqualTo(status));
        Assert.That(await WriteAsync(Variant.FromByteString(new byte[length])), Is.EqualTo(status));
    }

    [TestCase(10, "Good")]
    [TestCase(11, "BadTooManyOperations")]
    public async Task Operations_of_one_call(int count, string status)
    {
        await StartAsync(limits =>
            limits with
            {
                MaxOperationsPerCall = 10,
                Subscriptions = limits.Subscriptions with { MaxOperationsPerCall = 10 },
            }
        );
        var client = await SessionAsync();
        var subscription = await SubscribeAsync(client);
        NodeId[] nodes = [.. Enumerable.Repeat(UaTestNodes.IdOfVariable(0), count)];
        Assert.That(await StatusOf(client.ReadAsync(Stop, nodes)), Is.EqualTo(status), "Read");
        Assert.That(
            await StatusOf(
                client.CallAsync<BrowseResponse>(
                    new BrowseRequest { NodesToBrowse = [.. nodes.Select(n => new BrowseDescription { NodeId = n })] },
                    Stop
                )
            ),
            Is.EqualTo(status),
            "Browse"
        );
        Assert.That(
            await StatusOf(
                client.CallAsync<WriteResponse>(
                    new WriteRequest { NodesToWrite = [.. nodes.Select(n => new WriteValue { NodeId = n, AttributeId = 13 })] },
                    Stop
                )
            ),
            Is.EqualTo(status),
            "Write"
        );
        Assert.That(await StatusOf(MonitorAsync(client, subscription, count)), Is.EqualTo(status), "CreateMonitoredItems");
    }

    [Test]
    public async Task Browses_that_are_not_finished()
    {
        await StartAsync(limits => limits with { MaxContinuationPoints = 2 });
        var client = await SessionAsync();
        var results = (
            await client.CallAsync<BrowseResponse>(
                new BrowseRequest
                {
                    RequestedMaxReferencesPerNode = 1,
                    NodesToBrowse =
                    [
                        .. Enumerable
                            .Range(0, 3)
                            .Select(_ => new BrowseDescription { NodeId = Ids.RootFolder, ReferenceTypeId = Ids.Organizes }),
                    ],
                },
                Stop
            )
        ).Results;
        Assert.That(
            results.Select(r => StatusCodes.NameOf(r.StatusCode)),
            Is.EqualTo((string[])["Good", "Good", "BadNoContinuationPoints"])
        );
    }

    [Test]
    public async Task Subscriptions_of_all_and_of_one_session()
    {
        await StartAsync(limits =>
            limits with
            {
                Subscriptions = limits.Subscriptions with { MaxSubscriptions = 3, MaxSubscriptionsPerSession = 2 },
            }
        );
        var (first, second) = (await SessionAsync(), await SessionAsync());
        Assert.That(await StatusOf(SubscribeAsync(first)), Is.EqualTo("Good"));
        Assert.That(await StatusOf(SubscribeAsync(first)), Is.EqualTo("Good"));
        Assert.That(await StatusOf(SubscribeAsync(first)), Is.EqualTo("BadTooManySubscriptions"), "of one session");
        Assert.That(await StatusOf(SubscribeAsync(second)), Is.EqualTo("Good"));
        Assert.That(await StatusOf(SubscribeAsync(second)), Is.EqualTo("BadTooManySubscriptions"), "of all");
    }

    [Test]
    public async Task Monitored_items_of_all_and_of_one_subscription()
    {
        await StartAsync(limits =>
            limits with
            {
                Subscriptions = limits.Subscriptions with { MaxMonitoredItems = 5, MaxMonitoredItemsPerSubscription = 3 },
            }
        );
        var client = await SessionAsync();
        Assert.That(
            await MonitorAsync(client, await SubscribeAsync(client), 4),
            Is.EqualTo((string[])["Good", "Good", "Good", "BadTooManyMonitoredItems"])
        );
        Assert.That(
            await MonitorAsync(client, await SubscribeAsync(client), 3),
            Is.EqualTo((string[])["Good", "Good", "BadTooManyMonitoredItems"])
        );
    }

    [Test]
    public async Task Publish_requests_that_wait()
    {
        await StartAsync(limits => limits with { Subscriptions = limits.Subscriptions with { MaxPublishRequests = 2 } });
        var client = await SessionAsync();
        await SubscribeAsync(client);
        var waiting = Enumerable.Range(0, 3).Select(_ => client.CallAsync<PublishResponse>(new PublishRequest(), Stop)).ToArray();
        Assert.That(await StatusOf(await Task.WhenAny(waiting)), Is.EqualTo("BadTooManyPublishRequests"), "the oldest is answered");
        Assert.That(waiting.Count(request => request.IsCompleted), Is.EqualTo(1));
    }

    [Test]
    [ConformanceUnit("Base Info Server Capabilities")]
    public async Task Clients_can_read_what_they_may_ask_for()
    {
        await StartAsync(limits =>
            limits with
            {
                MaxSessions = 7,
                MaxContinuationPoints = 8,
                MaxOperationsPerCall = 99,
                Encoding = limits.Encoding with { MaxArrayLength = 1234, MaxStringLength = 2345 },
                Subscriptions = limits.Subscriptions with
                {
                    MaxSubscriptions = 11,
                    MaxSubscriptionsPerSession = 12,
                    MaxMonitoredItems = 13,
                    MaxMonitoredItemsPerSubscription = 14,
                },
            }
        );
        var values = await (await SessionAsync()).ReadAsync(
            Stop,
            Ids.Server_ServerCapabilities_MaxSessions,
            Ids.Server_ServerCapabilities_MaxBrowseContinuationPoints,
            Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerRead,
            Ids.Server_ServerCapabilities_MaxArrayLength,
            Ids.Server_ServerCapabilities_MaxStringLength,
            Ids.Server_ServerCapabilities_MaxSubscriptions,
            Ids.Server_ServerCapabilities_MaxSubscriptionsPerSession,
            Ids.Server_ServerCapabilities_MaxMonitoredItems,
            Ids.Server_ServerCapabilities_MaxMonitoredItemsPerSubscription
        );
        Assert.That(values.Select(v => v.Value.Bits), Is.EqualTo((long[])[7, 8, 99, 1234, 2345, 11, 12, 13, 14]));
    }

    private Task StartAsync(Func<UaServerLimits, UaServerLimits> change) =>
        StartAsync(
            options =>
                options with
                {
                    Limits = change(options.Limits),
                    Write = (_, writes, results, _) =>
                    {
                        foreach (var write in writes)
                            results[write] = StatusCodes.Good;
                        return ValueTask.CompletedTask;
                    },
                },
            new UaTestNodes(BuiltInType.Int32, BuiltInType.Int32, BuiltInType.Int32) { IsWritable = _ => true }
        );

    private async Task<string> WriteAsync(Variant value)
    {
        var client = await SessionAsync();
        var writing = client.CallAsync<WriteResponse>(
            new WriteRequest
            {
                NodesToWrite =
                [
                    new WriteValue
                    {
                        NodeId = UaTestNodes.IdOfVariable(0),
                        AttributeId = 13,
                        Value = new DataValue(value, 0, 0, 0),
                    },
                ],
            },
            Stop
        );
        return await StatusOf(writing) is not "Good" and var refused ? refused : StatusCodes.NameOf((await writing).Results[0]);
    }

    private static async Task<uint> SubscribeAsync(UaTestClient client) =>
        (
            await client.CallAsync<CreateSubscriptionResponse>(
                new CreateSubscriptionRequest { RequestedPublishingInterval = 3_600_000 },
                Stop
            )
        ).SubscriptionId;

    private static async Task<string[]> MonitorAsync(UaTestClient client, uint subscription, int count) =>
        [
            .. (
                await client.CallAsync<CreateMonitoredItemsResponse>(
                    new CreateMonitoredItemsRequest
                    {
                        SubscriptionId = subscription,
                        ItemsToCreate =
                        [
                            .. Enumerable
                                .Range(0, count)
                                .Select(_ => new MonitoredItemCreateRequest
                                {
                                    ItemToMonitor = new ReadValueId { NodeId = UaTestNodes.IdOfVariable(0), AttributeId = 13 },
                                }),
                        ],
                    },
                    Stop
                )
            ).Results.Select(r => StatusCodes.NameOf(r.StatusCode)),
        ];
}
