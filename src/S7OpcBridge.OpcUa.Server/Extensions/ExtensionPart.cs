using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Calls;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;

namespace S7OpcBridge.OpcUa.Server.Extensions;

/// <summary>What an extension adds to one server.</summary>
internal abstract class ExtensionPart
{
    /// <summary>The nodes now.</summary>
    public abstract INodeSource Nodes { get; }

    /// <summary>Takes over what it needs of the server to change its nodes and to raise events.</summary>
    /// <param name="nodes">The address space.</param>
    /// <param name="source">The place of <see cref="Nodes"/> in it.</param>
    /// <param name="listeners">Who gets events.</param>
    public abstract void JoinTo(AddressSpace nodes, int source, EventListeners listeners);

    /// <summary>Makes the methods of the nodes.</summary>
    /// <param name="access">What callers may do.</param>
    /// <param name="audit">Raises audit events of calls.</param>
    public abstract ExtensionMethods MethodsOf(NodeAccess access, SubscriptionServices subscriptions, OperationAudit audit);
}
