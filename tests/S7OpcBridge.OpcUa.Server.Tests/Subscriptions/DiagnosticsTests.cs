using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions;

public class DiagnosticsTests
{
    [Test]
    public void The_figures_of_a_subscription_tell_what_happened()
    {
        using var rig = new Rig();
        var id = rig.Subscribe(keepAlive: 3, lifetime: 9, priority: 5, maxNotifications: 50);
        rig.Monitor(id, TestNodes.Double, queueSize: 2);
        rig.Monitor(id, TestNodes.Text, mode: MonitoringMode.Disabled);
        for (var i = 1; i <= 3; i++)
            rig.Set(TestNodes.Double, i);
        rig.Next();
        rig.Cycles(2);
        var subscription = rig.Services.Subscriptions.Single();
        var figures = SubscriptionDiagnostics.DiagnosticsOf(subscription)!;
        Assert.That(
            (figures.SubscriptionId, figures.Priority, figures.MaxLifetimeCount, figures.MaxNotificationsPerPublish),
            Is.EqualTo((id, (byte)5, 9u, 50u))
        );
        Assert.That(
            (figures.DataChangeNotificationsCount, figures.NotificationsCount, figures.MonitoringQueueOverflowCount),
            Is.EqualTo((2u, 2u, 2u))
        );
        Assert.That(
            (figures.MonitoredItemCount, figures.DisabledMonitoredItemCount, figures.UnacknowledgedMessageCount),
            Is.EqualTo((2u, 1u, 1u))
        );
        Assert.That((figures.NextSequenceNumber, figures.CurrentLifetimeCount, figures.CurrentKeepAliveCount), Is.EqualTo((2u, 2u, 2u)));
        rig.Owner.EndSession(deleteSubscriptions: true);
        Assert.That(SubscriptionDiagnostics.DiagnosticsOf(subscription), Is.Null);
    }
}
