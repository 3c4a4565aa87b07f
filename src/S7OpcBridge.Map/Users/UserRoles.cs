namespace S7OpcBridge.Map;

/// <summary>Names of the roles of OPC 10000-18, 4.2, that a map can speak of.</summary>
public static class UserRoles
{
    /// <summary>Those that a user can be given, in the order of what they may do with tags.</summary>
    public static readonly IReadOnlyList<string> Given = ["Observer", "Operator", "Engineer", "Supervisor", "ConfigureAdmin", "SecurityAdmin"];

    /// <summary>These, and the two that nobody is given.</summary>
    public static readonly IReadOnlyList<string> All = ["Anonymous", "AuthenticatedUser", .. Given];
}
