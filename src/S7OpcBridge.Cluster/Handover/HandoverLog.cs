using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Cluster.Handover;

/// <summary>What the log tells about PLCs that come and go.</summary>
internal static partial class HandoverLog
{
    [LoggerMessage(1140, LogLevel.Information, "PLCs that this node reads from now on ({Count}): {Plcs}.")]
    public static partial void Taken(ILogger logger, int count, string plcs);

    [LoggerMessage(1141, LogLevel.Information, "PLC {Plc} was handed over to node {Node}.")]
    public static partial void HandedOver(ILogger logger, string plc, string node);

    [LoggerMessage(
        1142,
        LogLevel.Warning,
        "{Count} PLCs that this node should read can't be taken over yet ({Reason}). It asks again until all nodes have "
            + "answered or left the cluster."
    )]
    public static partial void Waiting(ILogger logger, int count, string reason);

    [LoggerMessage(1143, LogLevel.Error, "Another node has taken PLC {Plc} over while this node still had it; this node lets it go.")]
    public static partial void Overtaken(ILogger logger, string plc);

    [LoggerMessage(
        1144,
        LogLevel.Warning,
        "This node may not talk to PLCs: it was frozen, is cut off or is no member of the cluster. {Count} PLCs were let " + "go."
    )]
    public static partial void Fenced(ILogger logger, int count);

    [LoggerMessage(
        1145,
        LogLevel.Warning,
        "PLC {Plc} stays on this node, although node {Node} claims it in the same view: the maps of the two nodes pin it " + "differently."
    )]
    public static partial void Disputed(ILogger logger, string plc, string node);

    [LoggerMessage(1146, LogLevel.Error, "The assignment of PLCs to nodes failed; it is tried again.")]
    public static partial void Failed(ILogger logger, Exception exception);
}
