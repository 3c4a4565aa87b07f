namespace S7OpcBridge.OpcUa.Server.Diagnostics;

/// <summary>A field of a diagnostics structure, which also is a variable.</summary>
/// <param name="Name">Its browse name, namespace 0.</param>
/// <param name="DataType">Its data type, a node of namespace 0.</param>
/// <param name="Value">Its value in the structure.</param>
/// <param name="IsArray">True for an array of one dimension.</param>
internal readonly record struct DiagnosticField<T>(string Name, uint DataType, Func<T, Variant> Value, bool IsArray = false);

/// <summary>The fields of the diagnostics structures in the order of the standard (OPC 10000-5, 7.9 to 7.15); a test compares them with namespace 0.</summary>
internal static class DiagnosticFields
{
    private const uint Duration = Ids.Duration,
        UtcTime = 294,
        LocaleId = 295,
        SecurityMode = 302,
        Application = 308,
        Counter = 871;
    private const uint Text = (uint)BuiltInType.String,
        Number = (uint)BuiltInType.UInt32;

    public static readonly DiagnosticField<SessionDiagnosticsDataType>[] Session =
    [
        new("SessionId", (uint)BuiltInType.NodeId, s => Variant.From(s.SessionId)),
        new("SessionName", Text, s => Variant.From(s.SessionName)),
        new("ClientDescription", Application, s => Variant.From(ExtensionObject.From(s.ClientDescription))),
        new("ServerUri", Text, s => Variant.From(s.ServerUri)),
        new("EndpointUrl", Text, s => Variant.From(s.EndpointUrl)),
        new("LocaleIds", LocaleId, s => Variant.FromArray(BuiltInType.String, s.LocaleIds), IsArray: true),
        new("ActualSessionTimeout", Duration, s => Variant.From(s.ActualSessionTimeout)),
        new("MaxResponseMessageSize", Number, s => Variant.From(s.MaxResponseMessageSize)),
        new("ClientConnectionTime", UtcTime, s => Variant.FromDateTime(s.ClientConnectionTime)),
        new("ClientLastContactTime", UtcTime, s => Variant.FromDateTime(s.ClientLastContactTime)),
        new("CurrentSubscriptionsCount", Number, s => Variant.From(s.CurrentSubscriptionsCount)),
        new("CurrentMonitoredItemsCount", Number, s => Variant.From(s.CurrentMonitoredItemsCount)),
        new("CurrentPublishRequestsInQueue", Number, s => Variant.From(s.CurrentPublishRequestsInQueue)),
        Count("TotalRequestCount", s => s.TotalRequestCount),
        new("UnauthorizedRequestCount", Number, s => Variant.From(s.UnauthorizedRequestCount)),
        Count("ReadCount", s => s.ReadCount),
        Count("HistoryReadCount", s => s.HistoryReadCount),
        Count("WriteCount", s => s.WriteCount),
        Count("HistoryUpdateCount", s => s.HistoryUpdateCount),
        Count("CallCount", s => s.CallCount),
        Count("CreateMonitoredItemsCount", s => s.CreateMonitoredItemsCount),
        Count("ModifyMonitoredItemsCount", s => s.ModifyMonitoredItemsCount),
        Count("SetMonitoringModeCount", s => s.SetMonitoringModeCount),
        Count("SetTriggeringCount", s => s.SetTriggeringCount),
        Count("DeleteMonitoredItemsCount", s => s.DeleteMonitoredItemsCount),
        Count("CreateSubscriptionCount", s => s.CreateSubscriptionCount),
        Count("ModifySubscriptionCount", s => s.ModifySubscriptionCount),
        Count("SetPublishingModeCount", s => s.SetPublishingModeCount),
        Count("PublishCount", s => s.PublishCount),
        Count("RepublishCount", s => s.RepublishCount),
        Count("TransferSubscriptionsCount", s => s.TransferSubscriptionsCount),
        Count("DeleteSubscriptionsCount", s => s.DeleteSubscriptionsCount),
        Count("AddNodesCount", s => s.AddNodesCount),
        Count("AddReferencesCount", s => s.AddReferencesCount),
        Count("DeleteNodesCount", s => s.DeleteNodesCount),
        Count("DeleteReferencesCount", s => s.DeleteReferencesCount),
        Count("BrowseCount", s => s.BrowseCount),
        Count("BrowseNextCount", s => s.BrowseNextCount),
        Count("TranslateBrowsePathsToNodeIdsCount", s => s.TranslateBrowsePathsToNodeIdsCount),
        Count("QueryFirstCount", s => s.QueryFirstCount),
        Count("QueryNextCount", s => s.QueryNextCount),
        Count("RegisterNodesCount", s => s.RegisterNodesCount),
        Count("UnregisterNodesCount", s => s.UnregisterNodesCount),
    ];

    /// <summary>The fields of a session's security.</summary>
    public static readonly DiagnosticField<SessionSecurityDiagnosticsDataType>[] Security =
    [
        new("SessionId", (uint)BuiltInType.NodeId, s => Variant.From(s.SessionId)),
        new("ClientUserIdOfSession", Text, s => Variant.From(s.ClientUserIdOfSession)),
        new("ClientUserIdHistory", Text, s => Variant.FromArray(BuiltInType.String, s.ClientUserIdHistory), IsArray: true),
        new("AuthenticationMechanism", Text, s => Variant.From(s.AuthenticationMechanism)),
        new("Encoding", Text, s => Variant.From(s.Encoding)),
        new("TransportProtocol", Text, s => Variant.From(s.TransportProtocol)),
        new("SecurityMode", SecurityMode, s => Variant.From((int)s.SecurityMode)),
        new("SecurityPolicyUri", Text, s => Variant.From(s.SecurityPolicyUri)),
        new("ClientCertificate", (uint)BuiltInType.ByteString, s => Variant.FromByteString(s.ClientCertificate)),
    ];

    public static readonly DiagnosticField<SubscriptionDiagnosticsDataType>[] Subscription =
    [
        new("SessionId", (uint)BuiltInType.NodeId, s => Variant.From(s.SessionId)),
        new("SubscriptionId", Number, s => Variant.From(s.SubscriptionId)),
        new("Priority", (uint)BuiltInType.Byte, s => Variant.From(s.Priority)),
        new("PublishingInterval", Duration, s => Variant.From(s.PublishingInterval)),
        new("MaxKeepAliveCount", Number, s => Variant.From(s.MaxKeepAliveCount)),
        new("MaxLifetimeCount", Number, s => Variant.From(s.MaxLifetimeCount)),
        new("MaxNotificationsPerPublish", Number, s => Variant.From(s.MaxNotificationsPerPublish)),
        new("PublishingEnabled", (uint)BuiltInType.Boolean, s => Variant.From(s.PublishingEnabled)),
        new("ModifyCount", Number, s => Variant.From(s.ModifyCount)),
        new("EnableCount", Number, s => Variant.From(s.EnableCount)),
        new("DisableCount", Number, s => Variant.From(s.DisableCount)),
        new("RepublishRequestCount", Number, s => Variant.From(s.RepublishRequestCount)),
        new("RepublishMessageRequestCount", Number, s => Variant.From(s.RepublishMessageRequestCount)),
        new("RepublishMessageCount", Number, s => Variant.From(s.RepublishMessageCount)),
        new("TransferRequestCount", Number, s => Variant.From(s.TransferRequestCount)),
        new("TransferredToAltClientCount", Number, s => Variant.From(s.TransferredToAltClientCount)),
        new("TransferredToSameClientCount", Number, s => Variant.From(s.TransferredToSameClientCount)),
        new("PublishRequestCount", Number, s => Variant.From(s.PublishRequestCount)),
        new("DataChangeNotificationsCount", Number, s => Variant.From(s.DataChangeNotificationsCount)),
        new("EventNotificationsCount", Number, s => Variant.From(s.EventNotificationsCount)),
        new("NotificationsCount", Number, s => Variant.From(s.NotificationsCount)),
        new("LatePublishRequestCount", Number, s => Variant.From(s.LatePublishRequestCount)),
        new("CurrentKeepAliveCount", Number, s => Variant.From(s.CurrentKeepAliveCount)),
        new("CurrentLifetimeCount", Number, s => Variant.From(s.CurrentLifetimeCount)),
        new("UnacknowledgedMessageCount", Number, s => Variant.From(s.UnacknowledgedMessageCount)),
        new("DiscardedMessageCount", Number, s => Variant.From(s.DiscardedMessageCount)),
        new("MonitoredItemCount", Number, s => Variant.From(s.MonitoredItemCount)),
        new("DisabledMonitoredItemCount", Number, s => Variant.From(s.DisabledMonitoredItemCount)),
        new("MonitoringQueueOverflowCount", Number, s => Variant.From(s.MonitoringQueueOverflowCount)),
        new("NextSequenceNumber", Number, s => Variant.From(s.NextSequenceNumber)),
        new("EventQueueOverflowCount", Number, s => Variant.From(s.EventQueueOverFlowCount)),
    ];

    private static DiagnosticField<SessionDiagnosticsDataType> Count(
        string name,
        Func<SessionDiagnosticsDataType, ServiceCounterDataType> counter
    ) => new(name, Counter, s => Variant.From(ExtensionObject.From(counter(s))));
}
