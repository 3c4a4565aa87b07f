using System.Globalization;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge;

/// <summary>
/// Keeps clients from taking the last file handle: a connection is one, and a process without any cannot load a library, read a file or reach a PLC; the runtime gives up then.
/// </summary>
internal static class FileHandles
{
    /// <summary>What the process needs besides connections: the runtime, the stores, the log, listening sockets.</summary>
    private const int Own = 224;

    /// <summary>What health, metrics and the status page need on top: their libraries and their connections.</summary>
    private const int Web = 32 + WebHost.MostConnections + WebArrivals.Most;

    private const int PerPlc = 4, Fewest = 16;

    /// <summary>Limits of the stack that the system can bear.</summary>
    /// <param name="limits">As the map wishes.</param>
    /// <param name="plcs">Number of PLCs.</param>
    /// <param name="hasWeb">True: the status page is served.</param>
    /// <param name="handles">Handles that the system grants; null: it does not say.</param>
    public static UaServerLimits Fit(UaServerLimits limits, int plcs, bool hasWeb, int? handles)
    {
        var left = handles - Own - PerPlc * plcs - (hasWeb ? Web : 0);
        if (left is not { } spare || spare >= limits.MaxConnections)
            return limits;
        var most = Math.Max(Fewest, spare);
        return limits with { MaxConnections = most, MaxConnectionsWithoutSession = Math.Min(limits.MaxConnectionsWithoutSession, most / 2) };
    }

    /// <summary>Handles that the system grants this process; null where it does not say.</summary>
    public static int? Granted()
    {
        const string line = "Max open files";
        try
        {
            foreach (var limit in File.ReadLines("/proc/self/limits"))
            {
                // Name, soft limit, hard limit, unit; the soft one holds, and "unlimited" is no number.
                if (limit.StartsWith(line, StringComparison.Ordinal)
                    && int.TryParse(limit[line.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries)[0], NumberStyles.None, CultureInfo.InvariantCulture, out var handles))
                    return handles;
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Not Linux.
        }
        return null;
    }
}
