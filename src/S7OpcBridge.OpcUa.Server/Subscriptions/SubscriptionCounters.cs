namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>The counters of a subscription for SubscriptionDiagnosticsDataType (OPC 10000-5, 12.15).</summary>
internal sealed class SubscriptionCounters
{
#pragma warning disable CS1591 // named after the fields of the standard
    public uint Modified, Enabled, Disabled;
    public uint RepublishRequests, RepublishMessageRequests, RepublishedMessages;
    public uint TransferRequests, TransferredToAnotherClient, TransferredToSameClient;
    public uint PublishRequests, LateCycles;
    public ulong DataChanges, Events, Notifications; // the standard's fields wrap, the figures of the whole server must not
#pragma warning restore CS1591

    /// <summary>Publishing cycles so far.</summary>
    public ulong Cycles;

    /// <summary>Sum of their delays in milliseconds.</summary>
    public long Lateness;
}
