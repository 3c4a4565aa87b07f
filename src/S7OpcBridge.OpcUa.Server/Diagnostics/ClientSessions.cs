using S7OpcBridge.OpcUa.Server.Sessions;
using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server.Diagnostics;

/// <summary>Makes a snapshot of the sessions for the status page.</summary>
internal static class ClientSessions
{
    public static IReadOnlyList<ClientSession> List(ServerDiagnostics diagnostics, TimeProvider time) =>
        [.. diagnostics.Sessions.All.Select(session => ToClientSession(session.Value, time))];

    private static ClientSession ToClientSession(Session session, TimeProvider time) =>
        new(
            session.Name,
            session.Client.ApplicationName.Text ?? session.Client.ApplicationUri ?? "",
            session.CallerNow?.User,
            session.Connection?.Remote,
            $"{session.Security.Policy}, {session.Security.Mode}",
            time.GetUtcNow() - time.GetElapsedTime(session.Created),
            session.Silence(time),
            [
                .. ServerDiagnostics
                    .SubscriptionsIn(session)
                    .Select(SubscriptionDiagnostics.DiagnosticsOf)
                    .OfType<SubscriptionDiagnosticsDataType>()
                    .Select(ToClientSubscription),
            ]
        );

    private static ClientSubscription ToClientSubscription(SubscriptionDiagnosticsDataType figures) =>
        new(
            figures.SubscriptionId,
            TimeSpan.FromMilliseconds(figures.PublishingInterval),
            figures.PublishingEnabled,
            figures.MonitoredItemCount,
            figures.NotificationsCount,
            figures.LatePublishRequestCount,
            figures.MonitoringQueueOverflowCount
        );
}
