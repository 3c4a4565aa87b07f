using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.ClientMemory;

/// <summary>What monitored items keep of a request is counted by its real size before it is kept, and given back with the item.</summary>
[CancelAfter(60_000)]
internal sealed class KeptByItemsTests : UaServerFixture
{
    private const long Sixteen = 16L << 20;
    private const int Large = 200_000;
    private const int Step = 16 * 1024; // in which the budget is told

    private long ItemBytes => Server.Server.ClientMemory.ByKind[(int)ClientMemoryKind.MonitoredItems];

    [Test]
    public async Task Filters_are_counted_as_decoded_and_refused_where_the_memory_ends()
    {
        await StartAsync(options => options with { Limits = options.Limits with { ClientMemory = Sixteen } });
        var (greedy, newcomer) = (await SessionAsync(), await SessionAsync());
        var rest = ItemBytes;
        var subscription = await SubscribeAsync(greedy);
        var results = new List<string>();
        for (var i = 0; i < 100; i++)
            results.Add(StatusCodes.NameOf(await MonitorAsync(greedy, subscription, Booleans(Large))));
        Assert.That(results.Distinct(), Is.EqualTo(new[] { "Good", "BadOutOfMemory" }));
        Assert.That(ItemBytes, Is.InRange((long)Large * results.Count(r => r == "Good"), Sixteen / 2));
        Assert.That(StatusCodes.NameOf(await MonitorAsync(newcomer, await SubscribeAsync(newcomer), Booleans(10))), Is.EqualTo("Good"));
        await greedy.CallAsync<CloseSessionResponse>(new CloseSessionRequest { DeleteSubscriptions = true }, Stop);
        await newcomer.CallAsync<CloseSessionResponse>(new CloseSessionRequest { DeleteSubscriptions = true }, Stop);
        Assert.That(ItemBytes, Is.EqualTo(rest));
    }

    [Test]
    public async Task A_filter_is_given_back_when_it_is_replaced_or_its_item_or_subscription_deleted()
    {
        await StartAsync(options => options with { Limits = options.Limits with { ClientMemory = Sixteen } });
        var client = await SessionAsync();
        var (first, second) = (await SubscribeAsync(client), await SubscribeAsync(client));
        var rest = ItemBytes;
        var item = await CreateAsync(client, first, Booleans(Large));
        Assert.That(ItemBytes, Is.GreaterThan(rest + Large));
        var small = await client.CallAsync<ModifyMonitoredItemsResponse>(
            new ModifyMonitoredItemsRequest
            {
                SubscriptionId = first,
                ItemsToModify =
                [
                    new MonitoredItemModifyRequest
                    {
                        MonitoredItemId = item.MonitoredItemId,
                        RequestedParameters = Parameters(Booleans(1)),
                    },
                ],
            },
            Stop
        );
        Assert.That((small.Results[0].StatusCode.IsGood, ItemBytes < rest + 100_000), Is.EqualTo((true, true)));
        await client.CallAsync<DeleteMonitoredItemsResponse>(
            new DeleteMonitoredItemsRequest { SubscriptionId = first, MonitoredItemIds = [item.MonitoredItemId] },
            Stop
        );
        Assert.That(ItemBytes, Is.EqualTo(rest).Within(Step));
        await CreateAsync(client, second, Booleans(Large));
        await client.CallAsync<DeleteSubscriptionsResponse>(new DeleteSubscriptionsRequest { SubscriptionIds = [first, second] }, Stop);
        Assert.That(ItemBytes, Is.Zero);
    }

    [Test]
    public async Task A_larger_filter_in_place_of_a_small_one_is_refused_too_and_the_item_keeps_what_it_had()
    {
        await StartAsync(options => options with { Limits = options.Limits with { ClientMemory = Sixteen } });
        var client = await SessionAsync();
        var subscription = await SubscribeAsync(client);
        var items = new List<uint>();
        for (var i = 0; i < 100; i++)
            items.Add((await CreateAsync(client, subscription, Booleans(1))).MonitoredItemId);
        var results = new List<string>();
        foreach (var item in items)
        {
            results.Add(
                StatusCodes.NameOf(
                    (
                        await client.CallAsync<ModifyMonitoredItemsResponse>(
                            new ModifyMonitoredItemsRequest
                            {
                                SubscriptionId = subscription,
                                ItemsToModify =
                                [
                                    new MonitoredItemModifyRequest
                                    {
                                        MonitoredItemId = item,
                                        RequestedParameters = Parameters(Booleans(Large)),
                                    },
                                ],
                            },
                            Stop
                        )
                    )
                        .Results[0]
                        .StatusCode
                )
            );
        }

        Assert.That(results.Distinct(), Is.EqualTo(new[] { "Good", "BadOutOfMemory" }));
        Assert.That(ItemBytes, Is.LessThan(Sixteen / 2));
    }

    [Test]
    public async Task Links_of_SetTriggering_are_counted_and_end_where_the_memory_ends()
    {
        await StartAsync(options => options with { Limits = options.Limits with { ClientMemory = Sixteen } });
        var client = await SessionAsync();
        var subscription = await SubscribeAsync(client);
        var ids = (
            await client.CallAsync<CreateMonitoredItemsResponse>(
                new CreateMonitoredItemsRequest
                {
                    SubscriptionId = subscription,
                    ItemsToCreate =
                    [
                        .. Enumerable.Repeat(
                            new MonitoredItemCreateRequest
                            {
                                ItemToMonitor = new ReadValueId { NodeId = UaTestNodes.IdOfVariable(0), AttributeId = 13 },
                            },
                            1000
                        ),
                    ],
                },
                Stop
            )
        ).Results.Select(result => result.MonitoredItemId).ToArray();
        var rest = ItemBytes;
        var refused = 0;
        for (var i = 0; i < 100 && refused == 0; i++)
        {
            var linked = await client.CallAsync<SetTriggeringResponse>(
                new SetTriggeringRequest
                {
                    SubscriptionId = subscription,
                    TriggeringItemId = ids[i],
                    LinksToAdd = ids,
                },
                Stop
            );
            refused += linked.AddResults.Count(result => result.Value == StatusCodes.BadOutOfMemory);
            Assert.That(linked.AddResults.All(result => result.IsGood || result.Value == StatusCodes.BadOutOfMemory));
        }

        Assert.That((refused > 0, ItemBytes <= Sixteen / 2), Is.EqualTo((true, true)));
        await client.CallAsync<SetTriggeringResponse>(
            new SetTriggeringRequest
            {
                SubscriptionId = subscription,
                TriggeringItemId = ids[0],
                LinksToRemove = ids,
            },
            Stop
        );
        await client.CallAsync<DeleteMonitoredItemsResponse>(
            new DeleteMonitoredItemsRequest { SubscriptionId = subscription, MonitoredItemIds = ids },
            Stop
        );
        Assert.That(ItemBytes, Is.LessThan(rest));
    }

    [Test]
    public async Task One_session_cannot_take_all_items_for_events()
    {
        await StartAsync();
        var (greedy, newcomer) = (await SessionAsync(), await SessionAsync());
        var subscription = await SubscribeAsync(greedy);
        int taken = 0,
            got;
        do taken += got = await EventItemsAsync(greedy, subscription, 200);
        while (got > 0);
        Assert.That(taken, Is.InRange(1500, 1600), "four fifths");
        Assert.That(await EventItemsAsync(newcomer, await SubscribeAsync(newcomer), 100), Is.EqualTo(100));
    }

    private static async Task<int> EventItemsAsync(UaTestClient client, uint subscription, int count) =>
        (
            await client.CallAsync<CreateMonitoredItemsResponse>(
                new CreateMonitoredItemsRequest
                {
                    SubscriptionId = subscription,
                    ItemsToCreate = [.. Enumerable.Repeat(EventItem(Booleans(1)), count)],
                },
                Stop
            )
        ).Results.Count(result => result.StatusCode.IsGood);

    private static async Task<StatusCode> MonitorAsync(UaTestClient client, uint subscription, EventFilter filter) =>
        (await CreateAsync(client, subscription, filter)).StatusCode;

    private static async Task<MonitoredItemCreateResult> CreateAsync(UaTestClient client, uint subscription, EventFilter filter) =>
        (
            await client.CallAsync<CreateMonitoredItemsResponse>(
                new CreateMonitoredItemsRequest { SubscriptionId = subscription, ItemsToCreate = [EventItem(filter)] },
                Stop
            )
        ).Results[0];

    private static async Task<uint> SubscribeAsync(UaTestClient client) =>
        (
            await client.CallAsync<CreateSubscriptionResponse>(
                new CreateSubscriptionRequest { RequestedPublishingInterval = 3_600_000 },
                Stop
            )
        ).SubscriptionId;

    private static MonitoredItemCreateRequest EventItem(EventFilter filter) =>
        new()
        {
            ItemToMonitor = new ReadValueId { NodeId = Ids.Server, AttributeId = (uint)AttributeId.EventNotifier },
            MonitoringMode = MonitoringMode.Reporting,
            RequestedParameters = Parameters(filter),
        };

    private static MonitoringParameters Parameters(EventFilter filter) => new() { Filter = ExtensionObject.From(filter), QueueSize = 1 };

    // An Equals with a literal of so many Booleans.
    private static EventFilter Booleans(int count) =>
        new()
        {
            SelectClauses =
            [
                new SimpleAttributeOperand { BrowsePath = [new QualifiedName(0, "Severity")], AttributeId = (uint)AttributeId.Value },
            ],
            WhereClause = new ContentFilter
            {
                Elements =
                [
                    new ContentFilterElement
                    {
                        FilterOperator = FilterOperator.IsNull,
                        FilterOperands =
                        [
                            ExtensionObject.From(new LiteralOperand { Value = Variant.FromArray(BuiltInType.Boolean, new bool[count]) }),
                        ],
                    },
                ],
            },
        };
}
