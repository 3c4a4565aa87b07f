using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>An event being delivered. One object serves all items that get it.</summary>
internal abstract class RaisedEvent
{
    private AddressSpaceView? _nodes;
    private IReadOnlySet<NodeHandle> _notifiers = new HashSet<NodeHandle>();
    private NodeHandle _source;

    /// <summary>The event type; of one in another namespace its nearest supertype in namespace 0.</summary>
    public abstract uint Type { get; }

    /// <summary>The event type itself (<see cref="TypeNumber"/>).</summary>
    public virtual uint OwnType => Type;

    /// <summary>True for an audit event.</summary>
    public virtual bool IsAudit => false;

    /// <summary>The condition whose state the event tells, its ConditionId; null: none.</summary>
    public virtual NodeId ConditionId => default;

    /// <summary>True: a client that has lost the event must refresh its conditions.</summary>
    public virtual bool TellsState => false;

    /// <summary>True for the events about a refresh, which every item gets, whatever its filter (OPC 10000-9, 4.5).</summary>
    public bool IsForAll => Type is RefreshEventTypes.Start or RefreshEventTypes.End or RefreshEventTypes.Required;

    /// <summary>The event as it is stored; null: it is not.</summary>
    public virtual RecordedEvent? Record() => null;

    /// <summary>A field by its path; null where the event has no such field.</summary>
    /// <param name="path">Browse names with slashes between.</param>
    /// <param name="locales">The session's locales, for texts that there are in several languages; null: none.</param>
    public abstract Variant FieldOf(string path, IReadOnlyList<string?>? locales);

    /// <summary>True if a session may see the event: an audit event if the session may see audits, another one if it may read the source node.</summary>
    public bool MayBeSeenBy(SessionAccess? access, bool mayAudit, AddressSpaceView nodes)
    {
        if (IsAudit)
            return mayAudit;
        Resolve(nodes);
        return !_source.Exists || access?.MayHear(nodes, _source) != false;
    }

    /// <summary>True if items on a node get the event: the Server, the source, and the notifiers above the source.</summary>
    public bool Reaches(NodeHandle notifier, AddressSpaceView nodes)
    {
        Resolve(nodes);
        return _notifiers.Contains(notifier) || (notifier == _source && !IsAudit);
    }

    /// <summary>The source, and the node from which the way to the notifiers begins.</summary>
    protected abstract (NodeHandle Source, NodeHandle Notifier) OriginIn(AddressSpaceView nodes);

    // Looked up once for all items; again only after a reload.
    private void Resolve(AddressSpaceView nodes)
    {
        if (_nodes == nodes)
            return;
        _nodes = nodes;
        (_source, var notifier) = OriginIn(nodes);
        _notifiers = nodes.NotifiersOf(notifier, EventNotifiers.Above);
    }
}
