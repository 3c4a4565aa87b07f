using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Identity;

/// <summary>The roles that users can be given, with their default permissions for tags.</summary>
/// <param name="WellKnown">The role.</param>
public sealed record Role(WellKnownRoles WellKnown, NodePermissions Permissions)
{
    private const NodePermissions See = NodePermissions.Browse | NodePermissions.Read | NodePermissions.ReadHistory;

    /// <summary>By increasing permissions for tags.</summary>
    public static readonly Role[] Given =
    [
        new(WellKnownRoles.Observer, See),
        new(WellKnownRoles.Operator, See | NodePermissions.Write),
        new(WellKnownRoles.Engineer, See | NodePermissions.Write | NodePermissions.Call),
        new(WellKnownRoles.Supervisor, See | NodePermissions.Call),
        new(WellKnownRoles.ConfigureAdmin, See),
        new(WellKnownRoles.SecurityAdmin, See | NodePermissions.ReadRolePermissions),
    ];

    /// <summary>Their names in the spelling of the users file and the standard.</summary>
    public static readonly string[] Names = [.. Given.Select(role => role.Name)];

    /// <summary>The name.</summary>
    public string Name => WellKnown.ToString();

    /// <summary>
    /// The default permissions of all roles. Everybody has the role Anonymous, so that a user is never allowed less than an anonymous client.
    /// </summary>
    public static PermissionSet Defaults(AnonymousAccess anonymous) =>
        Given.Aggregate(
            PermissionSet
                .ForEverybody(
                    anonymous switch
                    {
                        AnonymousAccess.Read => See,
                        AnonymousAccess.Write => NodePermissions.All,
                        _ => NodePermissions.None,
                    }
                )
                .With(WellKnownRoles.AuthenticatedUser, NodePermissions.Browse),
            static (sum, role) => sum.With(role.WellKnown, role.Permissions)
        );

    /// <summary>The same including the roles of the users file.</summary>
    public static PermissionSet Defaults(AnonymousAccess anonymous, IEnumerable<RoleEntry> roles, RoleDirectory directory) =>
        roles.Aggregate(
            Defaults(anonymous).Naming(directory),
            (sum, role) =>
                role.Like is null
                    ? sum
                    : sum.With(directory.BitOf(role.Name), Array.Find(Given, model => model.Name == role.Like)!.Permissions)
        );
}
