using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Cluster.Logging;

/// <summary>What the log says about members, the fence and the store.</summary>
internal static partial class ClusterLog
{
    [LoggerMessage(1100, LogLevel.Information, "Members of cluster {Cluster} are now: {Members} (view {Version})")]
    public static partial void MembersChanged(this ILogger logger, string cluster, string members, long version);

    [LoggerMessage(1101, LogLevel.Warning, "No PLC is read or written by this node: {Reason}")]
    public static partial void Fenced(this ILogger logger, string reason);

    [LoggerMessage(1102, LogLevel.Information, "This node may work for its PLCs")]
    public static partial void Unfenced(this ILogger logger);

    [LoggerMessage(1103, LogLevel.Warning, "This node left the cluster against its will: {Reason}. It joins again")]
    public static partial void Evicted(this ILogger logger, string reason);

    [LoggerMessage(1104, LogLevel.Warning, "This node can't join cluster {Cluster}: {Reason}. It tries again")]
    public static partial void JoinFailed(this ILogger logger, string cluster, string reason);

    [LoggerMessage(
        1105,
        LogLevel.Warning,
        "The cluster's members can't be read from {Store}: {Reason}. Running nodes go on; none can join or be replaced"
    )]
    public static partial void StoreAway(this ILogger logger, string store, string reason);

    [LoggerMessage(1106, LogLevel.Information, "The cluster's members can be read from {Store} again")]
    public static partial void StoreBack(this ILogger logger, string store);

    [LoggerMessage(1107, LogLevel.Error, "A request of kind {Kind} from node {Node} failed")]
    public static partial void RequestFailed(this ILogger logger, Exception failure, byte kind, string node);

    [LoggerMessage(1108, LogLevel.Warning, "Connection {Direction} {Remote} of the cluster refused: {Reason}")]
    public static partial void PeerRefused(this ILogger logger, string direction, string remote, string reason);

    [LoggerMessage(1109, LogLevel.Debug, "Leaving the cluster did not end in order")]
    public static partial void LeaveFailed(this ILogger logger, Exception failure);

    [LoggerMessage(1110, LogLevel.Error, "Acting on view {Version} of the cluster failed")]
    public static partial void ViewNotTaken(this ILogger logger, Exception failure, long version);

    [LoggerMessage(1112, LogLevel.Warning, "{Count} more connections of the cluster were refused within a minute")]
    public static partial void MorePeersRefused(this ILogger logger, long count);

    [LoggerMessage(1111, LogLevel.Error, "The witness can't write its file: {Reason}. Nodes go on; none can join or be replaced")]
    public static partial void WitnessFailed(this ILogger logger, string reason);
}
