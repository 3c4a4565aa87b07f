using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.OpcUa.Server.Management;
using S7OpcBridge.Words;

namespace S7OpcBridge.Identity.Users;

/// <summary>
/// Stores roles and their users in the users file when an administrator changes them over OPC UA. A rule selects a user of the file by name, or by the
/// thumbprint or subject of its certificate. The file is replaced as a whole; running bridges apply it within seconds.
/// </summary>
internal sealed class RoleMappings(UserSource users)
{
    /// <summary>See <see cref="RoleManagement.AddIdentity"/>.</summary>
    /// <exception cref="UaException">The rule or the role cannot be stored here, or the file cannot be written.</exception>
    public string Add(string role, IdentityMappingRuleType rule)
    {
        RequireGiven(role, rule);
        users.Edit(document =>
        {
            var all = document.Users;
            var user =
                Find(all, rule)
                ?? throw new UaException(
                    StatusCodes.BadInvalidArgument,
                    $"No user has {Text(rule)}; make one first: s7opcbridge users add NAME --role {role}."
                );
            return user.Roles.Contains(role)
                ? throw new UaException(StatusCodes.BadAlreadyExists, $"{Text(rule)} has the role {role} already.")
                : With(document, user, [.. user.Roles, role]);
        });
        return $"{Text(rule)} has the role {role}";
    }

    /// <summary>See <see cref="RoleManagement.RemoveIdentity"/>.</summary>
    /// <exception cref="UaException">As above. BadRequestNotAllowed: the user would have no role, or nobody would be SecurityAdmin.</exception>
    public string Remove(string role, IdentityMappingRuleType rule)
    {
        RequireGiven(role, rule);
        users.Edit(document =>
        {
            var all = document.Users;
            var user = Find(all, rule);
            if (user is null || !user.Roles.Contains(role))
                throw new UaException(StatusCodes.BadNotFound, $"{Text(rule)} does not have the role {role}.");
            if (user.Roles.Count == 1)
                throw new UaException(
                    StatusCodes.BadRequestNotAllowed,
                    $"The user '{user.Name}' would have no role; give it another one first, or remove it: " + "s7opcbridge users remove."
                );
            if (role == nameof(WellKnownRoles.SecurityAdmin) && all.Count(other => other.Roles.Contains(role)) == 1)
                throw new UaException(
                    StatusCodes.BadRequestNotAllowed,
                    $"'{user.Name}' is the last SecurityAdmin; nobody could give the role again."
                );
            return With(document, user, [.. user.Roles.Where(name => name != role)]);
        });
        return $"{Text(rule)} has no longer the role {role}";
    }

    /// <summary>See <see cref="RoleManagement.AddRole"/>.</summary>
    /// <exception cref="UaException">It exists already, or the file cannot be written.</exception>
    public string AddRole(RoleConfiguration role)
    {
        users.Edit(document =>
            (document.Roles ?? []).Any(known => known.Name == role.Name)
                ? throw new UaException(StatusCodes.BadAlreadyExists, $"The role '{role.Name}' is in the users file already.")
                : document with
                {
                    Roles = [.. document.Roles ?? [], RoleTranslation.ToEntry(role, null)],
                }
        );
        return $"the role '{role.Name}' is there; 'permissions' of the map say what it may do";
    }

    /// <summary>See <see cref="RoleManagement.RemoveRole"/>.</summary>
    /// <exception cref="UaException">The file cannot be written.</exception>
    public string RemoveRole(string role)
    {
        var had = new List<string>();
        users.Edit(document =>
        {
            had.AddRange(document.Users.Where(user => user.Roles.Contains(role)).Select(user => user.Name));
            return new UsersDocument(
                [
                    .. document.Users.Select(user =>
                        user.Roles.Contains(role) ? user with { Roles = [.. user.Roles.Where(name => name != role)] } : user
                    ),
                ],
                [.. (document.Roles ?? []).Where(known => known.Name != role)]
            );
        });
        return $"the role '{role}' is gone{(had.Count == 0 ? "" : $", and {string.Join(", ", had)} had it")}";
    }

    /// <summary>See <see cref="RoleManagement.Restrict"/>.</summary>
    /// <exception cref="UaException">The file cannot be written.</exception>
    public string Restrict(RoleConfiguration role)
    {
        users.Edit(document =>
        {
            var before = (document.Roles ?? []).FirstOrDefault(known => known.Name == role.Name);
            var entry = RoleTranslation.ToEntry(role, before?.Like);
            return document with
            {
                Roles = before is null
                    ? [.. document.Roles ?? [], entry]
                    : [.. document.Roles!.Select(known => known == before ? entry : known)],
            };
        });
        return $"{role.Applications.Count} applications {(role.ApplicationsExclude ? "excluded" : "included")}, {role.Endpoints.Count} endpoints "
            + $"{(role.EndpointsExclude ? "excluded" : "included")}";
    }

    private static void RequireGiven(string role, IdentityMappingRuleType rule)
    {
        if (role is nameof(WellKnownRoles.Anonymous) or nameof(WellKnownRoles.AuthenticatedUser))
            throw new UaException(StatusCodes.BadRequestNotAllowed, $"Everybody who should have the role {role} has it.");
        if (string.IsNullOrEmpty(rule.Criteria))
            throw new UaException(StatusCodes.BadInvalidArgument, "The rule has no criteria.");
        if (rule.CriteriaType is not (IdentityCriteriaType.UserName or IdentityCriteriaType.Thumbprint or IdentityCriteriaType.X509Subject))
            throw new UaException(
                StatusCodes.BadNotSupported,
                $"Rules of kind {rule.CriteriaType} cannot be stored in a users file; UserName, Thumbprint and " + "X509Subject can."
            );
    }

    private static UserEntry? Find(IReadOnlyCollection<UserEntry> users, IdentityMappingRuleType rule) =>
        users.FirstOrDefault(user =>
            UserIdentities
                .RulesFor(user)
                .Any(known =>
                    known.CriteriaType == rule.CriteriaType
                    && string.Equals(
                        known.Criteria,
                        rule.Criteria,
                        rule.CriteriaType == IdentityCriteriaType.Thumbprint ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal
                    )
                )
        );

    private static UsersDocument With(UsersDocument document, UserEntry changed, IReadOnlyList<string> roles) =>
        document with
        {
            Users = [.. document.Users.Select(user => user == changed ? user with { Roles = roles } : user)],
        };

    private static string Text(IdentityMappingRuleType rule) => $"{rule.CriteriaType} '{Printable.From(rule.Criteria)}'";
}
