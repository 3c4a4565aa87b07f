using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Queues;

/// <summary>Queues, overflow and modes (OPC 10000-4, 5.13.1).</summary>
public class QueueTests
{
    private const uint Overflow = 0x480;

    [Test]
    [ConformanceUnit("Monitor QueueSize_1")]
    public void A_queue_of_one_holds_the_newest_value_without_a_flag()
    {
        Assert.That(Queued(1, true, 5), Is.EqualTo(new[] { (5.0, 0u) }));
        Assert.That(Queued(1, false, 5), Is.EqualTo(new[] { (5.0, 0u) }), "The discard policy does not matter.");
    }

    [Test]
    [ConformanceUnit("Monitor MinQueueSize_02")]
    public void A_full_queue_that_discards_the_oldest_marks_the_new_oldest() =>
        Assert.That(Queued(3, true, 5), Is.EqualTo(new[] { (3.0, Overflow), (4.0, 0u), (5.0, 0u) }));

    [Test]
    [ConformanceUnit("Monitor MinQueueSize_02")]
    public void A_full_queue_that_discards_the_newest_replaces_the_last_and_marks_it() =>
        Assert.That(Queued(3, false, 5), Is.EqualTo(new[] { (0.0, 0u), (1.0, 0u), (5.0, Overflow) }));

    [Test]
    [ConformanceUnit("Monitor MinQueueSize_02")]
    public void A_queue_that_is_not_full_marks_nothing() =>
        Assert.That(Queued(10, true, 2), Is.EqualTo(new[] { (0.0, 0u), (1.0, 0u), (2.0, 0u) }));

    [Test]
    public void The_overflow_bit_keeps_the_status_of_the_value()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Double, queueSize: 2);
        rig.Set(TestNodes.Double, Variant.From(1.0), StatusCodes.UncertainLastUsableValue);
        rig.Set(TestNodes.Double, Variant.From(2.0), StatusCodes.UncertainLastUsableValue);
        Assert.That(
            rig.Next().Data.Select(d => d.Value.Status.Value),
            Is.EqualTo(new[] { StatusCodes.UncertainLastUsableValue | Overflow, StatusCodes.UncertainLastUsableValue })
        );
    }

    [Test]
    public void A_queue_that_shrinks_drops_by_its_policy_and_marks()
    {
        Assert.That(Shrunk(true, 2), Is.EqualTo(new[] { (4.0, Overflow), (5.0, 0u) }));
        Assert.That(Shrunk(false, 2), Is.EqualTo(new[] { (0.0, 0u), (5.0, Overflow) }));
    }

    [Test]
    public void A_queue_that_shrinks_to_one_has_no_flag() => Assert.That(Shrunk(true, 1), Is.EqualTo(new[] { (5.0, 0u) }));

    [Test]
    public void Values_come_out_in_order_however_the_messages_are_cut()
    {
        using var rig = new Rig();
        var id = rig.Subscribe(maxNotifications: 3);
        rig.Monitor(id, TestNodes.Double, queueSize: 20);
        for (var i = 1; i <= 10; i++)
            rig.Set(TestNodes.Double, i);
        var values = new List<double>();
        bool more;
        do
        {
            var request = rig.Next();
            values.AddRange(request.Numbers.Select(n => n.Value));
            more = request.Response.MoreNotifications;
        } while (more);
        Assert.That(values, Is.EqualTo(Enumerable.Range(0, 11).Select(i => (double)i)));
    }

    [Test]
    [ConformanceUnit("Monitor Basic")]
    public void A_disabled_item_reports_nothing_and_forgets_its_queue_and_an_enabled_one_reports_anew()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        var item = rig.Monitor(id, TestNodes.Double, queueSize: 5).MonitoredItemId;
        rig.Set(TestNodes.Double, 1);
        rig.SetMode(id, item, MonitoringMode.Disabled);
        rig.Set(TestNodes.Double, 2);
        Assert.That(rig.Next().IsKeepAlive, Is.True);
        rig.SetMode(id, item, MonitoringMode.Reporting);
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 2.0) }), "Even if the value is what was reported last.");
    }

    [TestCase(TestNodes.Double, AttributeId.Value)]
    [TestCase(TestNodes.Double, AttributeId.Description)]
    [TestCase(TestNodes.Clock, AttributeId.Value)]
    [ConformanceUnit("Monitor Basic")]
    public void An_item_that_is_created_disabled_is_silent_until_it_reports_and_then_tells_its_value_once(int node, AttributeId attribute)
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        var item = rig.Monitor(id, node, queueSize: 5, mode: MonitoringMode.Disabled, attribute: attribute, sampling: 500).MonitoredItemId;
        rig.Set(TestNodes.Double, 1);
        rig.Nodes.ClockValue = Variant.FromDateTime(2);
        Assert.That(rig.Next().IsKeepAlive, Is.True);
        rig.Set(TestNodes.Double, 2);
        rig.Nodes.ClockValue = Variant.FromDateTime(3);
        rig.SetMode(id, item, MonitoringMode.Reporting);
        Assert.That(rig.Next().Data, Has.Length.EqualTo(1));
        var quiet = rig.Publish();
        rig.Cycles(3);
        Assert.That(quiet.IsKeepAlive, Is.True);
    }

    [Test]
    [ConformanceUnit("Monitor Basic")]
    public void A_sampling_item_queues_and_sends_when_it_becomes_reporting()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        var item = rig.Monitor(id, TestNodes.Double, queueSize: 5, mode: MonitoringMode.Sampling).MonitoredItemId;
        rig.Set(TestNodes.Double, 1);
        Assert.That(rig.Next().IsKeepAlive, Is.True);
        rig.SetMode(id, item, MonitoringMode.Reporting);
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 0.0), (1u, 1.0) }));
    }

    [Test]
    public void A_reporting_item_that_becomes_sampling_keeps_what_it_has_and_does_not_send_it()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        var item = rig.Monitor(id, TestNodes.Double, queueSize: 5).MonitoredItemId;
        rig.SetMode(id, item, MonitoringMode.Sampling);
        Assert.That(rig.Next().IsKeepAlive, Is.True);
        rig.SetMode(id, item, MonitoringMode.Reporting);
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 0.0) }));
    }

    [Test]
    public void A_variable_set_twice_in_one_update_is_reported_once_with_the_last_value()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Double, queueSize: 5);
        rig.Next();
        using (var update = rig.Table.BeginUpdate())
        {
            update.Set(TestNodes.Double, Variant.From(1.0), StatusCodes.Good, 5);
            update.Set(TestNodes.Double, Variant.From(2.0), StatusCodes.Good, 6);
        }

        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 2.0) }));
    }

    private static (double Value, uint Status)[] Queued(uint size, bool discardOldest, int changes)
    {
        using var rig = new Rig();
        rig.Monitor(rig.Subscribe(), TestNodes.Double, queueSize: size, discardOldest: discardOldest);
        for (var i = 1; i <= changes; i++)
            rig.Set(TestNodes.Double, i);
        return Values(rig);
    }

    private static (double Value, uint Status)[] Shrunk(bool discardOldest, uint size)
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        var item = rig.Monitor(id, TestNodes.Double, queueSize: 10, discardOldest: discardOldest).MonitoredItemId;
        for (var i = 1; i <= 5; i++)
            rig.Set(TestNodes.Double, i);
        rig.Modify(id, item, queueSize: size, discardOldest: discardOldest);
        return Values(rig);
    }

    private static (double Value, uint Status)[] Values(Rig rig) =>
        [.. rig.Next().Data.Select(d => (BitConverter.Int64BitsToDouble(d.Value.Value.Bits), d.Value.Status.Value))];
}
