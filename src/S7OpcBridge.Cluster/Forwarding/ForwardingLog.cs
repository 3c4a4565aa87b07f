using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Cluster.Forwarding;

/// <summary>What the log tells about values for other nodes.</summary>
internal static partial class ForwardingLog
{
    [LoggerMessage(
        1130,
        LogLevel.Warning,
        "Node {Node} takes no values from this node ({Reason}); {Waiting} changed values wait for it. Only " + "its own clients notice."
    )]
    public static partial void Failing(ILogger logger, string node, string reason, int waiting);

    [LoggerMessage(1131, LogLevel.Information, "Node {Node} takes values from this node again.")]
    public static partial void Works(ILogger logger, string node);

    [LoggerMessage(
        1132,
        LogLevel.Warning,
        "The map of node {Node} has other tags for PLC {Plc} than the map of this node: values are assigned by path, and "
            + "tags that only one of the maps has are not shown there. Load the same map on all nodes."
    )]
    public static partial void MapsDiffer(ILogger logger, string node, string plc);

    [LoggerMessage(
        1133,
        LogLevel.Warning,
        "The map of node {Node} has no PLC {Plc}, which this node reads. Load the same map on all nodes."
    )]
    public static partial void UnknownThere(ILogger logger, string node, string plc);
}
