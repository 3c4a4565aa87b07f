using S7OpcBridge.Map;

namespace S7OpcBridge.Web.Maps;

/// <summary>Keeps those who may configure from giving themselves more: who gets in, and who may do what, is for the role SecurityAdmin.</summary>
internal sealed class MapRights(MapCommands map, RunningMap running)
{
    /// <summary>Why somebody may not save a map, as a sentence; null: may.</summary>
    /// <param name="loaded">The map as it would be.</param>
    /// <param name="roles">The roles of who wants to.</param>
    public string? WhyNot(BridgeMap loaded, IReadOnlyList<string> roles)
    {
        if (roles.Contains(nameof(Actions.Right.SecurityAdmin)))
            return null;
        if (running.Map() is not { } now)
            return null;
        var keys = SecuritySettings.Differences(now, loaded);
        // What the map on disk asks for already, and waits for a restart, is not this change.
        if (keys.Count > 0 && map.Load(new FindingList()) is { } present)
            keys = SecuritySettings.Differences(present, loaded);
        return keys.Count == 0 ? null : $"This changes {string.Join(", ", keys)}: saving it needs the role SecurityAdmin, too.";
    }
}
