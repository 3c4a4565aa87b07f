using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Hosting;

/// <summary>Converts the limits of the map to those of the server.</summary>
internal static class OpcUaLimits
{
    public static UaServerLimits From(ServerLimits limits)
    {
        var defaults = new UaServerLimits();
        return defaults with
        {
            ClientMemory = limits.ClientMemory,
            MaxSessions = limits.MaxSessions,
            MaxConnections = limits.MaxConnections,
            MaxConnectionsWithoutSession = limits.MaxConnectionsWithoutSession,
            MaxMessageSize = limits.MaxMessageSize,
            MaxChunkCount = limits.MaxChunks,
            MaxContinuationPoints = limits.MaxContinuationPoints,
            MaxOperationsPerCall = limits.MaxOperations,
            Encoding = defaults.Encoding with
            {
                MaxNesting = limits.MaxNesting,
                MaxArrayLength = limits.MaxArrayLength,
                MaxStringLength = limits.MaxStringLength,
                MaxByteStringLength = limits.MaxByteStringLength,
            },
            Subscriptions = defaults.Subscriptions with
            {
                MaxOperationsPerCall = limits.MaxOperations,
                MaxSubscriptions = limits.MaxSubscriptions,
                MaxSubscriptionsPerSession = limits.MaxSubscriptionsPerSession,
                MaxMonitoredItems = limits.MaxMonitoredItems,
                MaxMonitoredItemsPerSubscription = limits.MaxMonitoredItemsPerSubscription,
                MaxPublishRequests = limits.MaxPublishRequests,

                // OPC 10000-4, 5.14.1.2: twice as many messages are kept as Publish requests are allowed.
                MaxUnacknowledgedMessages = Math.Max(2 * limits.MaxPublishRequests, defaults.Subscriptions.MaxUnacknowledgedMessages),
            },
        };
    }
}
