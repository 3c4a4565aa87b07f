using S7OpcBridge.Local;
using S7OpcBridge.Map;

namespace S7OpcBridge.Commands.Arguments;

/// <summary>Finds the map of a command without a map argument: that of the only running bridge on this machine.</summary>
internal static class RunningMap
{
    /// <summary>The map. Null with <c>IsClear</c>: no bridge runs. Null without it: several run, and an error was printed.</summary>
    public static async Task<(string? Map, bool IsClear)> FindAsync(TextWriter error, CancellationToken cancellationToken)
    {
        var maps = await RunningBridge.MapsAsync(error.WriteLine, cancellationToken);
        if (maps.Count <= 1)
            return (maps.Count == 1 ? AsTyped(maps[0]) : null, true);
        error.WriteLine(
            $"s7opcbridge: {maps.Count} bridges run here; name one of their maps: "
                + $"{string.Join(" or ", maps.Select(map => $"{MapCommand.Option} {ProgramInvocation.Quoted(map)}"))}."
        );
        return (null, false);
    }

    // The default map is shown as such, whatever path the bridge knows it by.
    private static string AsTyped(string map) => Path.GetFullPath(MapCommand.DefaultMap) == map ? MapCommand.DefaultMap : map;
}
