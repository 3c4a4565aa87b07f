using S7OpcBridge.OpcUa;

namespace S7OpcBridge;

/// <summary>
/// Finds roles in permissions that nobody can have. Where the users file has no roles of its own that is an error. Where it has, one may have been removed over OPC UA since: a
/// bridge that did not start for it would be worse than a rule that gives nobody anything.
/// </summary>
internal static class RoleNameChecks
{
    /// <summary>Checks the names of all PLCs.</summary>
    public static void Check(MapDraft draft, FindingList findings)
    {
        var declared = draft.Server.Settings.Roles?.Where(role => role.IsCustom).Select(role => role.Name).ToList();
        var all = new HashSet<string>(declared ?? []);
        foreach (var (spot, role) in draft.Plcs.SelectMany(plc => plc.NamedRoles))
        {
            if (all.Add(role) && all.Count > RoleDirectory.MaxNames)
                findings.Error(spot, $"the role '{Excerpt.OfKey(role)}' is one too many: there can be {RoleDirectory.MaxNames} beside the well-known ones; remove one");
            else if (!RoleConfiguration.IsName(role) || declared is null)
                findings.Error(spot, $"unknown role '{Excerpt.OfKey(role)}'; {NearestWord.Hint(role, [.. Role.AllNames, .. declared ?? []])}");
            else if (!declared.Contains(role))
                findings.Warning(spot, $"nobody has the role '{role}', because the users file does not have it any more; add '- {{ name: {role} }}' to its 'roles', or remove it here ({NearestWord.Hint(role, [.. Role.AllNames, .. declared])})");
        }
    }
}
