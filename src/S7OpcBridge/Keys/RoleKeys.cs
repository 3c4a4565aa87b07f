using S7OpcBridge.OpcUa;

namespace S7OpcBridge;

/// <summary>The keys of a role in the users file.</summary>
internal static class RoleKeys
{
    public static readonly KeyTable<RoleDraft> Table = new("role",
        new("name", KeyShape.Text, "Name of the role: one of your own, or a well-known one that is to hold for some applications or endpoints only.", static (yaml, role) =>
        {
            var spot = yaml.Spot;
            if (yaml.Text() is not { } name)
                return;
            if (!RoleConfiguration.IsName(name) && !Role.Names.Contains(name))
                yaml.Findings.Error(spot, $"'{Excerpt.Of(name)}' is no name for a role; write 1 to {RoleConfiguration.MaxName} letters without '/', not Anonymous and not AuthenticatedUser");
            else
                role.Role = role.Role with { Name = name };
        }),
        new("namespace", KeyShape.Text, "Namespace URI of the role's browse name. Default: the server's own.", static (yaml, role) => role.Role = role.Role with { NamespaceUri = yaml.Text() }),
        new("like", KeyShape.OneOf(RoleEntry.Models), "The role whose permissions it has where the map says nothing else. Default: none, the map's 'permissions' alone.", static (yaml, role) =>
        {
            role.LikeSpot = yaml.Spot;
            role.Like = yaml.OneOf(RoleEntry.Models);
        }),
        new("givenTo", KeyShape.Texts, "Sessions that have the role whoever their user is: Anonymous, AuthenticatedUser, or the ApplicationUri of a client.", static (yaml, role) =>
            role.Role = role.Role with { Rules = [.. yaml.Texts().Select(RuleOf)] }),
        new("applications", KeyShape.Texts, "ApplicationUris of clients, on channels that are at least signed.", static (yaml, role) => role.Role = role.Role with { Applications = yaml.Texts() }),
        new("applicationsExclude", KeyShape.Bool, "true: all clients but the applications; false: the applications alone. Default: true.", static (yaml, role) =>
            role.Role = role.Role with { ApplicationsExclude = yaml.Bool() ?? true }),
        new("endpoints", KeyShape.ListOf(new KeyShape("""{ "type": "object" }""")), "Endpoints, such as { mode: SignAndEncrypt }.", ReadEndpoints),
        new("endpointsExclude", KeyShape.Bool, "true: all endpoints but these; false: these alone. Default: true.", static (yaml, role) =>
            role.Role = role.Role with { EndpointsExclude = yaml.Bool() ?? true }));

    private static readonly string[] Modes = [nameof(MessageSecurityMode.None), nameof(MessageSecurityMode.Sign), nameof(MessageSecurityMode.SignAndEncrypt)];

    private static readonly KeyTable<RoleEndpointDraft> Endpoint = new("role's endpoint",
        new("url", KeyShape.Text, "The URL as clients say it.", static (yaml, draft) => draft.Endpoint.EndpointUrl = yaml.Text()),
        new("mode", KeyShape.OneOf(Modes), "The security mode.", static (yaml, draft) =>
            draft.Endpoint.SecurityMode = yaml.OneOf(Modes) is { } mode ? Enum.Parse<MessageSecurityMode>(mode) : MessageSecurityMode.Invalid),
        new("policy", KeyShape.Text, "URI of the security policy.", static (yaml, draft) => draft.Endpoint.SecurityPolicyUri = yaml.Text()),
        new("transport", KeyShape.Text, "URI of the transport profile.", static (yaml, draft) => draft.Endpoint.TransportProfileUri = yaml.Text()));

    /// <summary>How a rule stands in the file.</summary>
    public static string TextOf(IdentityMappingRuleType rule) => rule.CriteriaType == IdentityCriteriaType.Application ? rule.Criteria! : rule.CriteriaType.ToString();

    private static IdentityMappingRuleType RuleOf(string text) => text switch
    {
        nameof(IdentityCriteriaType.Anonymous) => new() { CriteriaType = IdentityCriteriaType.Anonymous },
        nameof(IdentityCriteriaType.AuthenticatedUser) => new() { CriteriaType = IdentityCriteriaType.AuthenticatedUser },
        _ => new() { CriteriaType = IdentityCriteriaType.Application, Criteria = text },
    };

    private static void ReadEndpoints(YamlReader yaml, RoleDraft role)
    {
        var endpoints = new List<EndpointType>();
        if (!yaml.EnterSequence("a list of endpoints, such as [ { mode: SignAndEncrypt } ]"))
            return;
        while (!yaml.Leave())
        {
            var draft = new RoleEndpointDraft();
            if (Endpoint.Read(yaml, draft))
                endpoints.Add(draft.Endpoint);
        }

        role.Role = role.Role with { Endpoints = endpoints };
    }
}
