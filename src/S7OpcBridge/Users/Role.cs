using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge;

/// <summary>The roles that a user can be given, and what each may do with tags where the map says nothing else.</summary>
/// <param name="Of">The role.</param>
/// <param name="Permissions">What it may do.</param>
internal sealed record Role(WellKnownRoles Of, NodePermissions Permissions)
{
    private const NodePermissions See = NodePermissions.Browse | NodePermissions.Read;

    /// <summary>In the order of what they may do with tags.</summary>
    public static readonly Role[] Given =
    [
        new(WellKnownRoles.Observer, See),
        new(WellKnownRoles.Operator, See | NodePermissions.Write),
        new(WellKnownRoles.Engineer, See | NodePermissions.Write | NodePermissions.Call),
        new(WellKnownRoles.Supervisor, See | NodePermissions.Call),
        new(WellKnownRoles.ConfigureAdmin, See),
        new(WellKnownRoles.SecurityAdmin, See | NodePermissions.ReadRolePermissions),
    ];

    /// <summary>Their names, as the users file and the standard spell them.</summary>
    public static readonly string[] Names = [.. Given.Select(role => role.Name)];

    /// <summary>The name.</summary>
    public string Name => Of.ToString();

    /// <summary>What all roles may do with tags. Everybody has the role Anonymous, so that a user may never do less than somebody who has not logged in.</summary>
    public static PermissionSet Defaults(AnonymousAccess anonymous) => Given.Aggregate(
        PermissionSet.OfEverybody(anonymous switch
        {
            AnonymousAccess.Read => See,
            AnonymousAccess.Write => NodePermissions.All,
            _ => NodePermissions.None,
        }).With(WellKnownRoles.AuthenticatedUser, NodePermissions.Browse),
        static (sum, role) => sum.With(role.Of, role.Permissions));

    /// <summary>The same with the roles of the users file.</summary>
    public static PermissionSet Defaults(AnonymousAccess anonymous, IEnumerable<RoleEntry> roles, RoleDirectory directory) => roles.Aggregate(Defaults(anonymous).Naming(directory),
        (sum, role) => role.Like is null ? sum : sum.With(directory.BitOf(role.Name), Array.Find(Given, model => model.Name == role.Like)!.Permissions));
}
