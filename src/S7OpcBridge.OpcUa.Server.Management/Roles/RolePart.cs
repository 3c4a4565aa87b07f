using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Calls;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Extensions;
using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;

namespace S7OpcBridge.OpcUa.Server.Management.Roles;

/// <summary>The role objects of one server.</summary>
internal sealed class RolePart : ExtensionPart
{
    private readonly ServerContext _server;
    private readonly RoleManagement? _management;
    private readonly CustomRoleNodes _nodes;

    public RolePart(
        ServerContext server,
        Namespace0 types,
        Func<string, IReadOnlyList<IdentityMappingRuleType>> identities,
        RoleManagement? management
    )
    {
        (_server, _management) = (server, management);
        RoleNodes.AttachTo(types, identities, server.Options.RoleDirectory, hasMethods: management is not null);
        _nodes = new CustomRoleNodes(server.Options, types, identities, hasMethods: management is not null);
    }

    /// <summary>The roles beside the well-known ones, which are in namespace 0.</summary>
    public override INodeSource Nodes => _nodes;

    /// <inheritdoc/>
    public override void JoinTo(AddressSpace nodes, int source, EventListeners listeners) => _nodes.JoinTo(source);

    /// <inheritdoc/>
    public override IReadOnlyList<IServerMethods> MethodsOf(NodeAccess access, SubscriptionServices subscriptions) =>
        _management is null ? [] : [new RoleMethods(_server, _management)];
}
