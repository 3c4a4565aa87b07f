using S7OpcBridge.OpcUa.Server.Sessions;
using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server.Diagnostics;

/// <summary>Makes a snapshot of the sessions for the status page.</summary>
internal static class ClientSessions
{
    public static IReadOnlyList<ClientSession> Of(ServerDiagnostics diagnostics, TimeProvider time) =>
        [.. diagnostics.Sessions.All.Select(session => Of(session.Value, time))];

    private static ClientSession Of(Session session, TimeProvider time) =>
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
                    .Select(SubscriptionDiagnostics.Of)
                    .OfType<SubscriptionDiagnosticsDataType>()
                    .Select(Of),
            ]
        );

    private static ClientSubscription Of(SubscriptionDiagnosticsDataType figures) =>
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
