using S7OpcBridge.OpcUa.Channel.ClientMemory;

namespace S7OpcBridge.OpcUa.Server.ClientMemory;

/// <summary>Derives the memory limit of all clients from the memory of the process, and lowers limits that do not fit into it.</summary>
internal static class MemoryLimits
{
    private const long Least = 16L << 20,
        Most = 2L << 30;

    /// <summary>A quarter of what the process may use (container limit, DOTNET_GCHeapHardLimit, or the machine's memory), 16 MiB to 2 GiB.</summary>
    public static long OfProcess => Math.Clamp(GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 4, Least, Most);

    /// <summary>Returns the limits with derived values filled in.</summary>
    /// <param name="limits">As configured; <c>ClientMemory</c> 0: derived.</param>
    public static UaServerLimits Fit(UaServerLimits limits)
    {
        var bytes = limits.ClientMemory > 0 ? limits.ClientMemory : OfProcess;
        var subscriptions = limits.Subscriptions;
        var messageSize = (int)Math.Min(limits.MaxMessageSize, Math.Max(limits.MaxUnauthenticatedMessageSize, bytes / 16));
        return limits with
        {
            ClientMemory = bytes,
            MaxMessageSize = messageSize,
            Encoding = limits.Encoding with { MaxDecodedBytes = Math.Min(limits.Encoding.MaxDecodedBytes, 2L * messageSize) },
            MaxResponseSize = (int)Math.Min(limits.MaxResponseSize, Math.Max(1 << 20, bytes / 8)),
            MaxQueuedBytes = (int)Math.Min(limits.MaxQueuedBytes, Math.Max(1 << 18, bytes / 64)),
            Subscriptions = subscriptions with
            {
                MaxSubscriptions = (int)Math.Min(subscriptions.MaxSubscriptions, bytes / 8 / ClientMemoryBudget.Subscription),
                MaxMonitoredItems = (int)Math.Min(subscriptions.MaxMonitoredItems, bytes / 2 / ClientMemoryBudget.MonitoredItem),
                MaxUnacknowledgedBytes = (int)Math.Min(subscriptions.MaxUnacknowledgedBytes, Math.Max(1 << 20, bytes / 16)),
            },
        };
    }
}
