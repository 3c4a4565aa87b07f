using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Monitoring;

/// <summary>Creating, changing and deleting items (OPC 10000-4, 5.13).</summary>
public class MonitoredItemTests
{
    [Test]
    [ConformanceUnit("Monitor Basic")]
    [ConformanceUnit("Monitor Value Change")]
    public void The_first_value_is_reported_though_it_is_bad()
    {
        using var rig = new Rig();
        rig.Monitor(rig.Subscribe(), TestNodes.FirstPlain);
        var value = rig.Next().Data.Single().Value;
        Assert.That((value.Status.Value, value.Value.IsNull), Is.EqualTo((StatusCodes.BadWaitingForInitialData, true)));
    }

    [Test]
    [ConformanceUnit("Monitor Basic")]
    public void A_value_that_may_not_be_read_is_monitored_and_delivers_why()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        Assert.That(rig.Monitor(id, TestNodes.Secret, 1).StatusCode.IsGood, Is.True);
        Assert.That(rig.Next().Data.Select(d => d.Value.Status.Value), Is.EqualTo(new[] { StatusCodes.BadNotReadable }));
        rig.Set(TestNodes.Secret, 5);
        rig.Cycles(5);
        Assert.That(rig.Next().IsKeepAlive, Is.True);
    }

    [Test]
    [ConformanceUnit("Monitor Value Change")]
    public void An_index_range_cuts_the_value_and_one_outside_it_delivers_a_status()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Array, 1, range: "1:2");
        rig.Monitor(id, TestNodes.Array, 2, range: "3");
        rig.Monitor(id, TestNodes.Text, 3, range: "1:2");
        var data = rig.Next().Data;
        Assert.That(data[0].Value.Value.Reference, Is.EqualTo(new double[] { 2, 3 }));
        Assert.That(data[1].Value.Status.Value, Is.EqualTo(StatusCodes.BadIndexRangeNoData));
        Assert.That(data[2].Value.Value.Reference, Is.EqualTo("ex"));

        rig.Set(TestNodes.Array, Variant.FromArray(BuiltInType.Double, new double[] { 9, 2, 3 }));
        var request = rig.Publish();
        rig.Cycles();
        rig.Set(TestNodes.Array, Variant.FromArray(BuiltInType.Double, new double[] { 9, 2, 3, 4 }));
        rig.Cycles();
        data = request.Data;
        Assert.That(data.Single().ClientHandle, Is.EqualTo(2), "Only the part that is asked for counts.");
        Assert.That(data[0].Value.Value.Reference, Is.EqualTo(new double[] { 4 }));
    }

    [Test]
    [ConformanceUnit("Monitor Basic")]
    public void Other_attributes_are_looked_at_and_carry_no_source_time()
    {
        using var rig = new Rig();
        rig.Monitor(rig.Subscribe(), TestNodes.Double, attribute: AttributeId.Description);
        var value = rig.Next().Data.Single().Value;
        Assert.That(value.Value.Reference, Is.EqualTo(new LocalizedText("words")));
        Assert.That((value.SourceTime, value.ServerTime > 0), Is.EqualTo((0L, true)));
        rig.Cycles(2);
        Assert.That(rig.Next().IsKeepAlive, Is.True);
    }

    [Test]
    public void A_value_that_no_table_variable_holds_is_sampled_at_the_items_interval()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        var created = rig.Monitor(id, TestNodes.Clock, queueSize: 100, sampling: 250);
        Assert.That(created.RevisedSamplingInterval, Is.EqualTo(250));
        rig.Next();
        for (var i = 0; i < 10; i++)
        {
            rig.Nodes.ClockValue = Variant.FromDateTime(100 + i);
            rig.Pass(100);
        }

        Assert.That(
            rig.Publish().Data.Select(d => d.Value.Value.Bits),
            Is.EqualTo(new long[] { 102, 104, 107, 109 }),
            "Sampled at 250, 500, 750 and 1000 ms."
        );
    }

    [Test]
    public void A_deleted_item_is_no_longer_sampled()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        var item = rig.Monitor(id, TestNodes.Clock).MonitoredItemId;
        rig.Next();
        rig.Delete(id, item);
        rig.Nodes.ClockValue = Variant.FromDateTime(99);
        Assert.That(rig.Publish().IsAnswered, Is.False);
        rig.Cycles(3);
        Assert.That(rig.Services.MonitoredItemCount, Is.Zero);
    }

    [Test]
    public void A_changed_client_handle_counts_for_values_that_are_queued_already()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        var item = rig.Monitor(id, TestNodes.Double, clientHandle: 1).MonitoredItemId;
        rig.Modify(id, item, clientHandle: 2);
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (2u, 0.0) }));
    }

    [TestCase(TimestampsToReturn.Source, true, false)]
    [TestCase(TimestampsToReturn.Server, false, true)]
    [TestCase(TimestampsToReturn.Both, true, true)]
    [TestCase(TimestampsToReturn.Neither, false, false)]
    public void The_client_gets_the_timestamps_that_it_asked_for(TimestampsToReturn timestamps, bool source, bool server)
    {
        using var rig = new Rig();
        using (var update = rig.Table.BeginUpdate())
            update.Confirm(0, 5000);
        rig.Monitor(rig.Subscribe(), TestNodes.Double, timestamps: timestamps);
        var value = rig.Next().Data.Single().Value;
        Assert.That((value.SourceTime != 0, value.ServerTime != 0), Is.EqualTo((source, server)));
    }

    [Test]
    public void Demand_for_a_group_is_known_from_the_items_that_are_not_disabled()
    {
        using var rig = new Rig();
        var changes = 0;
        rig.Table.DemandChanged += _ => changes++;
        var id = rig.Subscribe();
        var a = rig.Monitor(id, TestNodes.Double).MonitoredItemId;
        var b = rig.Monitor(id, TestNodes.Text).MonitoredItemId;
        rig.Monitor(id, TestNodes.Big, mode: MonitoringMode.Disabled);
        Assert.That((rig.Table.ListenersOf(0), changes), Is.EqualTo((2, 1)));
        rig.SetMode(id, a, MonitoringMode.Disabled);
        rig.Delete(id, b);
        Assert.That((rig.Table.ListenersOf(0), changes), Is.EqualTo((0, 2)));
    }

    [Test]
    public void The_fastest_listener_of_a_group_is_known_whatever_comes_changes_and_goes()
    {
        using var rig = new Rig();
        var changes = new List<double?>();
        rig.Table.DemandChanged += group => changes.Add(rig.Table.DemandOf(group)?.TotalMilliseconds);
        var id = rig.Subscribe();
        var slow = rig.Monitor(id, TestNodes.Double, sampling: 5000).MonitoredItemId;
        var same = rig.Monitor(id, TestNodes.Text, sampling: 5000).MonitoredItemId;
        var fast = rig.Monitor(id, TestNodes.Big, sampling: 1000).MonitoredItemId;
        rig.Modify(id, fast, sampling: 200);
        rig.Modify(id, fast, sampling: 8000);
        rig.Delete(id, slow);
        rig.SetMode(id, same, MonitoringMode.Disabled);
        rig.SetMode(id, same, MonitoringMode.Reporting);
        rig.Delete(id, same);
        rig.Delete(id, fast);
        Assert.That(changes, Is.EqualTo(new double?[] { 5000, 1000, 200, 5000, 8000, 5000, 8000, null }));
        Assert.That(rig.Table.ListenersOf(0), Is.Zero);
    }

    [Test]
    [ConformanceUnit("Base Info GetMonitoredItems Method")]
    public void Handles_of_all_items_can_be_asked_for_by_their_owner_only()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        var first = rig.Monitor(id, 0, 11).MonitoredItemId;
        rig.Delete(id, rig.Monitor(id, 0, 12).MonitoredItemId);
        var last = rig.Monitor(id, 0, 13).MonitoredItemId;
        var (server, client) = rig.Services.GetMonitoredItems(rig.Owner, id);
        Assert.That(server.Zip(client), Is.EquivalentTo(new[] { (first, 11u), (last, 13u) }));
        var stranger = rig.Services.CreateOwner(new OwnerIdentity("mes", null, true));
        Assert.That(() => rig.Services.GetMonitoredItems(stranger, id), Fails.With(StatusCodes.BadUserAccessDenied));
        Assert.That(() => rig.Services.ResendData(stranger, id), Fails.With(StatusCodes.BadUserAccessDenied));
        Assert.That(() => rig.Services.GetMonitoredItems(rig.Owner, id + 1000), Fails.With(StatusCodes.BadSubscriptionIdInvalid));
    }

    [Test]
    [ConformanceUnit("Base Info ResendData Method")]
    public void Resent_data_is_the_last_value_of_every_reporting_item_once()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Double, 1);
        rig.Monitor(id, TestNodes.Text, 2, mode: MonitoringMode.Sampling);
        var deleted = rig.Monitor(id, TestNodes.Big, 3).MonitoredItemId;
        rig.Next();
        rig.Services.ResendData(rig.Owner, id);
        rig.Delete(id, deleted);
        Assert.That(rig.Next().Data.Select(d => d.ClientHandle), Is.EqualTo(new[] { 1u }));
        rig.Cycles(2);
        Assert.That(rig.Next().IsKeepAlive, Is.True);
    }

    [Test]
    public void Many_items_in_one_call_are_all_created_and_found()
    {
        using var rig = new Rig(plain: 2000);
        var id = rig.Subscribe();
        var items = Enumerable
            .Range(0, 2000)
            .Select(i => new MonitoredItemCreateRequest
            {
                ItemToMonitor = new ReadValueId { NodeId = TestNodes.Id(TestNodes.FirstPlain + i), AttributeId = (uint)AttributeId.Value },
                MonitoringMode = MonitoringMode.Reporting,
                RequestedParameters = new MonitoringParameters { ClientHandle = (uint)i },
            })
            .ToArray();
        var results = rig
            .Services.CreateMonitoredItems(rig.Owner, new CreateMonitoredItemsRequest { SubscriptionId = id, ItemsToCreate = items })
            .Results;
        Assert.That(results.Select(r => r.MonitoredItemId).Distinct().Count(), Is.EqualTo(2000));
        rig.Next();
        rig.Set(TestNodes.FirstPlain + 1500, 3);
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1500u, 3.0) }));
        var deleted = rig.Services.DeleteMonitoredItems(
            rig.Owner,
            new DeleteMonitoredItemsRequest { SubscriptionId = id, MonitoredItemIds = [.. results.Select(r => r.MonitoredItemId)] }
        );
        Assert.That(deleted.Results, Has.All.EqualTo((StatusCode)StatusCodes.Good));
        Assert.That((rig.Services.MonitoredItemCount, rig.Table.ListenersOf(0)), Is.EqualTo((0, 0)));
    }
}
