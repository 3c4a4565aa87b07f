using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>The limits of the server. All are enforced; those that have a node in ServerCapabilities are advertised there.</summary>
public sealed record UaServerLimits : ChannelLimits
{
    /// <summary>Sessions, active or not.</summary>
    public int MaxSessions { get; init; } = 500;

    /// <summary>Shortest and longest session timeout.</summary>
    public TimeSpan MinSessionTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <inheritdoc cref="MinSessionTimeout"/>
    public TimeSpan MaxSessionTimeout { get; init; } = TimeSpan.FromHours(1);

    /// <summary>Browse continuation points of one session.</summary>
    public int MaxContinuationPoints { get; init; } = 20;

    /// <summary>References in one browse result.</summary>
    public int MaxReferencesPerNode { get; init; } = 10_000;

    /// <summary>Elements of one browse path.</summary>
    public int MaxBrowsePathLength { get; init; } = 100;

    /// <summary>Targets of one browse path, and nodes looked at on the way.</summary>
    public int MaxBrowsePathTargets { get; init; } = 10_000;

    /// <summary>Operations in one call of Read, Write, Browse, TranslateBrowsePathsToNodeIds or RegisterNodes.</summary>
    public int MaxOperationsPerCall { get; init; } = 10_000;

    /// <summary>Methods in one Call.</summary>
    public int MaxMethodsPerCall { get; init; } = 100;

    /// <summary>Requests of one session that may be pending: writes, method calls, fresh reads.</summary>
    public int MaxPendingCalls { get; init; } = 200;

    /// <summary>Limits of the history services.</summary>
    public HistoryLimits History { get; init; } = new();

    /// <summary>Limits of subscriptions and monitored items.</summary>
    public SubscriptionLimits Subscriptions { get; init; } = new();
}
