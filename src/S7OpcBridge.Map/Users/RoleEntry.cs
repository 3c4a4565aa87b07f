namespace S7OpcBridge.Map;

/// <summary>A role of the users file: a custom role, or the conditions for a well-known one.</summary>
/// <param name="Name">The unique name.</param>
public sealed record RoleEntry(string Name)
{
    /// <summary>Maximum length of a name, in characters.</summary>
    public const int MaxName = 64;

    /// <summary>Maximum number of custom roles.</summary>
    public const int MaxOwn = 24;

    /// <summary>Well-known roles that a custom role can be based on.</summary>
    public static readonly IReadOnlyList<string> Models = ["Observer", "Operator", "Engineer", "Supervisor"];

    /// <summary>Namespace URI of the role's browse name; null: the server's.</summary>
    public string? NamespaceUri { get; init; }

    /// <summary>The well-known role whose default permissions it has; null: none.</summary>
    public string? Like { get; init; }

    /// <summary>Sessions that have the role whoever the user is: Anonymous, AuthenticatedUser, or the ApplicationUri of a client.</summary>
    public IReadOnlyList<string> GivenTo { get; init; } = [];

    /// <summary>Entries of <c>roles</c> in an access token; a user with one of them has the role.</summary>
    public IReadOnlyList<string> TokenRoles { get; init; } = [];

    /// <summary>Entries of <c>groups</c> in an access token; a user with one of them has the role.</summary>
    public IReadOnlyList<string> TokenGroups { get; init; } = [];

    /// <summary>True where access tokens give it.</summary>
    public bool HasTokenRules => TokenRoles.Count + TokenGroups.Count > 0;

    /// <summary>ApplicationUris of clients; they count only on channels that are at least signed.</summary>
    public IReadOnlyList<string> Applications { get; init; } = [];

    /// <summary>True: all clients except <see cref="Applications"/> may have the role; false: only those.</summary>
    public bool ApplicationsExclude { get; init; } = true;

    /// <summary>Endpoints; a null field matches any.</summary>
    public IReadOnlyList<RoleEndpoint> Endpoints { get; init; } = [];

    /// <summary>True: sessions over all endpoints except <see cref="Endpoints"/> may have the role; false: only over those.</summary>
    public bool EndpointsExclude { get; init; } = true;

    /// <summary>True for a custom role.</summary>
    public bool IsCustom => !UserRoles.All.Contains(Name);

    /// <summary>True for a valid name of a custom role; names appear in nodes, logs and files.</summary>
    public static bool IsName(string name) =>
        name.Length is > 0 and <= MaxName
        && name == name.Trim()
        && !name.Contains('/')
        && !name.Any(char.IsControl)
        && !UserRoles.All.Contains(name);
}

/// <summary>An endpoint in a role's list (EndpointType, OPC 10000-18, 4.4); null fields match everything.</summary>
/// <param name="Url">The URL as clients use it.</param>
/// <param name="Mode">None, Sign or SignAndEncrypt.</param>
/// <param name="Policy">URI of the security policy.</param>
/// <param name="Transport">URI of the transport profile.</param>
public sealed record RoleEndpoint(string? Url, string? Mode, string? Policy, string? Transport)
{
    /// <summary>The modes.</summary>
    public static readonly IReadOnlyList<string> Modes = ["None", "Sign", "SignAndEncrypt"];
}
