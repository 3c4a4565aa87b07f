using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Publishing;

/// <summary>Publish requests of a session: which is answered when, and what becomes of the others (OPC 10000-4, 5.14.5).</summary>
public class PublishRequestTests
{
    [Test]
    public void Waiting_requests_and_service_calls_keep_a_subscription_alive()
    {
        using var rig = new Rig();
        var id = rig.Subscribe(keepAlive: 1, lifetime: 3);
        for (var i = 0; i < 10; i++)
        {
            rig.Cycles(3);
            rig.Services.SetPublishingMode(rig.Owner, new SetPublishingModeRequest { SubscriptionIds = [id], PublishingEnabled = true });
        }

        rig.Publish();
        for (var i = 0; i < 10; i++)
        {
            rig.Publish();
            rig.Cycles(2);
        }

        Assert.That(rig.Services.Subscriptions, Has.Count.EqualTo(1));
    }

    [Test]
    [ConformanceUnit("Subscription Basic")]
    public void Without_a_subscription_a_request_is_refused_at_once()
    {
        using var rig = new Rig();
        Assert.That(rig.Publish().Status, Is.EqualTo(StatusCodes.BadNoSubscription));
    }

    [Test]
    public void Deleting_the_last_subscription_answers_all_waiting_requests()
    {
        using var rig = new Rig();
        var (first, second) = (rig.Subscribe(), rig.Subscribe());
        SentPublish[] requests = [rig.Publish(), rig.Publish()];
        Delete(first);
        Assert.That(requests.Any(r => r.IsAnswered), Is.False);
        Delete(second);
        Assert.That(requests.Select(r => r.Status), Is.All.EqualTo(StatusCodes.BadNoSubscription));

        void Delete(uint id) => rig.Services.DeleteSubscriptions(rig.Owner, new DeleteSubscriptionsRequest { SubscriptionIds = [id] });
    }

    [Test]
    [ConformanceUnit("Subscription Publish Discard Policy")]
    public void One_request_too_many_answers_the_oldest()
    {
        using var rig = new Rig(new SubscriptionLimits { MaxPublishRequests = 2 });
        rig.Subscribe();
        SentPublish[] requests = [rig.Publish(), rig.Publish(), rig.Publish()];
        Assert.That(requests[0].Status, Is.EqualTo(StatusCodes.BadTooManyPublishRequests));
        Assert.That((requests[1].IsAnswered, requests[2].IsAnswered), Is.EqualTo((false, false)));
    }

    [Test]
    public void Requests_are_answered_first_in_first_out()
    {
        using var rig = new Rig();
        rig.Monitor(rig.Subscribe(), TestNodes.Double);
        SentPublish[] requests = [rig.Publish(), rig.Publish()];
        rig.Cycles();
        Assert.That((requests[0].IsAnswered, requests[1].IsAnswered), Is.EqualTo((true, false)));
    }

    [Test]
    public void A_request_whose_client_has_given_up_gets_a_timeout_and_carries_nothing()
    {
        using var rig = new Rig();
        rig.Monitor(rig.Subscribe(), TestNodes.Double);
        var impatient = rig.Send(new SentPublish(1, rig.Clock.GetTimestamp() + TimeSpan.FromMilliseconds(500).Ticks));
        var patient = rig.Publish();
        rig.Cycles();
        Assert.That(impatient.Status, Is.EqualTo(StatusCodes.BadTimeout));
        Assert.That(patient.Numbers, Has.Length.EqualTo(1));
    }

    [Test]
    public void A_request_of_a_dead_connection_carries_nothing()
    {
        using var rig = new Rig();
        rig.Monitor(rig.Subscribe(), TestNodes.Double);
        var dead = rig.Publish();
        var alive = rig.Publish();
        dead.Alive = false;
        rig.Cycles();
        Assert.That(dead.Status, Is.EqualTo(StatusCodes.BadSecureChannelClosed));
        Assert.That(alive.Numbers, Has.Length.EqualTo(1));
    }

    [Test]
    public void Cancel_answers_all_requests_of_a_handle_and_leaves_the_others_in_order()
    {
        using var rig = new Rig();
        rig.Monitor(rig.Subscribe(), TestNodes.Double);
        SentPublish[] requests = [.. new uint[] { 7, 8, 7, 9 }.Select(handle => rig.Send(new SentPublish(handle)))];
        Assert.That(rig.Owner.Cancel(7), Is.EqualTo(2));
        Assert.That(rig.Owner.Cancel(1234), Is.Zero);
        Assert.That(
            (requests[0].Status, requests[2].Status),
            Is.EqualTo(((uint?)StatusCodes.BadRequestCancelledByClient, (uint?)StatusCodes.BadRequestCancelledByClient))
        );
        rig.Cycles();
        Assert.That((requests[1].IsAnswered, requests[3].IsAnswered), Is.EqualTo((true, false)));
    }

    [Test]
    public void The_end_of_a_session_answers_its_requests_and_deletes_its_subscriptions_if_asked_to()
    {
        using var rig = new Rig();
        rig.Monitor(rig.Subscribe(), TestNodes.Double);
        var request = rig.Publish();
        rig.Owner.EndSession(deleteSubscriptions: true);
        Assert.That(request.Status, Is.EqualTo(StatusCodes.BadSessionClosed));
        Assert.That((rig.Services.Subscriptions.Count, rig.Services.MonitoredItemCount), Is.EqualTo((0, 0)));
        Assert.That(rig.Publish().Status, Is.EqualTo(StatusCodes.BadSessionClosed));
    }

    [Test]
    [ConformanceUnit("Subscription Minimum 02")]
    public void Of_late_subscriptions_the_highest_priority_is_served_first_and_equal_ones_take_turns()
    {
        using var rig = new Rig();
        var low = rig.Subscribe(priority: 1, maxNotifications: 1);
        var high = rig.Subscribe(priority: 9, maxNotifications: 1);
        var other = rig.Subscribe(priority: 1, maxNotifications: 1);
        foreach (var id in new[] { low, other })
        {
            rig.Monitor(id, TestNodes.Double);
            rig.Monitor(id, TestNodes.Text);
        }

        rig.Monitor(high, TestNodes.Double);
        rig.Cycles();
        Assert.That(
            Enumerable.Range(0, 5).Select(_ => rig.Publish().Response.SubscriptionId),
            Is.EqualTo(new[] { high, low, other, low, other })
        );
    }

    [Test]
    public void When_cycles_fall_together_the_highest_priority_gets_the_only_request()
    {
        using var rig = new Rig();
        rig.Monitor(rig.Subscribe(priority: 1), TestNodes.Double);
        var high = rig.Subscribe(priority: 2);
        rig.Monitor(high, TestNodes.Double);
        Assert.That(rig.Next().Response.SubscriptionId, Is.EqualTo(high));
    }
}
