using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions;

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
    public void A_message_ends_at_the_limit_of_notifications_and_the_rest_follows_at_once_if_a_request_waits()
    {
        using var rig = new Rig();
        var id = rig.Subscribe(maxNotifications: 2);
        for (uint i = 0; i < 5; i++)
            rig.Monitor(id, TestNodes.FirstPlain + (int)i, i);
        SentPublish[] requests = [rig.Publish(), rig.Publish()];
        rig.Cycles();
        Assert.That(requests.Select(r => r.Data.Length), Is.EqualTo(new[] { 2, 2 }));
        Assert.That(requests.Select(r => r.Response.MoreNotifications), Is.EqualTo(new[] { true, true }));
        var last = rig.Publish();
        Assert.That((last.Data.Length, last.Response.MoreNotifications), Is.EqualTo((1, false)));
        Assert.That(requests.Append(last).SelectMany(r => r.Data).Select(d => d.ClientHandle), Is.EqualTo(new uint[] { 0, 1, 2, 3, 4 }));
        Assert.That(last.Response.AvailableSequenceNumbers, Is.EqualTo(new uint[] { 1, 2, 3 }));
    }

    [Test]
    public void A_limit_of_zero_notifications_means_no_limit()
    {
        using var rig = new Rig(plain: 3000);
        var id = rig.Subscribe(maxNotifications: 0);
        for (var i = 0; i < 3000; i++)
            rig.Monitor(id, TestNodes.FirstPlain + i);
        Assert.That(rig.Next().Data, Has.Length.EqualTo(3000));
    }

    [Test]
    public void A_message_that_is_long_enough_ends_and_the_rest_follows_at_once_if_a_request_waits()
    {
        using var rig = new Rig(new SubscriptionLimits { MinLifetime = 0, LongMessage = 300 }, plain: 200);
        var id = rig.Subscribe();
        for (var i = 0; i < 200; i++)
            rig.Monitor(id, TestNodes.FirstPlain + i, (uint)i);
        var requests = Enumerable.Range(0, 40).Select(_ => rig.Publish()).ToArray();
        rig.Cycles();

        var answered = requests.TakeWhile(request => request.IsAnswered).ToArray();
        Assert.That(answered.SelectMany(request => request.Data.Select(d => d.ClientHandle)), Is.EqualTo(Enumerable.Range(0, 200)));
        Assert.That(answered.Select(request => request.Response.MoreNotifications), Is.EqualTo(answered.Select(request => request != answered[^1])));
        Assert.That(answered.SkipLast(1).Select(request => request.MessageBytes.Length), Has.All.InRange(300, 400));
    }

    [Test]
    public void A_value_longer_than_a_long_message_is_sent_all_the_same()
    {
        using var rig = new Rig(new SubscriptionLimits { MinLifetime = 0, LongMessage = 300 });
        var id = rig.Subscribe();
        var text = new string('x', 5000);
        rig.Set(TestNodes.Text, Variant.Of(text));
        rig.Monitor(id, TestNodes.Double, 1);
        rig.Monitor(id, TestNodes.Text, 2);
        rig.Monitor(id, TestNodes.Flag, 3);
        Assert.That(rig.Next().Data.Select(d => d.Value.Value.Reference).OfType<string>(), Is.EqualTo(new[] { text }));
        Assert.That(rig.Publish().Data.Select(d => d.ClientHandle), Is.EqualTo(new[] { 3u }));
    }

    [Test]
    public void A_message_ends_where_the_client_cannot_take_more_bytes()
    {
        using var rig = new Rig(plain: 300);
        var id = rig.Subscribe();
        for (uint i = 0; i < 300; i++)
        {
            rig.Set(TestNodes.FirstPlain + (int)i, Variant.Of(new string('x', (int)i % 50)));
            rig.Monitor(id, TestNodes.FirstPlain + (int)i, i);
        }

        var handles = new List<uint>();
        bool more;
        do
        {
            var request = rig.Send(new SentPublish(1, maxResponseSize: 1000));
            if (!request.IsAnswered)
                rig.Cycles();
            handles.AddRange(request.Data.Select(d => d.ClientHandle));
            more = request.Response.MoreNotifications;
            Assert.That(request.Size, Is.LessThanOrEqualTo(1000));
            Assert.That(!more || request.Size > 900, Is.True, "A message is filled as far as it goes.");
        }
        while (more);
        Assert.That(handles, Is.EqualTo(Enumerable.Range(0, 300).Select(i => (uint)i)));
    }

    [Test]
    public void A_value_too_large_for_any_message_of_the_client_is_told_by_its_status()
    {
        using var rig = new Rig();
        rig.Set(TestNodes.Text, Variant.Of(new string('x', 5000)));
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Text, 1);
        rig.Monitor(id, TestNodes.Double, 2);
        var request = rig.Send(new SentPublish(1, maxResponseSize: 1000));
        rig.Cycles();
        Assert.That(request.Data.Select(d => d.Value.Status.Value), Is.EqualTo(new[] { StatusCodes.BadEncodingLimitsExceeded, StatusCodes.Good }));
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
        Assert.That(Enumerable.Range(0, 5).Select(_ => rig.Publish().Response.SubscriptionId), Is.EqualTo(new[] { high, low, other, low, other }));
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
