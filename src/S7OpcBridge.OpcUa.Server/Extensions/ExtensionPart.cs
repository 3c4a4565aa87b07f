using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Calls;
using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;

namespace S7OpcBridge.OpcUa.Server.Extensions;

/// <summary>What an extension adds to one server.</summary>
internal abstract class ExtensionPart
{
    /// <summary>The nodes now; null: it has none beside those of namespace 0.</summary>
    public virtual INodeSource? Nodes => null;

    /// <summary>Takes over what it needs of the server to change <see cref="Nodes"/> and to raise events; not called without nodes.</summary>
    /// <param name="nodes">The address space.</param>
    /// <param name="source">The place of <see cref="Nodes"/> in it.</param>
    /// <param name="listeners">Who gets events.</param>
    public virtual void JoinTo(AddressSpace nodes, int source, EventListeners listeners) { }

    /// <summary>Makes the methods of the nodes, and what clients switch by Write (<see cref="IServerSwitches"/>).</summary>
    /// <param name="access">What callers may do.</param>
    public virtual IReadOnlyList<IServerMethods> MethodsOf(NodeAccess access, SubscriptionServices subscriptions) => [];

    /// <summary>Gives up what a session that has ended had open.</summary>
    public virtual void EndSession(NodeId session) { }

    /// <summary>Does what it does while the server listens, until that stops.</summary>
    /// <param name="urls">The URLs of the server.</param>
    /// <param name="stopping">The server stops.</param>
    public virtual Task RunAsync(IReadOnlyList<string> urls, CancellationToken stopping) => Task.CompletedTask;
}
