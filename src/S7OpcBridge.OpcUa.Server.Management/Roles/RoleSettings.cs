using S7OpcBridge.OpcUa.Server.Roles;
using S7OpcBridge.Words;

namespace S7OpcBridge.OpcUa.Server.Management.Roles;

/// <summary>Carries out the role methods with the status codes of OPC 10000-18, 4.2 and 4.4; the application stores the result.</summary>
internal sealed class RoleSettings(RoleDirectory directory, RoleManagement management)
{
    private const int MaxEntries = 100,
        MaxCriteria = 256;

    /// <summary>The name of the role that a node is; null: it is none.</summary>
    public string? Find(NodeId node)
    {
        foreach (var (_, name, id, _) in RoleTable.All)
        {
            if (node == id)
                return name;
        }

        return directory.Declared.FirstOrDefault(role => role.Id == node) is { Role: not WellKnownRoles.None and var bit }
            ? directory.NamesOf(bit)
            : null;
    }

    /// <summary>AddRole.</summary>
    public NodeId Add(in Variant name, in Variant namespaceUri, IReadOnlyList<string> namespaces, out string note)
    {
        if (TextOf(name) is not { Length: > 0 } role)
            throw new UaException(StatusCodes.BadInvalidArgument, "A role needs a name.");
        if (RoleTable.IsWellKnown(role) || directory.Current.Any(known => known.Name == role))
            throw new UaException(StatusCodes.BadAlreadyExists, $"The role '{Printable.From(role)}' exists already.");
        if (!RoleConfiguration.IsName(role))
            throw new UaException(
                StatusCodes.BadInvalidArgument,
                $"'{Printable.From(role)}' is no name for a role: 1 to {RoleConfiguration.MaxName} letters "
                    + "without '/', control characters and blanks at the ends."
            );
        var uri = string.IsNullOrEmpty(TextOf(namespaceUri)) ? namespaces[1] : TextOf(namespaceUri)!;
        if (!namespaces.Skip(1).Contains(uri))
            throw new UaException(
                StatusCodes.BadInvalidArgument,
                $"'{Printable.From(uri)}' is no namespace for other roles than the well-known ones; this "
                    + $"server has {string.Join(", ", namespaces.Skip(1))}."
            );
        if (directory.BitOf(role) == WellKnownRoles.None)
            throw new UaException(
                StatusCodes.BadResourceUnavailable,
                $"There were {RoleDirectory.MaxNames} names of roles beside the well-known ones since "
                    + "the server started; more do not fit."
            );
        note = management.AddRole(new RoleConfiguration(role) { NamespaceUri = uri == namespaces[1] ? null : uri });
        return RoleTable.IdOf(role);
    }

    /// <summary>RemoveRole.</summary>
    public string Remove(in Variant node)
    {
        if (node is not { Type: BuiltInType.NodeId, Reference: NodeId id } || Find(id) is not { } role)
            throw new UaException(StatusCodes.BadNodeIdUnknown, "There is no such role.");
        return RoleTable.IsWellKnown(role)
            ? throw new UaException(StatusCodes.BadRequestNotAllowed, $"The role '{role}' is well-known and cannot be removed.")
            : management.RemoveRole(role);
    }

    /// <summary>AddIdentity and RemoveIdentity.</summary>
    public string Map(UaCaller caller, string role, in Variant argument, bool isToBe)
    {
        if (argument is not { IsArray: false, Reference: ExtensionObject { Body: IdentityMappingRuleType rule } })
            throw new UaException(StatusCodes.BadInvalidArgument, "The argument is no IdentityMappingRuleType.");
        RequireOpen(role);
        switch (rule.CriteriaType)
        {
            case IdentityCriteriaType.UserName or IdentityCriteriaType.Thumbprint or IdentityCriteriaType.X509Subject:
                return isToBe ? management.AddIdentity(role, rule) : management.RemoveIdentity(role, rule);
            case IdentityCriteriaType.Anonymous
            or IdentityCriteriaType.AuthenticatedUser
            or IdentityCriteriaType.Application
            or RoleConfiguration.TrustedApplication
            or IdentityCriteriaType.Role
            or IdentityCriteriaType.GroupId:
                RequireCriteria(role, rule);
                return Change(
                    caller,
                    role,
                    $"{NameOf(rule.CriteriaType)} {Printable.From(rule.Criteria)}".TrimEnd(),
                    before =>
                        before with
                        {
                            Rules = Edited(
                                before.Rules,
                                rule,
                                isToBe,
                                known => known.CriteriaType == rule.CriteriaType && known.Criteria == rule.Criteria
                            ),
                        }
                );
            default:
                throw new UaException(StatusCodes.BadInvalidArgument, $"There is no kind of rule {(int)rule.CriteriaType}.");
        }
    }

    /// <summary>AddApplication and RemoveApplication.</summary>
    public string Application(UaCaller caller, string role, in Variant argument, bool isToBe)
    {
        if (TextOf(argument) is not { Length: > 0 and <= 1000 } uri || !Uri.TryCreate(uri, UriKind.Absolute, out _))
            throw new UaException(StatusCodes.BadInvalidArgument, "The argument is no ApplicationUri.");
        RequireOpen(role);
        return Change(
            caller,
            role,
            $"application {Printable.From(uri)}",
            before => before with { Applications = Edited(before.Applications, uri, isToBe, known => known == uri) }
        );
    }

    /// <summary>AddEndpoint and RemoveEndpoint.</summary>
    public string Endpoint(UaCaller caller, string role, in Variant argument, bool isToBe)
    {
        if (argument is not { IsArray: false, Reference: ExtensionObject { Body: EndpointType endpoint } })
            throw new UaException(StatusCodes.BadInvalidArgument, "The argument is no EndpointType.");
        var text = TextOf(endpoint);
        if (text.Length == 0 || !Enum.IsDefined(endpoint.SecurityMode) || text.Length > 2000)
            throw new UaException(
                StatusCodes.BadInvalidArgument,
                "The endpoint is empty or too long: it needs a URL, a security mode or a policy."
            );
        RequireOpen(role);
        return Change(
            caller,
            role,
            $"endpoint {Printable.From(text)}",
            before => before with { Endpoints = Edited(before.Endpoints, endpoint, isToBe, known => TextOf(known) == text) }
        );
    }

    /// <summary>ApplicationsExclude or EndpointsExclude is written.</summary>
    public string Exclude(UaCaller caller, string role, bool isOfApplications, bool excludes)
    {
        if (directory.Current.All(known => known.Name != role) && !RoleTable.IsWellKnown(role))
            throw new UaException(StatusCodes.BadNodeIdUnknown, $"There is no role '{Printable.From(role)}'.");
        RequireOpen(role);
        return Change(
            caller,
            role,
            excludes ? "true" : "false",
            before => isOfApplications ? before with { ApplicationsExclude = excludes } : before with { EndpointsExclude = excludes }
        );
    }

    private string Change(UaCaller caller, string role, string what, Func<RoleConfiguration, RoleConfiguration> change)
    {
        var changed = change(directory.ConfigurationOf(role));
        // Nobody could undo it.
        return role == nameof(WellKnownRoles.SecurityAdmin) && !changed.Admits(caller.Circumstances)
            ? throw new UaException(StatusCodes.BadRequestNotAllowed, "The caller would lose the role SecurityAdmin by it.")
            : $"{role}, {what}; {management.Restrict(changed)}";
    }

    private static void RequireOpen(string role)
    {
        if (role is nameof(WellKnownRoles.Anonymous) or nameof(WellKnownRoles.AuthenticatedUser))
            throw new UaException(
                StatusCodes.BadRequestNotAllowed,
                $"Every session that qualifies has the role {role}; its rules cannot be changed."
            );
    }

    private static void RequireCriteria(string role, IdentityMappingRuleType rule)
    {
        // What an issuer says of a user in an access token: such a rule may give any role, as for a single user.
        if (rule.CriteriaType is IdentityCriteriaType.Role or IdentityCriteriaType.GroupId)
        {
            if (rule.Criteria is not { Length: > 0 and <= MaxCriteria } || !Printable.IsClean(rule.Criteria))
                throw new UaException(
                    StatusCodes.BadInvalidArgument,
                    $"{rule.CriteriaType} needs an entry of 'roles' or 'groups' in access tokens, of up to {MaxCriteria} letters."
                );
            return;
        }

        if (
            rule.CriteriaType == IdentityCriteriaType.Application
                ? !Uri.TryCreate(rule.Criteria, UriKind.Absolute, out _) || rule.Criteria.Length > 1000
                : !string.IsNullOrEmpty(rule.Criteria)
        )
            throw new UaException(
                StatusCodes.BadInvalidArgument,
                "Application needs an ApplicationUri as criteria; the other kinds have none."
            );
        if (rule.CriteriaType == IdentityCriteriaType.Anonymous && RoleTable.IsWellKnown(role))
            throw new UaException(
                StatusCodes.BadRequestNotAllowed,
                $"The role {role} is for users; set what anonymous clients may do by 'anonymous' in the map, or by a role of your own."
            );
        if (role is nameof(WellKnownRoles.SecurityAdmin) or nameof(WellKnownRoles.ConfigureAdmin))
            throw new UaException(StatusCodes.BadRequestNotAllowed, $"The role {role} can be given to single users only.");
    }

    private static string NameOf(IdentityCriteriaType kind) =>
        kind == RoleConfiguration.TrustedApplication ? nameof(RoleConfiguration.TrustedApplication) : kind.ToString();

    private static List<T> Edited<T>(IReadOnlyList<T> before, T one, bool isToBe, Func<T, bool> isSame)
    {
        var isThere = before.Any(isSame);
        if (isToBe && isThere)
            throw new UaException(StatusCodes.BadAlreadyExists, "The role has it already.");
        if (!isToBe && !isThere)
            throw new UaException(StatusCodes.BadNotFound, "The role does not have it.");
        if (isToBe && before.Count >= MaxEntries)
            throw new UaException(StatusCodes.BadResourceUnavailable, $"The role has {MaxEntries} of them; more do not fit.");
        return isToBe ? [.. before, one] : [.. before.Where(known => !isSame(known))];
    }

    private static string? TextOf(in Variant text) => text is { Type: BuiltInType.String, IsArray: false } ? (string?)text.Reference : null;

    private static string TextOf(EndpointType endpoint) =>
        string.Join(
            ' ',
            new[]
            {
                endpoint.EndpointUrl,
                endpoint.SecurityMode == MessageSecurityMode.Invalid ? null : endpoint.SecurityMode.ToString(),
                endpoint.SecurityPolicyUri,
                endpoint.TransportProfileUri,
            }.Where(part => !string.IsNullOrEmpty(part))
        );
}
