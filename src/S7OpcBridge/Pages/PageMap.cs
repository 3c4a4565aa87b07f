using S7OpcBridge.Map;
using S7OpcBridge.Planning;
using S7OpcBridge.Reload;
using S7OpcBridge.Web;

namespace S7OpcBridge.Pages;

/// <summary>Lets pages edit the map.</summary>
/// <param name="reload">Loads the map again.</param>
/// <param name="load">Loads it from disk, or with texts in place of files.</param>
/// <param name="askReload">Asks for a reload.</param>
/// <param name="reach">Which nodes of the cluster get a change; null: there is no cluster.</param>
internal sealed class PageMap(
    MapReload reload,
    Func<FindingList, BridgeMap?> load,
    Action<string> askReload,
    Func<IReadOnlyList<string>, CancellationToken, Task<MapReach>>? reach,
    TimeProvider time
)
{
    /// <summary>The commands.</summary>
    public MapCommands Commands()
    {
        var path = reload.Running.Files[0];
        return new MapCommands
        {
            Path = path,
            Texts = () => reload.Texts,
            Files = () => reload.Files,
            CodePages = () => reload.CodePages,
            Load = load,
            Examine = static loaded => [.. PlanFindings.For(loaded)],
            EffectOf = loaded => MapEffects.Of(reload.LookAt(loaded)),
            ReachAsync = reach ?? (static (_, _) => Task.FromResult(MapReach.Alone)),
            Versions = new MapVersions(MapVersions.FolderFor(path), time),
            AskReload = askReload,
        };
    }

    /// <summary>Why the map cannot be written, as a sentence; null: it can.</summary>
    public static string? WhyReadOnly(string path) => EditAccess.WhyNot(path) is { } why ? $"The map cannot be changed here: {why}." : null;
}
