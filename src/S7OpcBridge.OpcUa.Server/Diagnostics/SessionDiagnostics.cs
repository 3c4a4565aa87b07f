using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.Sessions;

namespace S7OpcBridge.OpcUa.Server.Diagnostics;

/// <summary>Makes the elements of SessionDiagnosticsArray and SessionSecurityDiagnosticsArray for a session (OPC 10000-5, 12.11 and 12.12).</summary>
internal static class SessionDiagnostics
{
    /// <summary>Reads the figures of a session.</summary>
    public static SessionDiagnosticsDataType From(Session session, UaServerOptions options)
    {
        var (time, counters) = (options.Time, session.Counters);
        var owner = session.Subscriptions?.Snapshot();
        return new SessionDiagnosticsDataType
        {
            SessionId = session.Id,
            SessionName = session.Name,
            ClientDescription = session.Client,
            ServerUri = session.ServerUri,
            EndpointUrl = session.EndpointUrl,
            LocaleIds = [.. session.LocaleIds],
            ActualSessionTimeout = session.Timeout.TotalMilliseconds,
            MaxResponseMessageSize = session.MaxResponseSize == int.MaxValue ? 0 : (uint)session.MaxResponseSize,
            ClientConnectionTime = UaTime.FromTicks((time.GetUtcNow() - time.GetElapsedTime(session.Created)).UtcTicks),
            ClientLastContactTime = UaTime.FromTicks((time.GetUtcNow() - session.Silence(time)).UtcTicks),
            CurrentSubscriptionsCount = (uint)(owner?.Subscriptions.Length ?? 0),
            CurrentMonitoredItemsCount = owner?.Items ?? 0,
            CurrentPublishRequestsInQueue = owner?.WaitingRequests ?? 0,
            TotalRequestCount = counters.Total,
            UnauthorizedRequestCount = counters.Unauthorized,
            ReadCount = counters.CounterOf(SessionService.Read),
            HistoryReadCount = counters.CounterOf(SessionService.HistoryRead),
            WriteCount = counters.CounterOf(SessionService.Write),
            HistoryUpdateCount = counters.CounterOf(SessionService.HistoryUpdate),
            CallCount = counters.CounterOf(SessionService.Call),
            CreateMonitoredItemsCount = counters.CounterOf(SessionService.CreateMonitoredItems),
            ModifyMonitoredItemsCount = counters.CounterOf(SessionService.ModifyMonitoredItems),
            SetMonitoringModeCount = counters.CounterOf(SessionService.SetMonitoringMode),
            SetTriggeringCount = counters.CounterOf(SessionService.SetTriggering),
            DeleteMonitoredItemsCount = counters.CounterOf(SessionService.DeleteMonitoredItems),
            CreateSubscriptionCount = counters.CounterOf(SessionService.CreateSubscription),
            ModifySubscriptionCount = counters.CounterOf(SessionService.ModifySubscription),
            SetPublishingModeCount = counters.CounterOf(SessionService.SetPublishingMode),
            PublishCount = counters.CounterOf(SessionService.Publish),
            RepublishCount = counters.CounterOf(SessionService.Republish),
            TransferSubscriptionsCount = counters.CounterOf(SessionService.TransferSubscriptions),
            DeleteSubscriptionsCount = counters.CounterOf(SessionService.DeleteSubscriptions),
            BrowseCount = counters.CounterOf(SessionService.Browse),
            BrowseNextCount = counters.CounterOf(SessionService.BrowseNext),
            TranslateBrowsePathsToNodeIdsCount = counters.CounterOf(SessionService.TranslateBrowsePaths),
            RegisterNodesCount = counters.CounterOf(SessionService.RegisterNodes),
            UnregisterNodesCount = counters.CounterOf(SessionService.UnregisterNodes),
        };
    }

    public static SessionSecurityDiagnosticsDataType SecurityOf(Session session) =>
        new()
        {
            SessionId = session.Id,
            ClientUserIdOfSession = session.CallerNow?.User,
            ClientUserIdHistory = session.UserHistory,
            AuthenticationMechanism = session.IsActivated ? session.Authentication.ToString() : null,
            Encoding = "UA Binary",
            TransportProtocol = "opc.tcp",
            SecurityMode = session.Security.Mode,
            SecurityPolicyUri = session.Security.Policy.Uri,
            ClientCertificate = session.ClientCertificate,
        };
}
