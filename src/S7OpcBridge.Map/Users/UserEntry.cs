namespace S7OpcBridge.Map;

/// <summary>A user of the map or the users file.</summary>
/// <param name="Name">The login name; case-sensitive.</param>
/// <param name="Password">Hash of its password; null: it has none.</param>
/// <param name="Roles">Its roles.</param>
public sealed record UserEntry(string Name, PasswordHash? Password, IReadOnlyList<string> Roles)
{
    /// <summary>Selects the certificates of this user; null: none.</summary>
    public UserCertificate? Certificate { get; init; }

    /// <summary>Maximum length of a name, in characters.</summary>
    public const int MaxName = 64;

    /// <summary>The fault of a name, or null. Names appear in logs, YAML and command lines.</summary>
    public static string? FaultOf(string name) =>
        name.Length is 0 or > MaxName ? $"has {name.Length} letters, and 1 to {MaxName} are allowed"
        : name != name.Trim() ? "begins or ends with a blank"
        : name.Any(char.IsControl) ? "contains a control character"
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
    public static readonly IReadOnlyList<string> Given = ["Observer", "Operator", "Engineer", "Supervisor", "ConfigureAdmin", "SecurityAdmin"];

    /// <summary>All of them, including the two that are never assigned to a user.</summary>
    public static readonly IReadOnlyList<string> All = ["Anonymous", "AuthenticatedUser", .. Given];
}
