using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Words;

namespace S7OpcBridge.Map.Compiling.Checks;

/// <summary>
/// Finds roles in permissions that no session can have. Without custom roles in the users file this is an error. With custom roles it is a warning, because a
/// role may have been removed over OPC UA, and the bridge must still start then.
/// </summary>
internal static class RoleNameChecks
{
    /// <summary>Checks the names of all PLCs.</summary>
    public static void Check(RawMap map, FindingList findings)
    {
        var declared = map.Server.Settings.Roles?.Where(role => role.IsCustom).Select(role => role.Name).ToList();
        var all = new HashSet<string>(declared ?? []);
        foreach (var (spot, role) in map.Plcs.SelectMany(plc => plc.NamedRoles))
        {
            if (all.Add(role) && all.Count > RoleEntry.MaxOwn)
                findings.Error(
                    spot,
                    $"the role '{Excerpt.FromKey(role)}' is one too many: at most {RoleEntry.MaxOwn} are possible besides the well-known ones; "
                        + "remove one"
                );
            else if (!RoleEntry.IsName(role) || declared is null)
                findings.Error(
                    spot,
                    $"unknown role '{Excerpt.FromKey(role)}'; {NearestWord.Hint(role, [.. UserRoles.All, .. declared ?? []])}"
                );
            else if (!declared.Contains(role))
                findings.Warning(
                    spot,
                    $"nobody has the role '{role}', because it is no longer in the users file; add '- {{ name: {role} }}' to its 'roles', "
                        + $"or remove it here ({NearestWord.Hint(role, [.. UserRoles.All, .. declared])})"
                );
        }
    }
}
