namespace S7OpcBridge.Map;

/// <summary>A user of the map or the users file.</summary>
/// <param name="Name">The login name; case-sensitive.</param>
/// <param name="Password">Hash of its password; null: it has none.</param>
public sealed record UserEntry(string Name, PasswordHash? Password, IReadOnlyList<string> Roles)
{
    /// <summary>Selects the certificates of this user; null: none.</summary>
    public UserCertificate? Certificate { get; init; }

    /// <summary>What administrators note about it; null: nothing.</summary>
    public string? Description { get; init; }

    /// <summary>True: it cannot log in, as if it did not exist.</summary>
    public bool IsDisabled { get; init; }

    /// <summary>True: it cannot be removed by the command or over OPC UA.</summary>
    public bool NoDelete { get; init; }

    /// <summary>True: it cannot change its password itself.</summary>
    public bool NoChangeByUser { get; init; }

    /// <summary>Maximum length of a name and of a description, in characters.</summary>
    public const int MaxName = 64,
        MaxDescription = 256;

    /// <summary>The fault of a name, or null. Names appear in logs, YAML and command lines.</summary>
    public static string? FaultOf(string name) =>
        name.Length is 0 or > MaxName ? $"has {name.Length} letters, and 1 to {MaxName} are allowed"
        : name != name.Trim() ? "begins or ends with a blank"
        : name.Any(char.IsControl) ? "contains a control character"
        : null;

    /// <summary>The fault of a description, or null.</summary>
    public static string? FaultOfDescription(string text) =>
        text.Length > MaxDescription ? $"has {text.Length} letters, and {MaxDescription} are allowed"
        : text.Any(char.IsControl) ? "contains a control character"
        : null;

    /// <summary>A name as used in command lines that messages show.</summary>
    public static string ShellNameOf(string? name) =>
        name is null || FaultOf(name) is not null ? "NAME"
        : name.All(char.IsAsciiLetterOrDigit) ? name
        : $"'{name.Replace("'", "'\\''")}'";
}

/// <summary>Names of the roles of OPC 10000-18, 4.2, that a map can use.</summary>
public static class UserRoles
{
    /// <summary>Roles that users can be given, by increasing permissions for tags.</summary>
    public static readonly IReadOnlyList<string> Given =
    [
        "Observer",
        "Operator",
        "Engineer",
        "Supervisor",
        "ConfigureAdmin",
        "SecurityAdmin",
    ];

    /// <summary>All of them, including the two that are never assigned to a user.</summary>
    public static readonly IReadOnlyList<string> All = ["Anonymous", "AuthenticatedUser", .. Given];
}
