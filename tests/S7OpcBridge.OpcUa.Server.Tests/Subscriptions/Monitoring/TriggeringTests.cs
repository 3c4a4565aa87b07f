using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Monitoring;

/// <summary>SetTriggering (OPC 10000-4, 5.13.5).</summary>
public class TriggeringTests
{
    private const int Trigger = TestNodes.Double,
        Linked = TestNodes.Analog,
        Further = TestNodes.Big;

    [Test]
    [ConformanceUnit("Monitor Triggering")]
    public void A_triggered_item_in_mode_Sampling_sends_what_it_has_queued()
    {
        using var rig = new Rig();
        var (id, trigger, linked) = Two(rig);
        Link(rig, id, trigger, [linked]);
        rig.Set(Linked, 1);
        rig.Set(Linked, 2);
        Assert.That(Quiet(rig), Is.True);
        rig.Set(Trigger, 7);
        Assert.That(rig.Next().Numbers, Is.EquivalentTo(new[] { (1u, 7.0), (2u, 0.0), (2u, 1.0), (2u, 2.0) }));
        rig.Set(Linked, 3);
        Assert.That(Quiet(rig), Is.True);
    }

    [Test]
    public void A_triggered_item_also_sends_what_comes_later_in_the_same_cycle()
    {
        using var rig = new Rig();
        var (id, trigger, linked) = Two(rig);
        Link(rig, id, trigger, [linked]);
        rig.Set(Trigger, 7);
        rig.Next();
        rig.Set(Trigger, 8);
        rig.Set(Linked, 1);
        Assert.That(rig.Next().Numbers, Is.EquivalentTo(new[] { (1u, 8.0), (2u, 1.0) }));
    }

    [Test]
    public void A_trigger_in_mode_Sampling_triggers_and_does_not_report_itself()
    {
        using var rig = new Rig();
        var (id, trigger, linked) = Two(rig);
        rig.SetMode(id, trigger, MonitoringMode.Sampling);
        Link(rig, id, trigger, [linked]);
        rig.Set(Trigger, 7);
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (2u, 0.0) }));
    }

    [Test]
    [ConformanceUnit("Monitor Triggering")]
    public void Links_do_not_cascade()
    {
        using var rig = new Rig();
        var (id, trigger, linked) = Two(rig);
        var further = rig.Monitor(id, Further, 3, mode: MonitoringMode.Sampling).MonitoredItemId;
        Link(rig, id, trigger, [linked]);
        Link(rig, id, linked, [further]);
        rig.Set(Trigger, 7);
        Assert.That(rig.Next().Data.Select(d => d.ClientHandle), Is.EquivalentTo(new[] { 1u, 2u }));
    }

    [Test]
    [ConformanceUnit("Monitor Triggering")]
    public void Links_are_removed_before_they_are_added_and_answered_one_by_one()
    {
        using var rig = new Rig();
        var (id, trigger, linked) = Two(rig);
        Link(rig, id, trigger, [linked]);
        var response = Link(rig, id, trigger, [linked, 4711], [linked, linked]);
        Assert.That(
            response.RemoveResults.Select(r => r.Value),
            Is.EqualTo(new[] { StatusCodes.Good, StatusCodes.BadMonitoredItemIdInvalid })
        );
        Assert.That(
            response.AddResults.Select(r => r.Value),
            Is.EqualTo(new[] { StatusCodes.Good, StatusCodes.BadMonitoredItemIdInvalid })
        );
        Link(rig, id, trigger, [], [linked]);
        rig.Set(Trigger, 7);
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 7.0) }));
    }

    [Test]
    [ConformanceUnit("Monitor Triggering")]
    public void After_its_link_is_removed_an_item_sends_nothing_more_though_it_was_triggered_in_the_same_cycle()
    {
        using var rig = new Rig();
        var (id, trigger, linked) = Two(rig);
        Link(rig, id, trigger, [linked]);
        rig.Set(Trigger, 7);
        rig.Next();
        rig.Set(Trigger, 8);
        Link(rig, id, trigger, [], [linked]);
        rig.Set(Linked, 1);
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 8.0) }));
        rig.Set(Trigger, 9);
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 9.0) }));
    }

    [Test]
    [ConformanceUnit("Monitor Triggering")]
    public void An_item_that_another_link_has_triggered_goes_on_sending()
    {
        using var rig = new Rig();
        var (id, trigger, linked) = Two(rig);
        var further = rig.Monitor(id, Further, 3).MonitoredItemId;
        rig.Next();
        Link(rig, id, trigger, [linked]);
        Link(rig, id, further, [linked]);
        rig.Set(Trigger, 7);
        Link(rig, id, further, [], [linked]);
        rig.Set(Linked, 1);
        Assert.That(rig.Next().Numbers, Is.EquivalentTo(new[] { (1u, 7.0), (2u, 0.0), (2u, 1.0) }));
    }

    [Test]
    [ConformanceUnit("Monitor Triggering")]
    public void A_link_ends_with_either_of_its_items()
    {
        using var rig = new Rig();
        var (id, trigger, linked) = Two(rig);
        var further = rig.Monitor(id, Further, 3, mode: MonitoringMode.Sampling).MonitoredItemId;
        Link(rig, id, trigger, [linked, further]);
        rig.Delete(id, linked);
        Assert.That(Link(rig, id, trigger, [], [linked]).RemoveResults.Single().Value, Is.EqualTo(StatusCodes.BadMonitoredItemIdInvalid));

        rig.Delete(id, trigger);
        var again = rig.Monitor(id, Trigger, 4).MonitoredItemId;
        Assert.That(
            Link(rig, id, again, [], [further]).RemoveResults.Single().Value,
            Is.EqualTo(StatusCodes.BadMonitoredItemIdInvalid),
            "the new item has no link of the old one"
        );
        Assert.That(Link(rig, id, again, [further]).AddResults.Single().Value, Is.EqualTo(StatusCodes.Good));
    }

    [Test]
    public void An_item_may_trigger_itself_and_be_deleted()
    {
        using var rig = new Rig();
        var (id, trigger, _) = Two(rig);
        Link(rig, id, trigger, [trigger]);
        rig.Delete(id, trigger);
        Assert.That(() => Link(rig, id, trigger, []), Throws.TypeOf<UaException>());
    }

    [Test]
    [ConformanceUnit("Monitor Triggering")]
    public void What_makes_no_sense_is_refused()
    {
        using var rig = new Rig();
        var (id, trigger, linked) = Two(rig);
        Assert.That(() => Link(rig, id, trigger, []), Fails.With(StatusCodes.BadNothingToDo));
        Assert.That(() => Link(rig, id, 4711, [linked]), Fails.With(StatusCodes.BadMonitoredItemIdInvalid));
        Assert.That(() => Link(rig, id + 1000, trigger, [linked]), Fails.With(StatusCodes.BadSubscriptionIdInvalid));
    }

    [Test]
    public void A_link_to_a_deleted_item_does_no_harm()
    {
        using var rig = new Rig();
        var (id, trigger, linked) = Two(rig);
        Link(rig, id, trigger, [linked]);
        rig.Delete(id, linked);
        rig.Set(Trigger, 7);
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 7.0) }));
    }

    [Test]
    [ConformanceUnit("Subscription Transfer")]
    public void Links_stay_when_another_session_of_the_user_takes_the_subscription_over()
    {
        using var rig = new Rig();
        var (id, trigger, linked) = Two(rig);
        Link(rig, id, trigger, [linked]);
        rig.Owner.EndSession(deleteSubscriptions: false);
        rig.Owner = rig.Services.CreateOwner(new OwnerIdentity("mes", "urn:client", true));
        var request = new TransferSubscriptionsRequest { SubscriptionIds = [id] };
        Assert.That(rig.Services.TransferSubscriptions(rig.Owner, request).Results[0].StatusCode.IsGood, Is.True);
        rig.Set(Linked, 1);
        rig.Set(Trigger, 7);
        Assert.That(rig.Next().Numbers, Is.EquivalentTo(new[] { (1u, 7.0), (2u, 0.0), (2u, 1.0) }));
    }

    private static (uint Subscription, uint Trigger, uint Linked) Two(Rig rig)
    {
        var id = rig.Subscribe();
        var trigger = rig.Monitor(id, Trigger, 1).MonitoredItemId;
        var linked = rig.Monitor(id, Linked, 2, queueSize: 10, mode: MonitoringMode.Sampling).MonitoredItemId;
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 0.0) }));
        return (id, trigger, linked);
    }

    private static bool Quiet(Rig rig)
    {
        var request = rig.Publish();
        rig.Cycles(3);
        return request.IsKeepAlive;
    }

    private static SetTriggeringResponse Link(Rig rig, uint id, uint trigger, uint[] add, uint[]? remove = null) =>
        rig.Services.SetTriggering(
            rig.Owner,
            new SetTriggeringRequest
            {
                SubscriptionId = id,
                TriggeringItemId = trigger,
                LinksToAdd = add,
                LinksToRemove = remove ?? [],
            }
        );
}
