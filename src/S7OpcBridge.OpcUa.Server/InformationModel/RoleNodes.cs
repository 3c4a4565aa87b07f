using S7OpcBridge.OpcUa.Server.Roles;

namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>
/// The RoleSet object (OPC 10000-18, 4.2): the eight well-known roles, each with the rules by which users get it. Roles hold for all
/// applications and endpoints: the methods and properties for that are not there. Those that say who has a role are there where the application keeps it.
/// </summary>
internal static class RoleNodes
{
    private const uint RoleSet = 15606, DefaultRolePermissions = 16134, DefaultAccessRestrictions = 16136;

    private static readonly uint[] WithoutRoles = [RoleSet, DefaultRolePermissions, DefaultAccessRestrictions];

    private static readonly uint[] WithRoles =
    [
        25565, 25584, 25603, // roles of the security key service
        15412, 15413, 15414, 15415, 15416, 15417, 15418, 15423, 15424, 15425, 15426, 15427, 15428, 15429, 15430, 15527, // ApplicationsExclude and EndpointsExclude
        24141, 24142, 24143, 24144, 24145, 24146, 24147, // CustomConfiguration
        .. RoleTable.All.SelectMany(role => PartsBehind(role.Identities)),
    ];

    private static readonly uint[] Methods =
        [RoleMethods.AddRole, RoleMethods.RemoveRole, .. RoleMethods.AddIdentity, .. RoleMethods.AddIdentity.Select(static id => id + 2)];

    private static readonly uint[] WithRolesOnly = [.. WithRoles, .. Methods];

    /// <summary>What of the role objects the server does without.</summary>
    /// <param name="hasRoles">False: all of it.</param>
    /// <param name="hasMethods">False: nobody changes roles over OPC UA.</param>
    public static ReadOnlySpan<uint> NotServed(bool hasRoles, bool hasMethods) => !hasRoles ? WithoutRoles : hasMethods ? WithRoles : WithRolesOnly;

    /// <summary>Fills the role objects; what is in them, and the methods, are for SecurityAdmin's eyes (OPC 10000-18, 4.4.1).</summary>
    public static void AttachTo(Namespace0 nodes, Func<WellKnownRoles, IReadOnlyList<IdentityMappingRuleType>> identities, bool hasMethods)
    {
        foreach (var (role, _, id, property) in RoleTable.All)
        {
            nodes.SetValue(property, _ => Variant.OfArray(BuiltInType.ExtensionObject, identities(role).Select(ExtensionObject.Of).ToArray()));
            nodes.SetPermissionsBelow(id, PermissionSet.OfSecurityAdmin);
        }

        foreach (var method in hasMethods ? (uint[])[RoleMethods.AddRole, RoleMethods.RemoveRole] : [])
        {
            nodes.SetPermissions(method, PermissionSet.OfSecurityAdmin);
            nodes.SetPermissionsBelow(method, PermissionSet.OfSecurityAdmin);
        }

        nodes.SetValue(DefaultRolePermissions, PermissionSet.OfServer.RolePermissions);
        nodes.SetPermissions(DefaultRolePermissions, PermissionSet.OfSecurity);
        nodes.SetValue(DefaultAccessRestrictions, Variant.Of(PermissionSet.OfServer.AccessRestrictions));
    }

    // Applications, Endpoints, AddApplication, RemoveApplication, AddEndpoint and RemoveEndpoint have the ids behind Identities.
    private static uint[] PartsBehind(uint identities) => [identities + 1, identities + 2, identities + 3, identities + 5, identities + 7, identities + 9];
}
