using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Publishing;

/// <summary>The state machine of OPC 10000-4, 5.14.1.2, rule by rule.</summary>
public class PublishTests
{
    [Test]
    [ConformanceUnit("Subscription Basic")]
    public void The_first_cycle_answers_within_one_interval_even_with_nothing_to_say()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        var request = rig.Publish();
        rig.Pass(Rig.Interval - 1);
        Assert.That(request.IsAnswered, Is.False);
        rig.Pass(1);
        Assert.That(request.IsKeepAlive, Is.True);
        Assert.That((request.Response.SubscriptionId, request.Response.NotificationMessage.SequenceNumber), Is.EqualTo((id, 1u)));
        Assert.That(request.Response.AvailableSequenceNumbers, Is.Empty);
    }

    [Test]
    public void The_first_cycle_sends_data_and_no_keep_alive_when_there_is_data()
    {
        using var rig = new Rig();
        rig.Monitor(rig.Subscribe(), TestNodes.Double, clientHandle: 42);
        var request = rig.Next();
        Assert.That(request.Numbers, Is.EqualTo(new[] { (42u, 0.0) }));
        Assert.That(request.Response.NotificationMessage.SequenceNumber, Is.EqualTo(1));
        Assert.That(request.Response.AvailableSequenceNumbers, Is.EqualTo(new[] { 1u }));
    }

    [Test]
    [ConformanceUnit("Subscription Basic")]
    public void A_keep_alive_comes_after_the_keep_alive_count_and_does_not_use_up_a_number()
    {
        using var rig = new Rig();
        rig.Monitor(rig.Subscribe(keepAlive: 3), TestNodes.Double);
        rig.Next();
        var request = rig.Publish();
        rig.Cycles(2);
        Assert.That(request.IsAnswered, Is.False);
        rig.Cycles();
        Assert.That(request.IsKeepAlive, Is.True);
        Assert.That(request.Response.NotificationMessage.SequenceNumber, Is.EqualTo(2));
        rig.Set(TestNodes.Double, 5);
        Assert.That(rig.Next().Response.NotificationMessage.SequenceNumber, Is.EqualTo(2));
    }

    [Test]
    [ConformanceUnit("Subscription Basic")]
    public void With_a_count_of_1_a_waiting_request_is_answered_in_the_cycle_in_which_the_keep_alive_is_due()
    {
        using var rig = new Rig();
        rig.Monitor(rig.Subscribe(keepAlive: 1), TestNodes.Double);
        SentPublish[] waiting = [rig.Publish(), rig.Publish(), rig.Publish()];
        rig.Cycles();
        Assert.That(waiting.Select(request => request.IsAnswered), Is.EqualTo(new[] { true, false, false }), "the value");
        rig.Pass(Rig.Interval - 1);
        Assert.That(waiting[1].IsAnswered, Is.False);
        rig.Pass(1);
        Assert.That((waiting[1].IsKeepAlive, waiting[2].IsAnswered), Is.EqualTo((true, false)), "one keep-alive, in the next cycle");
        rig.Set(TestNodes.Double, 5);
        rig.Cycles();
        Assert.That(waiting[2].Numbers, Is.EqualTo(new[] { (1u, 5.0) }));
    }

    [Test]
    [ConformanceUnit("Subscription Basic")]
    public void A_late_subscription_is_served_by_the_next_request_at_once_and_its_cycle_restarts()
    {
        using var rig = new Rig();
        rig.Monitor(rig.Subscribe(), TestNodes.Double);
        rig.Cycles();
        rig.Pass(300);
        var late = rig.Publish();
        Assert.That(late.Numbers, Has.Length.EqualTo(1));
        rig.Set(TestNodes.Double, 1);
        var next = rig.Publish();
        rig.Pass(Rig.Interval - 1);
        Assert.That(next.IsAnswered, Is.False, "The interval begins with the late answer.");
        rig.Pass(1);
        Assert.That(next.Numbers, Is.EqualTo(new[] { (1u, 1.0) }));
    }

    [Test]
    public void A_late_keep_alive_is_served_by_the_next_request_at_once()
    {
        using var rig = new Rig();
        rig.Subscribe();
        rig.Cycles();
        Assert.That(rig.Publish().IsKeepAlive, Is.True);
    }

    [Test]
    [ConformanceUnit("Subscription Basic")]
    public void A_fast_subscription_outlives_a_client_that_is_held_up_for_seconds()
    {
        using var rig = new Rig(new SubscriptionLimits());
        var created = rig.Services.CreateSubscription(
            rig.Owner,
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 0,
                RequestedLifetimeCount = 0,
                RequestedMaxKeepAliveCount = 1,
            }
        );
        Assert.That(created.RevisedLifetimeCount * created.RevisedPublishingInterval, Is.EqualTo(5000));
        rig.Pass(4500);
        Assert.That(rig.Services.Subscriptions, Has.Count.EqualTo(1));
        rig.Pass(1000);
        Assert.That(rig.Services.Subscriptions, Is.Empty);
    }

    [Test]
    [ConformanceUnit("Subscription Basic")]
    public void A_subscription_that_nobody_asks_for_ends_and_the_next_request_hears_of_it()
    {
        using var rig = new Rig();
        var id = rig.Subscribe(keepAlive: 1, lifetime: 3);
        rig.Monitor(id, TestNodes.Double);
        rig.Cycles(3);
        Assert.That(rig.Services.Subscriptions, Has.Count.EqualTo(1));
        rig.Cycles();
        Assert.That(rig.Services.Subscriptions, Is.Empty);
        Assert.That(rig.Services.MonitoredItemCount, Is.Zero);
        var request = rig.Publish();
        Assert.That(request.Response.SubscriptionId, Is.EqualTo(id));
        Assert.That(request.Objects<StatusChangeNotification>().Single().Status.Value, Is.EqualTo(StatusCodes.BadTimeout));
        Assert.That(rig.Publish().Status, Is.EqualTo(StatusCodes.BadNoSubscription));
    }

    [Test]
    public void A_subscription_outlives_its_session_until_its_lifetime_ends()
    {
        using var rig = new Rig();
        rig.Monitor(rig.Subscribe(keepAlive: 1, lifetime: 3), TestNodes.Double);
        rig.Owner.EndSession(deleteSubscriptions: false);
        rig.Cycles(3);
        Assert.That(rig.Services.Subscriptions, Has.Count.EqualTo(1));
        rig.Cycles();
        Assert.That((rig.Services.Subscriptions.Count, rig.Services.MonitoredItemCount), Is.EqualTo((0, 0)));
    }

    [Test]
    [ConformanceUnit("Subscription Basic")]
    public void Disabled_publishing_sends_keep_alives_only_and_keeps_the_newest_values()
    {
        using var rig = new Rig();
        var id = rig.Subscribe(keepAlive: 1, enabled: false);
        rig.Monitor(id, TestNodes.Double);
        Assert.That(rig.Next().IsKeepAlive, Is.True);
        rig.Set(TestNodes.Double, 9);
        var keepAlive = rig.Next();
        Assert.That((keepAlive.IsKeepAlive, keepAlive.Response.MoreNotifications), Is.EqualTo((true, false)));
        rig.Services.SetPublishingMode(rig.Owner, new SetPublishingModeRequest { SubscriptionIds = [id, 4711], PublishingEnabled = true });
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 9.0) }));
    }

    [Test]
    public void Cycles_keep_their_rate_whatever_the_answers_take()
    {
        using var rig = new Rig();
        rig.Monitor(rig.Subscribe(interval: 250), TestNodes.Double);
        var answered = 0;
        for (var i = 1; i <= 8; i++)
        {
            rig.Set(TestNodes.Double, i);
            var request = rig.Publish();
            rig.Pass(250);
            answered += request.IsAnswered ? 1 : 0;
        }

        Assert.That(answered, Is.EqualTo(8));
    }
}
