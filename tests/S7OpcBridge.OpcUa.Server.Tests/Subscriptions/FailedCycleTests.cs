using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions;

[TestFixture]
public sealed class FailedCycleTests
{
    [Test]
    public void A_cycle_that_fails_holds_up_neither_other_subscriptions_of_the_session_nor_its_own_next_cycle()
    {
        var rig = new Rig();
        using var services = rig.Services;
        var subscriptions = new[] { rig.Subscribe(), rig.Subscribe() };
        rig.Send(new SentPublish(1, maxResponseSize: 10)); // nothing fits into it
        var answers = new[] { rig.Publish(), rig.Publish() };

        rig.Cycles();
        Assert.That(rig.Failure, Is.Not.Null);
        rig.Pass(2);
        Assert.That(answers[0].IsAnswered, Is.True, "the other subscription");
        rig.Cycles();

        Assert.That(answers.Select(answer => answer.Response.SubscriptionId), Is.EquivalentTo(subscriptions));
    }
}
