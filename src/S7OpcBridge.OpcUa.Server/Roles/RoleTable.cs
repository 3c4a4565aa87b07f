namespace S7OpcBridge.OpcUa.Server.Roles;

/// <summary>Names and nodes of the roles.</summary>
internal static class RoleTable
{
    /// <summary>A role, its name, its object in namespace 0 and that object's Identities property.</summary>
    public static readonly (WellKnownRoles Role, string Name, uint Id, uint Identities)[] All =
    [
        (WellKnownRoles.Anonymous, "Anonymous", 15644, 16192),
        (WellKnownRoles.AuthenticatedUser, "AuthenticatedUser", 15656, 16203),
        (WellKnownRoles.Observer, "Observer", 15668, 16214),
        (WellKnownRoles.Operator, "Operator", 15680, 16225),
        (WellKnownRoles.Engineer, "Engineer", 16036, 16236),
        (WellKnownRoles.Supervisor, "Supervisor", 15692, 16247),
        (WellKnownRoles.ConfigureAdmin, "ConfigureAdmin", 15716, 16269),
        (WellKnownRoles.SecurityAdmin, "SecurityAdmin", 15704, 16258),
    ];

    /// <summary>Begins the node ids of the roles beside these, in namespace 1.</summary>
    public const string Prefix = "Roles/";

    /// <summary>The node id of a role beside these: <c>ns=1;s=Roles/NAME</c>.</summary>
    public static NodeId IdOf(string role) => new(1, Prefix + role);

    /// <summary>True for the name of a well-known role.</summary>
    public static bool IsWellKnown(string name) => BitOf(name) != WellKnownRoles.None;

    /// <summary>The role of this name; None: it is no well-known one.</summary>
    public static WellKnownRoles BitOf(string name)
    {
        foreach (var (role, known, _, _) in All)
        {
            if (known == name)
                return role;
        }

        return WellKnownRoles.None;
    }

    /// <summary>The well-known roles of a user; other names are ignored.</summary>
    /// <param name="user">Null: anonymous.</param>
    /// <param name="names">The roles given to the user.</param>
    public static WellKnownRoles RolesOf(string? user, IReadOnlyList<string> names)
    {
        var roles = user is null ? WellKnownRoles.Anonymous : WellKnownRoles.Anonymous | WellKnownRoles.AuthenticatedUser;
        foreach (var name in names)
        {
            foreach (var (role, known, _, _) in All)
                roles |= known == name ? role : WellKnownRoles.None;
        }

        return roles;
    }
}
