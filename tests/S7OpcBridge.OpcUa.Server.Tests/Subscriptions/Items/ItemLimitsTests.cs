using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Items;

/// <summary>What the server makes of what is asked for: intervals and queues it revises, items and calls it refuses (OPC 10000-4, 5.13).</summary>
public class ItemLimitsTests
{
    [TestCase("n99999", (uint)AttributeId.Value, null, null, ExpectedResult = StatusCodes.BadNodeIdUnknown)]
    [TestCase("n0", 0u, null, null, ExpectedResult = StatusCodes.BadAttributeIdInvalid)]
    [TestCase("n0", 28u, null, null, ExpectedResult = StatusCodes.BadAttributeIdInvalid)]
    [TestCase("n0", (uint)AttributeId.Executable, null, null, ExpectedResult = StatusCodes.BadAttributeIdInvalid)]
    [TestCase("n5", (uint)AttributeId.Value, null, null, ExpectedResult = StatusCodes.BadAttributeIdInvalid)]
    [TestCase("n2", (uint)AttributeId.Value, "5:2", null, ExpectedResult = StatusCodes.BadIndexRangeInvalid)]
    [TestCase("n2", (uint)AttributeId.Value, "1:1", null, ExpectedResult = StatusCodes.BadIndexRangeInvalid)]
    [TestCase("n0", (uint)AttributeId.Value, null, "Default Binary", ExpectedResult = StatusCodes.BadDataEncodingInvalid)]
    [TestCase("n0", (uint)AttributeId.Value, null, "Default XML", ExpectedResult = StatusCodes.BadDataEncodingInvalid)]
    [TestCase("n0", (uint)AttributeId.Value, null, "nonsense", ExpectedResult = StatusCodes.BadDataEncodingInvalid)]
    [TestCase("n0", (uint)AttributeId.DisplayName, null, "Default Binary", ExpectedResult = StatusCodes.BadDataEncodingInvalid)]
    public uint What_cannot_be_monitored_is_refused_piece_by_piece(string node, uint attribute, string? range, string? encoding)
    {
        using var rig = new Rig();
        var result = rig.Monitor(
            rig.Subscribe(),
            0,
            id: new NodeId(2, node),
            attribute: (AttributeId)attribute,
            range: range,
            encoding: new QualifiedName(0, encoding)
        );
        return result.StatusCode.Value;
    }

    [TestCase(-1, 1000)]
    [TestCase(double.NaN, 1000)]
    [TestCase(0, TestNodes.Fastest)]
    [TestCase(0.5, TestNodes.Fastest)]
    [TestCase(50, TestNodes.Fastest)]
    [TestCase(250.5, 250.5)]
    [TestCase(double.PositiveInfinity, 3_600_000)]
    [ConformanceUnit("Monitor Basic")]
    public void The_sampling_interval_is_revised_to_what_the_node_can_do(double requested, double revised)
    {
        using var rig = new Rig();
        Assert.That(rig.Monitor(rig.Subscribe(), TestNodes.Double, sampling: requested).RevisedSamplingInterval, Is.EqualTo(revised));
    }

    [TestCase(0u, 1u)]
    [TestCase(1u, 1u)]
    [TestCase(10u, 10u)]
    [TestCase(uint.MaxValue, 1000u)]
    public void The_queue_size_is_revised_and_told(uint requested, uint revised)
    {
        using var rig = new Rig();
        Assert.That(rig.Monitor(rig.Subscribe(), TestNodes.Double, queueSize: requested).RevisedQueueSize, Is.EqualTo(revised));
    }

    [Test]
    public void Queues_shrink_to_one_when_all_together_would_hold_too_much()
    {
        using var rig = new Rig(new SubscriptionLimits { MaxQueuedSamples = 25 });
        var id = rig.Subscribe();
        var items = Enumerable.Range(0, 3).Select(_ => rig.Monitor(id, TestNodes.Double, queueSize: 10)).ToArray();
        Assert.That(items.Select(i => i.RevisedQueueSize), Is.EqualTo(new uint[] { 10, 10, 1 }));
        rig.Delete(id, items[0].MonitoredItemId);
        Assert.That(rig.Modify(id, items[2].MonitoredItemId, queueSize: 10).RevisedQueueSize, Is.EqualTo(10));
    }

    [Test]
    public void More_items_than_the_limits_allow_are_refused()
    {
        using var rig = new Rig(new SubscriptionLimits { MaxMonitoredItems = 3, MaxMonitoredItemsPerSubscription = 2 });
        var (a, b) = (rig.Subscribe(), rig.Subscribe());
        var results = new[] { rig.Monitor(a, 0), rig.Monitor(a, 0), rig.Monitor(a, 0), rig.Monitor(b, 0), rig.Monitor(b, 0) };
        Assert.That(
            results.Select(r => r.StatusCode.Value),
            Is.EqualTo(
                new[]
                {
                    StatusCodes.Good,
                    StatusCodes.Good,
                    StatusCodes.BadTooManyMonitoredItems,
                    StatusCodes.Good,
                    StatusCodes.BadTooManyMonitoredItems,
                }
            )
        );
        rig.Services.DeleteSubscriptions(rig.Owner, new DeleteSubscriptionsRequest { SubscriptionIds = [a] });
        Assert.That(rig.Monitor(b, 0).StatusCode.IsGood, Is.True);
    }

    [Test]
    [ConformanceUnit("Monitor Basic")]
    public void Calls_that_fail_as_a_whole_say_so()
    {
        using var rig = new Rig(new SubscriptionLimits { MaxOperationsPerCall = 2, MaxSubscriptionsPerSession = 1 });
        var id = rig.Subscribe();
        var item = new MonitoredItemCreateRequest { ItemToMonitor = new ReadValueId(), RequestedParameters = new MonitoringParameters() };
        Assert.That(() => Create(id, TimestampsToReturn.Both), Fails.With(StatusCodes.BadNothingToDo));
        Assert.That(() => Create(id, TimestampsToReturn.Both, item, item, item), Fails.With(StatusCodes.BadTooManyOperations));
        Assert.That(() => Create(id, TimestampsToReturn.Invalid, item), Fails.With(StatusCodes.BadTimestampsToReturnInvalid));
        Assert.That(() => Create(id + 1000, TimestampsToReturn.Both, item), Fails.With(StatusCodes.BadSubscriptionIdInvalid));
        Assert.That(() => rig.SetMode(id, 1, (MonitoringMode)3), Fails.With(StatusCodes.BadMonitoringModeInvalid));
        Assert.That(() => rig.Subscribe(), Fails.With(StatusCodes.BadTooManySubscriptions));

        void Create(uint subscription, TimestampsToReturn timestamps, params MonitoredItemCreateRequest[] items) =>
            rig.Services.CreateMonitoredItems(
                rig.Owner,
                new CreateMonitoredItemsRequest
                {
                    SubscriptionId = subscription,
                    TimestampsToReturn = timestamps,
                    ItemsToCreate = items,
                }
            );
    }

    [Test]
    [ConformanceUnit("Monitor Basic")]
    public void Unknown_items_are_told_piece_by_piece()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        var item = rig.Monitor(id, 0).MonitoredItemId;
        Assert.That(rig.Delete(id, item).IsGood, Is.True);
        Assert.That(
            (rig.Delete(id, item).Value, rig.SetMode(id, item, MonitoringMode.Sampling).Value, rig.Modify(id, item).StatusCode.Value),
            Is.EqualTo(
                (StatusCodes.BadMonitoredItemIdInvalid, StatusCodes.BadMonitoredItemIdInvalid, StatusCodes.BadMonitoredItemIdInvalid)
            )
        );
        Assert.That(rig.Monitor(id, 0).MonitoredItemId, Is.Not.EqualTo(item), "An id is not given away again.");
    }

    [Test]
    public void A_monitoring_mode_out_of_range_is_refused_item_by_item()
    {
        using var rig = new Rig();
        Assert.That(
            rig.Monitor(rig.Subscribe(), 0, mode: (MonitoringMode)7).StatusCode.Value,
            Is.EqualTo(StatusCodes.BadMonitoringModeInvalid)
        );
    }
}
