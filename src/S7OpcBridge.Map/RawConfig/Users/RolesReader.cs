using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Users;

/// <summary>Reads the roles of a users file.</summary>
internal static class RolesReader
{
    /// <summary>Reads the list at the cursor.</summary>
    public static List<RoleEntry> Read(YamlReader yaml)
    {
        yaml.Key = "roles";
        var roles = new List<RoleEntry>();
        if (!yaml.EnterSequence("a list of roles, each with a name"))
            return roles;
        while (!yaml.Leave())
        {
            yaml.Key = "roles";
            var draft = new RawRole { Spot = yaml.Spot };
            if (!RoleKeys.Table.Read(yaml, draft))
                continue;
            var entry = draft.Role;
            if (Fault(entry, roles) is { } fault)
                yaml.Findings.Error(entry.Like is not null && !entry.IsCustom ? draft.LikeSpot : draft.Spot, fault);
            else
                roles.Add(entry);
        }

        return roles;
    }

    private static string? Fault(RoleEntry role, List<RoleEntry> before) =>
        role.Name.Length == 0 ? "the role has no name; add 'name'"
        : before.Any(other => other.Name == role.Name) ? $"the role '{role.Name}' is given twice; remove one of them"
        : !role.IsCustom && role.Like is not null
            ? $"'{role.Name}' is a well-known role, which cannot be based on another one; remove 'like'"
        : !role.IsCustom && role.GivenTo.Contains("Anonymous")
            ? $"'{role.Name}' is a well-known role, for users; what clients may do without one is "
                + "'anonymous' of the map, or a role of your own"
        : role.Name is "SecurityAdmin" or "ConfigureAdmin" && role.GivenTo.Count > 0
            ? $"'{role.Name}' is given to single users alone; remove 'givenTo'"
        : role.IsCustom && before.Count(other => other.IsCustom) == RoleEntry.MaxOwn
            ? $"the role '{role.Name}' is one too many: at most {RoleEntry.MaxOwn} "
                + "are possible besides the well-known ones; remove one"
        : null;
}
