using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Extensions;
using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.OpcUa.Server.Management.Roles;

namespace S7OpcBridge.OpcUa.Server.Management;

/// <summary>Serves the objects of all roles (OPC 10000-18, 4): who has them, and the methods that change them.</summary>
/// <param name="identities">Gives the rules by which users get a role, by the role's name; called whenever SecurityAdmin reads them.</param>
/// <param name="management">Stores what an administrator changes by the methods of the role objects; null: the methods are not served.</param>
public sealed class RoleExtension(Func<string, IReadOnlyList<IdentityMappingRuleType>> identities, RoleManagement? management = null)
    : NodeExtension
{
    /// <inheritdoc/>
    internal override IReadOnlyList<uint> Served => RoleNodes.Served;

    /// <inheritdoc/>
    internal override IReadOnlyList<uint> NotServed => RoleNodes.NotServed(hasMethods: management is not null);

    /// <inheritdoc/>
    internal override ExtensionPart PartOf(ServerContext server, Namespace0 types, Audit audit) =>
        new RolePart(server, types, identities, management);
}
