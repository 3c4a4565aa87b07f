namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>What clients can find out about history before they ask (HistoryServerCapabilitiesType, OPC 10000-11, 5.4.2).</summary>
internal static class HistoryCapabilities
{
    private const uint MaxNodesPerHistoryReadData = 12165,
        MaxNodesPerHistoryReadEvents = 12166,
        MaxNodesPerHistoryUpdateData = 12167,
        MaxNodesPerHistoryUpdateEvents = 12168;

    private const string ProfileBase = "http://opcfoundation.org/UA-Profile/Server/";

    /// <summary>Nodes that a server does not have.</summary>
    /// <param name="history">Its history; null: none.</param>
    public static ReadOnlySpan<uint> NotServed(HistorySource? history) =>
        history switch
        {
            null =>
            [
                Ids.HistoryServerCapabilities,
                MaxNodesPerHistoryReadData,
                MaxNodesPerHistoryReadEvents,
                MaxNodesPerHistoryUpdateData,
                MaxNodesPerHistoryUpdateEvents,
            ],
            { ReadEvents: null } => [MaxNodesPerHistoryReadEvents, MaxNodesPerHistoryUpdateEvents],
            _ => [],
        };

    /// <summary>The facets of history; docs/internals/conformance.md names the tests of every unit.</summary>
    public static IReadOnlyList<string> Profiles(HistorySource? history) =>
        history is null ? [] : [ProfileBase + "HistoricalRawData", ProfileBase + "HistoricalDataAtTime"];

    /// <summary>Gives the nodes their values.</summary>
    public static void AttachTo(Namespace0 nodes, HistorySource history, HistoryLimits limits)
    {
        foreach (
            var refused in (uint[])
                [
                    Ids.HistoryServerCapabilities_InsertDataCapability,
                    Ids.HistoryServerCapabilities_ReplaceDataCapability,
                    Ids.HistoryServerCapabilities_UpdateDataCapability,
                    Ids.HistoryServerCapabilities_DeleteRawCapability,
                    Ids.HistoryServerCapabilities_DeleteAtTimeCapability,
                    Ids.HistoryServerCapabilities_InsertAnnotationCapability,
                    Ids.HistoryServerCapabilities_InsertEventCapability,
                    Ids.HistoryServerCapabilities_ReplaceEventCapability,
                    Ids.HistoryServerCapabilities_UpdateEventCapability,
                    Ids.HistoryServerCapabilities_DeleteEventCapability,
                ]
        )
            nodes.SetValue(refused, Variant.From(false));
        var hasEvents = history.ReadEvents is not null;
        nodes.SetValue(Ids.HistoryServerCapabilities_AccessHistoryDataCapability, Variant.From(true));
        nodes.SetValue(Ids.HistoryServerCapabilities_AccessHistoryEventsCapability, Variant.From(hasEvents));
        nodes.SetValue(Ids.HistoryServerCapabilities_ServerTimestampSupported, Variant.From(history.HasServerTimes));
        nodes.SetValue(Ids.HistoryServerCapabilities_MaxReturnDataValues, Variant.From((uint)limits.MaxValuesPerNode));
        nodes.SetValue(Ids.HistoryServerCapabilities_MaxReturnEventValues, Variant.From(hasEvents ? (uint)limits.MaxEventsPerNode : 0));
        nodes.SetValue(
            Ids.Server_ServerCapabilities_MaxHistoryContinuationPoints,
            Variant.From((ushort)Math.Min(limits.MaxContinuationPoints, ushort.MaxValue))
        );
        nodes.SetValue(MaxNodesPerHistoryReadData, Variant.From((uint)limits.MaxNodesPerCall));
        nodes.SetValue(MaxNodesPerHistoryUpdateData, Variant.From((uint)limits.MaxNodesPerCall));
        if (!hasEvents)
            return;
        nodes.SetValue(MaxNodesPerHistoryReadEvents, Variant.From((uint)limits.MaxNodesPerCall));
        nodes.SetValue(MaxNodesPerHistoryUpdateEvents, Variant.From((uint)limits.MaxNodesPerCall));
    }
}
