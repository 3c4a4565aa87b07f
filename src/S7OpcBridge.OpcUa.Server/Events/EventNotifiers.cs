using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>Finds the nodes whose items get the events of a source.</summary>
internal static class EventNotifiers
{
    /// <summary>The Server object, the source, and the notifiers above it (inverse HasNotifier and HasEventSource).</summary>
    public static IReadOnlySet<NodeHandle> Above(AddressSpaceView nodes, NodeHandle source)
    {
        var notifiers = new HashSet<NodeHandle> { nodes.Find(new NodeIdView(0, Ids.Server)) };
        if (source.Exists)
            Add(nodes, source, notifiers);
        return notifiers;
    }

    private static void Add(AddressSpaceView nodes, NodeHandle node, HashSet<NodeHandle> notifiers)
    {
        if (!notifiers.Add(node))
            return;
        var sourcing = nodes.ReferenceTypes.SetOf(Ids.HasEventSource, includeSubtypes: true);
        foreach (var reference in nodes.ReferencesOf(node))
        {
            if (!reference.IsForward && nodes.ReferenceTypes.IsIn(reference.Type, sourcing))
                Add(nodes, reference.Target, notifiers);
        }
    }
}
