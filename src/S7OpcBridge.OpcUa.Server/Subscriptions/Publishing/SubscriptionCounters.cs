namespace S7OpcBridge.OpcUa.Server.Subscriptions.Publishing;

/// <summary>The counters of a subscription for SubscriptionDiagnosticsDataType (OPC 10000-5, 12.15), named after its fields.</summary>
internal sealed class SubscriptionCounters
{
    public uint Modified,
        Enabled,
        Disabled;
    public uint RepublishRequests,
        RepublishMessageRequests,
        RepublishedMessages;
    public uint TransferRequests,
        TransferredToAnotherClient,
        TransferredToSameClient;
    public uint PublishRequests,
        LateCycles;
    public ulong DataChanges,
        Events,
        Notifications; // the standard's fields wrap, the figures of the whole server must not

    /// <summary>Publishing cycles so far.</summary>
    public ulong Cycles;

    /// <summary>Sum of their delays in milliseconds.</summary>
    public long Lateness;
}
