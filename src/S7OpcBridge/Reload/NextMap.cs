using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.Map;

namespace S7OpcBridge.Reload;

/// <summary>What a loaded map would change, before anything is changed: the same for the reload and for a look at it beforehand.</summary>
/// <param name="Settings">The changes of settings.</param>
/// <param name="Migration">The map with the numbers of the running one.</param>
/// <param name="Diff">The changes of PLCs and tags.</param>
/// <param name="Lines">The lines for the log; empty: nothing has changed.</param>
/// <param name="Permits">For the audit: what is newly permitted.</param>
internal sealed record NextMap(
    SettingsChange Settings,
    MapMigration Migration,
    MapDiff Diff,
    IReadOnlyList<string> Lines,
    IReadOnlyList<string> Permits
)
{
    /// <summary>Compares a loaded map with the running one.</summary>
    /// <param name="compiled">Its tags, with the addresses of soft PLCs.</param>
    public static NextMap Compare(BridgeMap running, BridgeMap loaded, TagMap compiled, BridgeServer server)
    {
        var settings = SettingsChange.Between(running.Server, loaded.Server).And(running, loaded);
        var migration = server.Follow(compiled);
        var diff = MapDiff.From(migration);
        return new NextMap(settings, migration, diff, ReloadReport.Lines(diff, settings, out var permits), permits);
    }
}
