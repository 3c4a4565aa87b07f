using S7OpcBridge.OpcUa;

namespace S7OpcBridge;

/// <summary>The well-known roles of OPC 10000-3, 4.9.2, and what each may do here.</summary>
/// <param name="Name">As the users file and the standard spell it.</param>
/// <param name="Id">The role's object in namespace 0.</param>
/// <param name="Permissions">What it may do with the nodes of the PLCs.</param>
internal sealed record Role(string Name, NodeId Id, NodePermissions Permissions)
{
    private const NodePermissions See = NodePermissions.Browse | NodePermissions.Read;

    /// <summary>Everybody has this one. The map says with <c>anonymous</c> what it may do.</summary>
    public static readonly Role Anonymous = new(nameof(Anonymous), 15644, NodePermissions.None);

    /// <summary>Everybody who has logged in has this one.</summary>
    public static readonly Role AuthenticatedUser = new(nameof(AuthenticatedUser), 15656, NodePermissions.Browse);

    /// <summary>Those that a user can be given, in the order of what they may do with tags.</summary>
    public static readonly Role[] Given =
    [
        new("Observer", 15668, See),
        new("Operator", 15680, See | NodePermissions.Write),
        new("Engineer", 16036, See | NodePermissions.Write | NodePermissions.Call),
        new("Supervisor", 15692, See | NodePermissions.Call),
        new("ConfigureAdmin", 15716, See),
        new("SecurityAdmin", 15704, See),
    ];

    /// <summary>Their names.</summary>
    public static readonly string[] Names = [.. Given.Select(role => role.Name)];

    /// <summary>A role by its name, which must be one of <see cref="Names"/>.</summary>
    public static Role Named(string name) => Given.First(role => role.Name == name);
}
