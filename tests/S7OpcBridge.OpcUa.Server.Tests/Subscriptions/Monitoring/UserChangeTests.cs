using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Monitoring;

/// <summary>
/// After a change of user the items stay, and what they deliver follows the new user's rights (OPC 10000-4, 5.7.3: access is checked for the user that the
/// session has, not for the one that created the item).
/// </summary>
internal sealed class UserChangeTests
{
    private const int Open = TestNodes.FirstPlain,
        Closed = Open + 1;

    [Test]
    [ConformanceUnit("Session Change User")]
    public void Who_loses_the_right_to_read_gets_the_denial_once_and_no_value_any_more()
    {
        using var rig = new Rig();
        var subscription = rig.Subscribe();
        rig.Set(Open, 1);
        rig.Set(Closed, 1);
        rig.Monitor(subscription, Open, clientHandle: 1);
        rig.Monitor(subscription, Closed, clientHandle: 2);
        Assert.That(rig.Next().Numbers, Is.EqualTo(((uint, double)[])[(1, 1), (2, 1)]));

        Deny(rig, Closed);
        Assert.That(Shown(rig), Is.EqualTo((string[])["2 BadUserAccessDenied"]));
        rig.Set(Open, 2);
        rig.Set(Closed, 2);
        Assert.That(Shown(rig), Is.EqualTo((string[])["1 Good"]));
    }

    [Test]
    public void Values_queued_for_the_user_of_before_are_not_sent_to_the_one_of_now()
    {
        using var rig = new Rig();
        var subscription = rig.Subscribe();
        rig.Set(Closed, 1);
        rig.Monitor(subscription, Closed, clientHandle: 2, queueSize: 5);
        rig.Set(Closed, 2);
        rig.Set(Closed, 3);
        Deny(rig, Closed);
        Assert.That(Shown(rig), Is.EqualTo((string[])["2 BadUserAccessDenied"]));
    }

    [Test]
    [ConformanceUnit("Session Change User")]
    public void Who_gains_the_right_to_read_gets_the_value_and_its_changes()
    {
        using var rig = new Rig();
        rig.MayRead(_ => false);
        var subscription = rig.Subscribe();
        rig.Set(Closed, 1);
        rig.Monitor(subscription, Closed, clientHandle: 2);
        Assert.That(Shown(rig), Is.EqualTo((string[])["2 BadUserAccessDenied"]));

        rig.MayRead(_ => true);
        rig.Owner.RecheckAccess();
        Assert.That(rig.Next().Numbers, Is.EqualTo(((uint, double)[])[(2, 1)]));
        rig.Set(Closed, 2);
        Assert.That(rig.Next().Numbers, Is.EqualTo(((uint, double)[])[(2, 2)]));
    }

    [Test]
    public void A_value_that_is_sampled_follows_the_rights_too()
    {
        using var rig = new Rig();
        rig.MayRead(_ => false);
        var subscription = rig.Subscribe();
        rig.Monitor(subscription, TestNodes.Clock, clientHandle: 3, sampling: 500);
        Assert.That(Shown(rig), Is.EqualTo((string[])["3 BadUserAccessDenied"]));

        rig.MayRead(_ => true);
        rig.Owner.RecheckAccess();
        Assert.That(Shown(rig), Is.EqualTo((string[])["3 Good"]));
        rig.Nodes.ClockValue = Variant.FromDateTime(2);
        Assert.That(Shown(rig), Is.EqualTo((string[])["3 Good"]), "it is looked at again");
    }

    [Test]
    public void The_clients_sampling_interval_still_holds_after_the_right_came()
    {
        using var rig = new Rig();
        rig.MayRead(_ => false);
        var subscription = rig.Subscribe(interval: 100, keepAlive: 1000);
        rig.Set(Closed, 1);
        rig.Monitor(subscription, Closed, clientHandle: 2, sampling: 10_000);
        rig.MayRead(_ => true);
        rig.Owner.RecheckAccess();
        rig.Publish();
        rig.Pass(100);
        rig.Set(Closed, 2);
        var early = rig.Publish();
        rig.Pass(200);
        Assert.That(early.IsAnswered, Is.False, "10 s between two samples is what the client asked for");
    }

    [Test]
    public void Other_attributes_and_disabled_items_are_left_as_they_are()
    {
        using var rig = new Rig();
        var subscription = rig.Subscribe();
        rig.Set(Closed, 1);
        rig.Monitor(subscription, Closed, clientHandle: 4, attribute: AttributeId.DisplayName);
        var disabled = rig.Monitor(subscription, Closed, clientHandle: 5, mode: MonitoringMode.Disabled);
        Assert.That(Shown(rig), Is.EqualTo((string[])["4 Good"]));
        Deny(rig, Closed);
        rig.Cycles(3);
        Assert.That(rig.Next().IsKeepAlive, Is.True);
        rig.SetMode(subscription, disabled.MonitoredItemId, MonitoringMode.Reporting);
        Assert.That(Shown(rig), Is.EqualTo((string[])["5 BadUserAccessDenied"]));
    }

    [Test]
    public void Whoever_takes_a_subscription_over_sees_what_the_new_session_may_see()
    {
        using var rig = new Rig();
        var subscription = rig.Subscribe();
        rig.Set(Closed, 1);
        rig.Monitor(subscription, Closed, clientHandle: 2);
        rig.Next();
        rig.Owner = rig.Services.CreateOwner(rig.Owner.Identity);
        rig.MayRead(_ => false);
        rig.Services.TransferSubscriptions(rig.Owner, new TransferSubscriptionsRequest { SubscriptionIds = [subscription] });
        Assert.That(Shown(rig), Is.EqualTo((string[])["2 BadUserAccessDenied"]));
    }

    private static void Deny(Rig rig, int node)
    {
        rig.MayRead(index => index != node);
        rig.Owner.RecheckAccess();
    }

    private static string[] Shown(Rig rig) => [.. rig.Next().Data.Select(d => $"{d.ClientHandle} {StatusCodes.NameOf(d.Value.Status)}")];
}
