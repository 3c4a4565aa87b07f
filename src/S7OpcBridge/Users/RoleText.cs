using S7OpcBridge.OpcUa;

namespace S7OpcBridge;

/// <summary>A role as it stands in the users file.</summary>
internal static class RoleText
{
    /// <summary>The line of a role.</summary>
    public static string Of(RoleEntry role)
    {
        var of = role.Configuration;
        var parts = new List<string> { $"name: {UsersFile.Quoted(of.Name)}" };
        if (of.NamespaceUri is { } uri)
            parts.Add($"namespace: {UsersFile.Quoted(uri)}");
        if (role.Like is { } like)
            parts.Add($"like: {like}");
        if (of.Rules.Count > 0)
            parts.Add($"givenTo: [{string.Join(", ", of.Rules.Select(rule => UsersFile.Quoted(RoleKeys.TextOf(rule))))}]");
        if (of.Applications.Count > 0)
            parts.Add($"applications: [{string.Join(", ", of.Applications.Select(UsersFile.Quoted))}]");
        if (!of.ApplicationsExclude)
            parts.Add("applicationsExclude: false");
        if (of.Endpoints.Count > 0)
            parts.Add($"endpoints: [{string.Join(", ", of.Endpoints.Select(Of))}]");
        if (!of.EndpointsExclude)
            parts.Add("endpointsExclude: false");
        return $"- {{ {string.Join(", ", parts)} }}\n";
    }

    /// <summary>The name of a role in a list.</summary>
    public static string Name(string role) => Role.Names.Contains(role) ? role : UsersFile.Quoted(role);

    private static string Of(EndpointType endpoint)
    {
        var parts = new List<string>();
        if (!string.IsNullOrEmpty(endpoint.EndpointUrl))
            parts.Add($"url: {UsersFile.Quoted(endpoint.EndpointUrl)}");
        if (endpoint.SecurityMode != MessageSecurityMode.Invalid)
            parts.Add($"mode: {endpoint.SecurityMode}");
        if (!string.IsNullOrEmpty(endpoint.SecurityPolicyUri))
            parts.Add($"policy: {UsersFile.Quoted(endpoint.SecurityPolicyUri)}");
        if (!string.IsNullOrEmpty(endpoint.TransportProfileUri))
            parts.Add($"transport: {UsersFile.Quoted(endpoint.TransportProfileUri)}");
        return $"{{ {string.Join(", ", parts)} }}";
    }
}
