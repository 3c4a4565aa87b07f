using S7OpcBridge.Logs;

namespace S7OpcBridge.Hosting;

/// <summary>What the bridge does with its log besides printing it.</summary>
/// <param name="Levels">The levels that the map sets.</param>
/// <param name="Recent">Keeps the last lines.</param>
internal sealed record HostLog(LogLevels Levels, RecentLog Recent);
