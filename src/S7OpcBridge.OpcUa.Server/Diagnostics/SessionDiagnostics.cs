using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.Sessions;

namespace S7OpcBridge.OpcUa.Server.Diagnostics;

/// <summary>Makes the elements of SessionDiagnosticsArray and SessionSecurityDiagnosticsArray for a session (OPC 10000-5, 12.11 and 12.12).</summary>
internal static class SessionDiagnostics
{
    /// <summary>Takes the figures of a session.</summary>
    public static SessionDiagnosticsDataType Of(Session session, UaServerOptions options)
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
            ReadCount = counters.Of(SessionService.Read),
            HistoryReadCount = counters.Of(SessionService.HistoryRead),
            WriteCount = counters.Of(SessionService.Write),
            HistoryUpdateCount = counters.Of(SessionService.HistoryUpdate),
            CallCount = counters.Of(SessionService.Call),
            CreateMonitoredItemsCount = counters.Of(SessionService.CreateMonitoredItems),
            ModifyMonitoredItemsCount = counters.Of(SessionService.ModifyMonitoredItems),
            SetMonitoringModeCount = counters.Of(SessionService.SetMonitoringMode),
            SetTriggeringCount = counters.Of(SessionService.SetTriggering),
            DeleteMonitoredItemsCount = counters.Of(SessionService.DeleteMonitoredItems),
            CreateSubscriptionCount = counters.Of(SessionService.CreateSubscription),
            ModifySubscriptionCount = counters.Of(SessionService.ModifySubscription),
            SetPublishingModeCount = counters.Of(SessionService.SetPublishingMode),
            PublishCount = counters.Of(SessionService.Publish),
            RepublishCount = counters.Of(SessionService.Republish),
            TransferSubscriptionsCount = counters.Of(SessionService.TransferSubscriptions),
            DeleteSubscriptionsCount = counters.Of(SessionService.DeleteSubscriptions),
            BrowseCount = counters.Of(SessionService.Browse),
            BrowseNextCount = counters.Of(SessionService.BrowseNext),
            TranslateBrowsePathsToNodeIdsCount = counters.Of(SessionService.TranslateBrowsePaths),
            RegisterNodesCount = counters.Of(SessionService.RegisterNodes),
            UnregisterNodesCount = counters.Of(SessionService.UnregisterNodes),
        };
    }

    /// <summary>The security of a session.</summary>
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
