using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions;

public class PublishingFiguresTests
{
    [Test]
    public void What_subscriptions_did_is_summed_up_and_outlives_them()
    {
        using var rig = new Rig();
        var (first, second) = (rig.Subscribe(), rig.Subscribe());
        rig.Monitor(first, TestNodes.Double, queueSize: 2);
        rig.Monitor(second, TestNodes.Double);
        for (var i = 1; i <= 3; i++)
            rig.Set(TestNodes.Double, i);
        rig.Next();
        rig.Next();
        var figures = rig.Services.Figures;
        var each = rig.Services.Subscriptions.Select(subscription => SubscriptionDiagnostics.DiagnosticsOf(subscription)!).ToArray();
        using (Assert.EnterMultipleScope())
        {
            Assert.That(figures.Notifications, Is.EqualTo(each.Sum(subscription => subscription.NotificationsCount)).And.EqualTo(3));
            Assert.That(
                figures.Overflows,
                Is.EqualTo(each.Sum(subscription => subscription.MonitoringQueueOverflowCount)).And.GreaterThan(0)
            );
            Assert.That(figures.Unserved, Is.EqualTo(each.Sum(subscription => subscription.LatePublishRequestCount)));
            Assert.That(figures.Cycles, Is.GreaterThanOrEqualTo(2));
            Assert.That(figures.Lateness, Is.EqualTo(TimeSpan.Zero), "the clock of the test is never late");
        }

        rig.Owner.EndSession(deleteSubscriptions: true);
        Assert.That((rig.Services.Subscriptions.Count, rig.Services.Figures), Is.EqualTo((0, figures)));
    }
}
