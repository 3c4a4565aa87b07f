using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions;

/// <summary>TransferSubscriptions (OPC 10000-4, 5.14.7).</summary>
public class TransferTests
{
    [Test]
    [ConformanceUnit("Subscription Transfer")]
    public void A_new_session_of_the_same_user_takes_over_what_is_queued_and_unacknowledged()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Double, queueSize: 5);
        var sent = rig.Next();
        rig.Set(TestNodes.Double, 1);
        var result = Transfer(rig, "mes", id, false);
        Assert.That(result.StatusCode.IsGood, Is.True);
        Assert.That(result.AvailableSequenceNumbers, Is.EqualTo(new[] { 1u }));
        Assert.That(
            rig.Services.Republish(rig.Owner, new RepublishRequest { SubscriptionId = id, RetransmitSequenceNumber = 1 }),
            Is.EqualTo(sent.MessageBytes)
        );
        rig.Set(TestNodes.Double, 2);
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 1.0), (1u, 2.0) }));
    }

    [Test]
    [ConformanceUnit("Subscription Transfer")]
    public void The_old_session_is_told_and_then_has_no_subscription()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        var old = rig.Owner;
        SentPublish[] waiting = [rig.Publish(), rig.Publish()];
        Transfer(rig, "mes", id, false);
        Assert.That(
            waiting[0].Objects<StatusChangeNotification>().Single().Status.Value,
            Is.EqualTo(StatusCodes.GoodSubscriptionTransferred)
        );
        Assert.That(waiting[1].Status, Is.EqualTo(StatusCodes.BadNoSubscription));
        rig.Owner = old;
        Assert.That(() => rig.Monitor(id, 0), Fails.With(StatusCodes.BadSubscriptionIdInvalid));
    }

    [Test]
    public void The_old_session_is_told_with_its_next_request_where_none_waits()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        var old = rig.Owner;
        Transfer(rig, "mes", id, false);
        rig.Owner = old;
        Assert.That(
            rig.Publish().Objects<StatusChangeNotification>().Single().Status.Value,
            Is.EqualTo(StatusCodes.GoodSubscriptionTransferred)
        );
        Assert.That(rig.Publish().Status, Is.EqualTo(StatusCodes.BadNoSubscription));
    }

    [Test]
    public void Initial_values_are_the_last_sent_ones_again()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Double, 1);
        rig.Monitor(id, TestNodes.Flag, 2, mode: MonitoringMode.Sampling);
        rig.Next();
        Transfer(rig, "mes", id, sendInitialValues: true);
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 0.0) }));
    }

    [Test]
    [ConformanceUnit("Subscription Transfer")]
    public void A_subscription_is_taken_over_from_a_session_that_is_gone()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Double);
        rig.Owner.EndSession(deleteSubscriptions: false);
        rig.Cycles(2);
        Assert.That(Transfer(rig, "mes", id, false).StatusCode.IsGood, Is.True);
        Assert.That(rig.Next().Numbers, Has.Length.EqualTo(1));
        rig.Set(TestNodes.Double, 4);
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 4.0) }));
    }

    [TestCase("other", "urn:client", true, ExpectedResult = StatusCodes.BadUserAccessDenied)]
    [TestCase(null, "urn:client", true, ExpectedResult = StatusCodes.BadUserAccessDenied)]
    [TestCase("mes", "urn:another", false, ExpectedResult = StatusCodes.Good)]
    public uint Only_the_same_user_may_take_over(string? user, string application, bool secure)
    {
        using var rig = new Rig();
        return Transfer(rig, user, rig.Subscribe(), false, application, secure).StatusCode.Value;
    }

    [TestCase("urn:client", true, ExpectedResult = StatusCodes.Good)]
    [TestCase("urn:another", true, ExpectedResult = StatusCodes.BadUserAccessDenied)]
    [TestCase("urn:client", false, ExpectedResult = StatusCodes.BadUserAccessDenied)]
    public uint Without_a_user_only_the_same_application_on_a_signed_channel_may_take_over(string application, bool secure)
    {
        using var rig = new Rig();
        rig.Owner = rig.Services.CreateOwner(new OwnerIdentity(null, "urn:client", true));
        return Transfer(rig, null, rig.Subscribe(), false, application, secure).StatusCode.Value;
    }

    [TestCase("mes", "other", "urn:client", true)]
    [TestCase("mes", null, "urn:client", true)]
    [TestCase(null, "mes", "urn:client", true)]
    [TestCase(null, null, "urn:another", true)]
    [TestCase(null, null, "urn:client", false)]
    public void A_subscription_that_its_session_left_behind_is_nobody_elses(string? owner, string? user, string application, bool secure)
    {
        using var rig = new Rig();
        rig.Owner = rig.Services.CreateOwner(new OwnerIdentity(owner, "urn:client", secure));
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Double);
        rig.Owner.EndSession(deleteSubscriptions: false);
        Assert.That(Transfer(rig, user, id, false, application, secure).StatusCode.Value, Is.EqualTo(StatusCodes.BadUserAccessDenied));
        Assert.That(rig.Services.Subscriptions, Has.Count.EqualTo(1), "it waits for its owner");
    }

    [Test]
    public void A_server_that_starts_again_gives_other_ids()
    {
        using var before = new Rig();
        using var after = new Rig();
        uint[] old = [before.Subscribe(), before.Subscribe(), before.Subscribe()];
        Assert.That(((uint[])[after.Subscribe(), after.Subscribe(), after.Subscribe()]).Intersect(old), Is.Empty);
        Assert.That(Transfer(after, "mes", old[0], false).StatusCode.Value, Is.EqualTo(StatusCodes.BadSubscriptionIdInvalid));
    }

    [Test]
    public void A_transfer_to_the_same_session_changes_nothing()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        var result = rig
            .Services.TransferSubscriptions(rig.Owner, new TransferSubscriptionsRequest { SubscriptionIds = [id, id + 1000] })
            .Results;
        Assert.That(result.Select(r => r.StatusCode.Value), Is.EqualTo(new[] { StatusCodes.Good, StatusCodes.BadSubscriptionIdInvalid }));
        Assert.That(rig.Next().IsKeepAlive, Is.True);
    }

    [Test]
    public void A_session_cannot_take_over_more_than_its_limit()
    {
        using var rig = new Rig(new SubscriptionLimits { MaxSubscriptionsPerSession = 1 });
        var id = rig.Subscribe();
        rig.Owner = rig.Services.CreateOwner(new OwnerIdentity("mes", null, true));
        rig.Subscribe();
        var result = rig.Services.TransferSubscriptions(rig.Owner, new TransferSubscriptionsRequest { SubscriptionIds = [id] }).Results[0];
        Assert.That(result.StatusCode.Value, Is.EqualTo(StatusCodes.BadTooManySubscriptions));
    }

    private static TransferResult Transfer(
        Rig rig,
        string? user,
        uint id,
        bool sendInitialValues,
        string application = "urn:client",
        bool secure = true
    )
    {
        rig.Owner = rig.Services.CreateOwner(new OwnerIdentity(user, application, secure));
        return rig
            .Services.TransferSubscriptions(
                rig.Owner,
                new TransferSubscriptionsRequest { SubscriptionIds = [id], SendInitialValues = sendInitialValues }
            )
            .Results[0];
    }
}
