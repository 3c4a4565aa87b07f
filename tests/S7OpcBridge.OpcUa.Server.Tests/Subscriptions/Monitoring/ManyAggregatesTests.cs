using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Monitoring;

/// <summary>As many aggregates as a client can ask for, beside one that must not notice.</summary>
[CancelAfter(120_000)]
internal sealed class ManyAggregatesTests : UaServerFixture
{
    private const int Items = 20_000,
        AtATime = 5000;

    [Test]
    public async Task Twenty_thousand_aggregates_of_100_ms_delay_nobody()
    {
        await StartAsync();
        var bystander = await Bystander.SubscribeAsync(Server, await SessionAsync(), Stop);
        await bystander.SeeChangesAsync(1, Stop);
        var attacker = await SessionAsync();
        var subscription = await Bystander.SubscribeAsync(attacker, 100, Stop);
        for (var i = 0; i < Items; i += AtATime)
            await MonitorAsync(attacker, subscription);
        await bystander.SeeChangesAsync(30, Stop);
        await TestContext.Out.WriteLineAsync($"longest: {bystander.Longest.TotalMilliseconds:0} ms");
        Assert.That(bystander.Longest, Is.LessThan(TimeSpan.FromSeconds(10)));
    }

    private static async Task MonitorAsync(UaTestClient client, uint subscription)
    {
        var filter = ExtensionObject.From(
            new AggregateFilter
            {
                AggregateType = Ids.AggregateFunction_TimeAverage,
                ProcessingInterval = 100,
                AggregateConfiguration = new AggregateConfiguration { UseServerCapabilitiesDefaults = true },
            }
        );
        var created = await client.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
            {
                SubscriptionId = subscription,
                TimestampsToReturn = TimestampsToReturn.Both,
                ItemsToCreate =
                [
                    .. Enumerable.Repeat(
                        new MonitoredItemCreateRequest
                        {
                            ItemToMonitor = new ReadValueId { NodeId = UaTestNodes.IdOfVariable(1), AttributeId = (uint)AttributeId.Value },
                            MonitoringMode = MonitoringMode.Reporting,
                            RequestedParameters = new MonitoringParameters
                            {
                                QueueSize = 10,
                                DiscardOldest = true,
                                Filter = filter,
                            },
                        },
                        AtATime
                    ),
                ],
            },
            Stop
        );
        Assert.That(created.Results.Select(result => StatusCodes.NameOf(result.StatusCode)), Is.All.EqualTo("Good"));
    }
}
