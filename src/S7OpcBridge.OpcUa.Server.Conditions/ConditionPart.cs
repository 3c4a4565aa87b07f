using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Calls;
using S7OpcBridge.OpcUa.Server.Conditions.Calls;
using S7OpcBridge.OpcUa.Server.Conditions.Nodes;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Extensions;
using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;

namespace S7OpcBridge.OpcUa.Server.Conditions;

/// <summary>The conditions of one server.</summary>
/// <param name="space">Their nodes.</param>
/// <param name="audit">Raises audit events of calls.</param>
internal sealed class ConditionPart(ConditionSpace space, OperationAudit audit, TimeProvider time) : ExtensionPart
{
    /// <inheritdoc/>
    public override INodeSource Nodes => space.Nodes;

    /// <inheritdoc/>
    public override void JoinTo(AddressSpace nodes, int source, EventListeners listeners)
    {
        space.JoinTo(nodes, source);
        space.Set.Attach(listeners);
    }

    /// <inheritdoc/>
    public override IReadOnlyList<IServerMethods> MethodsOf(NodeAccess access, SubscriptionServices subscriptions) =>
        [new ConditionMethods(space, access, subscriptions, audit, time)];
}
