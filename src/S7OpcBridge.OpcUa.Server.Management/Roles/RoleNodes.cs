using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.OpcUa.Server.Roles;

namespace S7OpcBridge.OpcUa.Server.Management.Roles;

/// <summary>
/// The RoleSet object (OPC 10000-18, 4.3): the eight well-known roles, each with its identity rules and the applications and endpoints for which it is valid.
/// The methods exist only with <see cref="RoleManagement"/>.
/// </summary>
internal static class RoleNodes
{
    /// <summary>The object.</summary>
    public const uint RoleSet = 15606;

    private const uint DefaultRolePermissions = 16134,
        DefaultAccessRestrictions = 16136;

    /// <summary>What only a server with role objects has.</summary>
    public static readonly uint[] Served = [RoleSet, DefaultRolePermissions, DefaultAccessRestrictions];

    private static readonly uint[] WithRoles =
    [
        25565,
        25584,
        25603, // roles of the security key service
        24141,
        24142,
        24143,
        24144,
        24145,
        24146,
        24147, // CustomConfiguration
    ];

    private static readonly uint[] WithRolesOnly =
    [
        .. WithRoles,
        RoleMethodIds.AddRole,
        RoleMethodIds.RemoveRole,
        .. RoleMethodIds.AddIdentity,
        .. RoleMethodIds.AddIdentity.Select(static id => id + 2),
        .. RoleMethodIds.Excludes.SelectMany(static of => (uint[])[of.Applications, of.Endpoints]),
        .. RoleTable.All.SelectMany(static role => PartsBehind(role.Identities)),
    ];

    /// <summary>The nodes of the role objects that the server does not have.</summary>
    /// <param name="hasMethods">False: no methods.</param>
    public static IReadOnlyList<uint> NotServed(bool hasMethods) => hasMethods ? WithRoles : WithRolesOnly;

    /// <summary>Fills the role objects. Only SecurityAdmin may see their properties and methods (OPC 10000-18, 4.4.1).</summary>
    public static void AttachTo(
        Namespace0 nodes,
        Func<string, IReadOnlyList<IdentityMappingRuleType>> identities,
        RoleDirectory directory,
        bool hasMethods
    )
    {
        for (var role = 0; role < RoleTable.All.Length; role++)
        {
            var (_, name, id, property) = RoleTable.All[role];
            var (applicationsExclude, endpointsExclude) = RoleMethodIds.Excludes[role];
            Set(property, 1);
            if (hasMethods)
            {
                Set(applicationsExclude, 2);
                Set(property + 1, 3);
                Set(endpointsExclude, 4);
                Set(property + 2, 5);
                nodes.SetWritable(applicationsExclude);
                nodes.SetWritable(endpointsExclude);
            }

            nodes.SetPermissionsBelow(id, PermissionSet.OfSecurityAdmin);

            void Set(uint node, int member) =>
                nodes.SetValue(node, _ => ValueOf(member, directory.ConfigurationOf(name), identities(name)));
        }

        foreach (var method in hasMethods ? (uint[])[RoleMethodIds.AddRole, RoleMethodIds.RemoveRole] : [])
        {
            nodes.SetPermissions(method, PermissionSet.OfSecurityAdmin);
            nodes.SetPermissionsBelow(method, PermissionSet.OfSecurityAdmin);
        }

        nodes.SetValue(DefaultRolePermissions, PermissionSet.OfServer.RolePermissions);
        nodes.SetPermissions(DefaultRolePermissions, PermissionSet.OfSecurity);
        nodes.SetValue(DefaultAccessRestrictions, Variant.From(PermissionSet.OfServer.AccessRestrictions));
    }

    /// <summary>The value of a property of a role.</summary>
    /// <param name="member">1 Identities, 2 ApplicationsExclude, 3 Applications, 4 EndpointsExclude, 5 Endpoints.</param>
    /// <param name="users">The rules by which users get it.</param>
    public static Variant ValueOf(int member, RoleConfiguration role, IReadOnlyList<IdentityMappingRuleType> users) =>
        member switch
        {
            1 => Variant.FromArray(BuiltInType.ExtensionObject, users.Concat(role.Rules).Select(ExtensionObject.From).ToArray()),
            2 => Variant.From(role.ApplicationsExclude),
            3 => Variant.FromArray(BuiltInType.String, role.Applications.ToArray()),
            4 => Variant.From(role.EndpointsExclude),
            _ => Variant.FromArray(BuiltInType.ExtensionObject, role.Endpoints.Select(ExtensionObject.From).ToArray()),
        };

    // Applications, Endpoints, AddApplication, RemoveApplication, AddEndpoint and RemoveEndpoint have the ids after that of Identities.
    private static uint[] PartsBehind(uint identities) =>
        [identities + 1, identities + 2, identities + 3, identities + 5, identities + 7, identities + 9];
}
