using S7OpcBridge.Map;

namespace S7OpcBridge;

/// <summary>Which map a command means that was given none: that of the one bridge that runs on this machine and can be asked.</summary>
internal static class RunningMap
{
    /// <summary>The map; null with <c>IsClear</c>: no bridge runs; without: several do, which has been said.</summary>
    public static async Task<(string? Map, bool IsClear)> FindAsync(TextWriter error, CancellationToken cancellationToken)
    {
        var maps = await RunningBridge.MapsAsync(error.WriteLine, cancellationToken);
        if (maps.Count <= 1)
            return (maps.Count == 1 ? AsTyped(maps[0]) : null, true);
        error.WriteLine($"s7opcbridge: {maps.Count} bridges run here; say which one is meant: {string.Join(" or ", maps.Select(map => $"{CertsCommand.MapOption} {ProgramInvocation.Quoted(map)}"))}.");
        return (null, false);
    }

    // The default map is the default map, by whatever path the bridge knows it.
    private static string AsTyped(string map) => Path.GetFullPath(MapCommand.DefaultMap) == map ? MapCommand.DefaultMap : map;
}
