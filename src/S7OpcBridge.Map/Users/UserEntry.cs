namespace S7OpcBridge.Map;

/// <summary>A user as the map or the users file has it.</summary>
/// <param name="Name">As it is typed at login; case matters.</param>
/// <param name="Password">What its password is checked against; null: it has none.</param>
/// <param name="Roles">What it may do.</param>
public sealed record UserEntry(string Name, PasswordHash? Password, IReadOnlyList<string> Roles)
{
    /// <summary>Which certificates are this user's; null: none.</summary>
    public UserCertificate? Certificate { get; init; }

    /// <summary>Longest name, in letters.</summary>
    public const int MaxName = 64;

    /// <summary>What is wrong with a name, or null: it goes into logs, into YAML and through command lines.</summary>
    public static string? FaultOf(string name) =>
        name.Length is 0 or > MaxName ? $"has {name.Length} letters, and 1 to {MaxName} are allowed"
        : name != name.Trim() ? "begins or ends with a blank"
        : name.Any(char.IsControl) ? "has a control character in it"
        : null;

    /// <summary>A name as a command line takes it, for sentences that tell what to type.</summary>
    public static string ShellNameOf(string? name) => name is null || FaultOf(name) is not null ? "NAME" : name.All(char.IsAsciiLetterOrDigit) ? name : $"'{name.Replace("'", "'\\''")}'";
}

/// <summary>Names of the roles of OPC 10000-18, 4.2, that a map can speak of.</summary>
public static class UserRoles
{
    /// <summary>Those that a user can be given, in the order of what they may do with tags.</summary>
    public static readonly IReadOnlyList<string> Given = ["Observer", "Operator", "Engineer", "Supervisor", "ConfigureAdmin", "SecurityAdmin"];

    /// <summary>These, and the two that nobody is given.</summary>
    public static readonly IReadOnlyList<string> All = ["Anonymous", "AuthenticatedUser", .. Given];
}
