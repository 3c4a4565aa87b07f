using S7OpcBridge.Map;

namespace S7OpcBridge.Identity.Users;

/// <summary>Formats a role for the users file.</summary>
internal static class RoleText
{
    /// <summary>The line of a role.</summary>
    public static string Format(RoleEntry role)
    {
        var parts = new List<string> { $"name: {UsersFile.Quoted(role.Name)}" };
        if (role.NamespaceUri is { } uri)
            parts.Add($"namespace: {UsersFile.Quoted(uri)}");
        if (role.Like is { } like)
            parts.Add($"like: {like}");
        AddList(parts, "givenTo", role.GivenTo.Select(UsersFile.Quoted));
        AddList(parts, "tokenRoles", role.TokenRoles.Select(UsersFile.Quoted));
        AddList(parts, "tokenGroups", role.TokenGroups.Select(UsersFile.Quoted));
        AddList(parts, "applications", role.Applications.Select(UsersFile.Quoted));
        if (!role.ApplicationsExclude)
            parts.Add("applicationsExclude: false");
        AddList(parts, "endpoints", role.Endpoints.Select(Format));
        if (!role.EndpointsExclude)
            parts.Add("endpointsExclude: false");
        return $"- {{ {string.Join(", ", parts)} }}\n";
    }

    /// <summary>The name of a role as an entry of a list.</summary>
    public static string Name(string role) => UserRoles.Given.Contains(role) ? role : UsersFile.Quoted(role);

    private static void AddList(List<string> parts, string key, IEnumerable<string> values)
    {
        if (string.Join(", ", values) is { Length: > 0 } text)
            parts.Add($"{key}: [{text}]");
    }

    private static string Format(RoleEndpoint endpoint)
    {
        var parts = new List<string>();
        if (endpoint.Url is { } url)
            parts.Add($"url: {UsersFile.Quoted(url)}");
        if (endpoint.Mode is { } mode)
            parts.Add($"mode: {mode}");
        if (endpoint.Policy is { } policy)
            parts.Add($"policy: {UsersFile.Quoted(policy)}");
        if (endpoint.Transport is { } transport)
            parts.Add($"transport: {UsersFile.Quoted(transport)}");
        return $"{{ {string.Join(", ", parts)} }}";
    }
}
