namespace S7OpcBridge.Map;

/// <summary>A role as the users file has it: one of its own, or what a session needs to have a well-known one.</summary>
/// <param name="Name">The name; it tells roles apart.</param>
public sealed record RoleEntry(string Name)
{
    /// <summary>Longest name, in letters.</summary>
    public const int MaxName = 64;

    /// <summary>Most roles beside the well-known ones.</summary>
    public const int MaxOwn = 24;

    /// <summary>Roles that another can be like.</summary>
    public static readonly IReadOnlyList<string> Models = ["Observer", "Operator", "Engineer", "Supervisor"];

    /// <summary>Namespace URI of the role's browse name; null: the server's own.</summary>
    public string? NamespaceUri { get; init; }

    /// <summary>The well-known role whose permissions it has where the map says nothing else; null: it has none.</summary>
    public string? Like { get; init; }

    /// <summary>Sessions that have the role whoever their user is: Anonymous, AuthenticatedUser, or the ApplicationUri of a client.</summary>
    public IReadOnlyList<string> GivenTo { get; init; } = [];

    /// <summary>ApplicationUris of clients, on channels that are at least signed.</summary>
    public IReadOnlyList<string> Applications { get; init; } = [];

    /// <summary>True: all clients but those in <see cref="Applications"/> may have the role; false: those alone.</summary>
    public bool ApplicationsExclude { get; init; } = true;

    /// <summary>Endpoints; a field that is null means any.</summary>
    public IReadOnlyList<RoleEndpoint> Endpoints { get; init; } = [];

    /// <summary>True: sessions over all endpoints but those in <see cref="Endpoints"/> may have the role; false: over those alone.</summary>
    public bool EndpointsExclude { get; init; } = true;

    /// <summary>True for a role of its own.</summary>
    public bool IsCustom => !UserRoles.All.Contains(Name);

    /// <summary>True for a name that a role of its own can have: nodes, logs and files carry it.</summary>
    public static bool IsName(string name) =>
        name.Length is > 0 and <= MaxName && name == name.Trim() && !name.Contains('/') && !name.Any(char.IsControl) && !UserRoles.All.Contains(name);
}

/// <summary>An endpoint in a role's list (EndpointType, OPC 10000-18, 4.4); null fields fit everything.</summary>
/// <param name="Url">The URL as clients say it.</param>
/// <param name="Mode">None, Sign or SignAndEncrypt.</param>
/// <param name="Policy">URI of the security policy.</param>
/// <param name="Transport">URI of the transport profile.</param>
public sealed record RoleEndpoint(string? Url, string? Mode, string? Policy, string? Transport)
{
    /// <summary>The modes.</summary>
    public static readonly IReadOnlyList<string> Modes = ["None", "Sign", "SignAndEncrypt"];
}
