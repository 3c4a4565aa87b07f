using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Identity.Users;

/// <summary>Converts roles between the users file and the OPC UA server.</summary>
internal static class RoleTranslation
{
    /// <summary>Converts a role of the users file for the server.</summary>
    public static RoleConfiguration ToConfiguration(RoleEntry role) =>
        new(role.Name)
        {
            NamespaceUri = role.NamespaceUri,
            Rules =
            [
                .. role.GivenTo.Select(RuleOf),
                .. role.TokenRoles.Select(static text => RuleOf(IdentityCriteriaType.Role, text)),
                .. role.TokenGroups.Select(static text => RuleOf(IdentityCriteriaType.GroupId, text)),
            ],
            Applications = role.Applications,
            ApplicationsExclude = role.ApplicationsExclude,
            Endpoints = [.. role.Endpoints.Select(EndpointOf)],
            EndpointsExclude = role.EndpointsExclude,
        };

    /// <summary>Converts a role of the server for the users file.</summary>
    /// <param name="like">The well-known role that it is based on; null: none.</param>
    public static RoleEntry ToEntry(RoleConfiguration role, string? like) =>
        new(role.Name)
        {
            NamespaceUri = role.NamespaceUri,
            Like = like,
            GivenTo = [.. role.Rules.Where(static rule => !IsOfTokens(rule)).Select(TextOf)],
            TokenRoles = [.. CriteriaOf(role, IdentityCriteriaType.Role)],
            TokenGroups = [.. CriteriaOf(role, IdentityCriteriaType.GroupId)],
            Applications = role.Applications,
            ApplicationsExclude = role.ApplicationsExclude,
            Endpoints = [.. role.Endpoints.Select(EntryOf)],
            EndpointsExclude = role.EndpointsExclude,
        };

    private static bool IsOfTokens(IdentityMappingRuleType rule) =>
        rule.CriteriaType is IdentityCriteriaType.Role or IdentityCriteriaType.GroupId;

    private static IEnumerable<string> CriteriaOf(RoleConfiguration role, IdentityCriteriaType kind) =>
        role.Rules.Where(rule => rule.CriteriaType == kind).Select(static rule => rule.Criteria!);

    private static IdentityMappingRuleType RuleOf(IdentityCriteriaType kind, string text) => new() { CriteriaType = kind, Criteria = text };

    private static IdentityMappingRuleType RuleOf(string text) =>
        text switch
        {
            nameof(IdentityCriteriaType.Anonymous) => new() { CriteriaType = IdentityCriteriaType.Anonymous },
            nameof(IdentityCriteriaType.AuthenticatedUser) => new() { CriteriaType = IdentityCriteriaType.AuthenticatedUser },
            nameof(RoleConfiguration.TrustedApplication) => new() { CriteriaType = RoleConfiguration.TrustedApplication },
            _ => new() { CriteriaType = IdentityCriteriaType.Application, Criteria = text },
        };

    private static string TextOf(IdentityMappingRuleType rule) =>
        rule.CriteriaType switch
        {
            IdentityCriteriaType.Application => rule.Criteria!,
            RoleConfiguration.TrustedApplication => nameof(RoleConfiguration.TrustedApplication),
            _ => rule.CriteriaType.ToString(),
        };

    private static EndpointType EndpointOf(RoleEndpoint endpoint) =>
        new()
        {
            EndpointUrl = endpoint.Url,
            SecurityMode = endpoint.Mode is { } mode ? Enum.Parse<MessageSecurityMode>(mode) : MessageSecurityMode.Invalid,
            SecurityPolicyUri = endpoint.Policy,
            TransportProfileUri = endpoint.Transport,
        };

    private static RoleEndpoint EntryOf(EndpointType endpoint) =>
        new(
            Given(endpoint.EndpointUrl),
            endpoint.SecurityMode == MessageSecurityMode.Invalid ? null : endpoint.SecurityMode.ToString(),
            Given(endpoint.SecurityPolicyUri),
            Given(endpoint.TransportProfileUri)
        );

    private static string? Given(string? text) => string.IsNullOrEmpty(text) ? null : text;
}
