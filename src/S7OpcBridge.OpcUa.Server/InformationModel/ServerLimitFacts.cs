using S7OpcBridge.OpcUa.Server.Events;

namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>The numbers of ServerCapabilities and OperationLimits.</summary>
internal sealed record ServerLimitFacts
{
#pragma warning disable CS1591 // named as the nodes
    public double MinSupportedSampleRate { get; init; }

    public ushort MaxBrowseContinuationPoints { get; init; }

    public uint MaxArrayLength { get; init; }

    public uint MaxStringLength { get; init; }

    public uint MaxByteStringLength { get; init; }

    public uint MaxSessions { get; init; }

    public uint MaxSubscriptions { get; init; }

    public uint MaxSubscriptionsPerSession { get; init; }

    public uint MaxMonitoredItems { get; init; }

    public uint MaxMonitoredItemsPerSubscription { get; init; }

    public uint MaxMonitoredItemsQueueSize { get; init; }

    public uint MaxSelectClauseParameters { get; init; }

    public uint MaxWhereClauseParameters { get; init; }

    public uint MaxNodesPerRead { get; init; }

    public uint MaxNodesPerWrite { get; init; }

    public uint MaxNodesPerMethodCall { get; init; }

    public uint MaxNodesPerBrowse { get; init; }

    public uint MaxNodesPerRegisterNodes { get; init; }

    public uint MaxNodesPerTranslateBrowsePathsToNodeIds { get; init; }

    public uint MaxMonitoredItemsPerCall { get; init; }
#pragma warning restore CS1591

    /// <summary>The numbers of a server's limits.</summary>
    public static ServerLimitFacts From(UaServerLimits limits)
    {
        var (encoding, subscriptions) = (limits.Encoding, limits.Subscriptions);
        var operations = (uint)limits.MaxOperationsPerCall;
        return new ServerLimitFacts
        {
            MinSupportedSampleRate = subscriptions.MinSamplingInterval,
            MaxBrowseContinuationPoints = (ushort)Math.Min(limits.MaxContinuationPoints, ushort.MaxValue),
            MaxArrayLength = (uint)encoding.MaxArrayLength,
            MaxStringLength = (uint)encoding.MaxStringLength,
            MaxByteStringLength = (uint)encoding.MaxByteStringLength,
            MaxSessions = (uint)limits.MaxSessions,
            MaxSubscriptions = (uint)subscriptions.MaxSubscriptions,
            MaxSubscriptionsPerSession = (uint)subscriptions.MaxSubscriptionsPerSession,
            MaxMonitoredItems = (uint)subscriptions.MaxMonitoredItems,
            MaxMonitoredItemsPerSubscription = (uint)subscriptions.MaxMonitoredItemsPerSubscription,
            MaxMonitoredItemsQueueSize = (uint)subscriptions.MaxQueueSize,
            MaxSelectClauseParameters = EventFilterCheck.MaxSelectClauses,
            MaxWhereClauseParameters = WhereCheck.MaxElements,
            MaxNodesPerRead = operations,
            MaxNodesPerWrite = operations,
            MaxNodesPerMethodCall = (uint)limits.MaxMethodsPerCall,
            MaxNodesPerBrowse = operations,
            MaxNodesPerRegisterNodes = operations,
            MaxNodesPerTranslateBrowsePathsToNodeIds = operations,
            MaxMonitoredItemsPerCall = (uint)subscriptions.MaxOperationsPerCall,
        };
    }
}
