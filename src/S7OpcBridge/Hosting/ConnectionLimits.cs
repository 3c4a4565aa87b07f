using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Web;

namespace S7OpcBridge.Hosting;

/// <summary>
/// Limits connections so that client connections cannot use up all file handles: without a free one the process can neither load a library, read a file nor
/// connect to a PLC, and the runtime fails.
/// </summary>
internal static class ConnectionLimits
{
    /// <summary>Handles needed besides connections: runtime, stores, log, listening sockets.</summary>
    private const int Own = 224;

    /// <summary>What health, metrics and the status page need on top: their libraries and their connections.</summary>
    private const int Web = 32 + WebHost.MostSockets;

    private const int PerPlc = 4,
        Fewest = 16;

    /// <summary>Reduces the limits to what the available handles allow.</summary>
    /// <param name="limits">The limits of the map.</param>
    /// <param name="plcs">Number of PLCs.</param>
    /// <param name="hasWeb">True: the status page is served.</param>
    /// <param name="handles">Handles granted by the system; null: unknown.</param>
    public static UaServerLimits Fit(UaServerLimits limits, int plcs, bool hasWeb, int? handles)
    {
        var left = handles - Own - PerPlc * plcs - (hasWeb ? Web : 0);
        if (left is not { } spare || spare >= limits.MaxConnections)
            return limits;
        var most = Math.Max(Fewest, spare);
        return limits with
        {
            MaxConnections = most,
            MaxConnectionsWithoutSession = Math.Min(limits.MaxConnectionsWithoutSession, most / 2),
        };
    }
}
