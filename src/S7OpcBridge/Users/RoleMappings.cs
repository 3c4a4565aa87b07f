using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge;

/// <summary>
/// Gives users of the users file roles, and takes them away, for an administrator who does so over OPC UA. A rule names a user: by name, or by the thumbprint or subject of
/// the certificate that the file has for one. The file is written as a whole; a running bridge, this one too, takes it up within seconds.
/// </summary>
internal sealed class RoleMappings(UserSource users)
{
    /// <summary>See <see cref="RoleManagement.AddIdentity"/>.</summary>
    /// <exception cref="UaException">The rule, or the role, is not one that can be kept here, or the file cannot be written.</exception>
    public string Add(WellKnownRoles role, IdentityMappingRuleType rule)
    {
        RequireGiven(role, rule);
        users.Edit(all =>
        {
            var user = Find(all, rule) ?? throw new UaException(StatusCodes.BadInvalidArgument,
                $"No user has {Text(rule)}; make one first: s7opcbridge users add NAME --role {role}.");
            return user.Roles.Contains(role.ToString())
                ? throw new UaException(StatusCodes.BadAlreadyExists, $"{Text(rule)} has the role {role} already.")
                : With(all, user, [.. user.Roles, role.ToString()]);
        });
        return $"{Text(rule)} has the role {role}";
    }

    /// <summary>See <see cref="RoleManagement.RemoveIdentity"/>.</summary>
    /// <exception cref="UaException">As above; BadRequestNotAllowed: the user would have no role, or nobody would be SecurityAdmin.</exception>
    public string Remove(WellKnownRoles role, IdentityMappingRuleType rule)
    {
        RequireGiven(role, rule);
        users.Edit(all =>
        {
            var user = Find(all, rule);
            if (user is null || !user.Roles.Contains(role.ToString()))
                throw new UaException(StatusCodes.BadNotFound, $"{Text(rule)} does not have the role {role}.");
            if (user.Roles.Count == 1)
                throw new UaException(StatusCodes.BadRequestNotAllowed, $"The user '{user.Name}' would have no role; give it another one first, or remove it: s7opcbridge users remove.");
            if (role == WellKnownRoles.SecurityAdmin && all.Count(other => other.Roles.Contains(role.ToString())) == 1)
                throw new UaException(StatusCodes.BadRequestNotAllowed, $"'{user.Name}' is the last SecurityAdmin; nobody could give the role again.");
            return With(all, user, [.. user.Roles.Where(name => name != role.ToString())]);
        });
        return $"{Text(rule)} has no longer the role {role}";
    }

    private static void RequireGiven(WellKnownRoles role, IdentityMappingRuleType rule)
    {
        if (!Role.Names.Contains(role.ToString()))
            throw new UaException(StatusCodes.BadRequestNotAllowed, $"Everybody who should have the role {role} has it.");
        if (string.IsNullOrEmpty(rule.Criteria))
            throw new UaException(StatusCodes.BadInvalidArgument, "The rule has no criteria.");
        if (rule.CriteriaType is not (IdentityCriteriaType.UserName or IdentityCriteriaType.Thumbprint or IdentityCriteriaType.X509Subject))
            throw new UaException(StatusCodes.BadNotSupported, $"Rules of kind {rule.CriteriaType} cannot be kept in a users file; UserName, Thumbprint and X509Subject can.");
    }

    private static UserEntry? Find(IReadOnlyCollection<UserEntry> users, IdentityMappingRuleType rule) => users.FirstOrDefault(
        user => UserIdentities.Of(user).Any(known => known.CriteriaType == rule.CriteriaType && string.Equals(known.Criteria, rule.Criteria,
            rule.CriteriaType == IdentityCriteriaType.Thumbprint ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal)));

    private static List<UserEntry> With(IReadOnlyCollection<UserEntry> users, UserEntry changed, IReadOnlyList<string> roles) =>
        [.. users.Select(user => user == changed ? user with { Roles = roles } : user)];

    private static string Text(IdentityMappingRuleType rule) => $"{rule.CriteriaType} '{Printable.Of(rule.Criteria)}'";
}
