using S7OpcBridge.OpcUa.Server.Access;

namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>An event being delivered: the event as raised, with the fields that the stack adds (OPC 10000-5, 6.4.2).</summary>
internal sealed class RaisedEvent(UaEvent what, long now)
{
    private const int Batch = 32;

    private readonly byte[] _id = Guid.NewGuid().ToByteArray();
    private readonly HashSet<NodeHandle> _notifiers = [];
    private AddressSpaceView? _nodes;
    private NodeHandle _source;

    /// <summary>The event as it was raised.</summary>
    public UaEvent What => what;

    /// <summary>A field by its path; null where the event has no such field.</summary>
    public Variant FieldOf(string path)
    {
        switch (path)
        {
            case "EventId":
                return Variant.OfByteString(_id);
            case "EventType":
                return Variant.Of((NodeId)what.Type);
            case "SourceNode":
                return Variant.Of(what.Source);
            case "SourceName":
                return Variant.Of(what.SourceName);
            case "Time":
                return Variant.OfDateTime(what.Time == 0 ? now : what.Time);
            case "ReceiveTime":
                return Variant.OfDateTime(now);
            case "Message":
                return Variant.Of(new LocalizedText(what.Message, "en"));
            case "Severity":
                return Variant.Of(what.Severity);
            default:
                foreach (var (name, value) in what.Fields)
                {
                    if (name == path)
                        return value;
                }

                return default;
        }
    }

    /// <summary>True if a session may see the event: an audit event if the session may see audits, another one if it may read the source node.</summary>
    public bool MayBeSeenBy(SessionAccess? access, bool mayAudit, AddressSpaceView nodes)
    {
        if (what.IsAudit)
            return mayAudit;
        Resolve(nodes);
        return !_source.Exists || access?.MayHear(nodes, _source) != false;
    }

    /// <summary>True if items on a node get the event: the Server, the source, and the notifiers above the source.</summary>
    public bool Reaches(NodeHandle notifier, AddressSpaceView nodes)
    {
        Resolve(nodes);
        return _notifiers.Contains(notifier);
    }

    // Looked up once for all items; again only after a reload.
    private void Resolve(AddressSpaceView nodes)
    {
        if (_nodes == nodes)
            return;
        _nodes = nodes;
        _notifiers.Clear();
        _notifiers.Add(nodes.Find(new NodeIdView(0, Ids.Server)));
        _source = nodes.Find(what.Source);
        if (_source.Exists && !what.IsAudit)
            AddNotifiers(nodes, _source);
    }

    private void AddNotifiers(AddressSpaceView nodes, NodeHandle node)
    {
        if (!_notifiers.Add(node))
            return;
        var sourcing = nodes.ReferenceTypes.SetOf(Ids.HasEventSource, includeSubtypes: true);
        var batch = new NodeReference[Batch];
        for (int skip = 0, read; (read = nodes.References(node, skip, batch)) > 0; skip += read)
        {
            for (var i = 0; i < read; i++)
            {
                if (!batch[i].IsForward && nodes.ReferenceTypes.IsIn(batch[i].Type, sourcing))
                    AddNotifiers(nodes, batch[i].Target);
            }
        }
    }
}
