using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge;

/// <summary>The references between nodes.</summary>
public sealed partial class TagAddressSpace
{
    /// <inheritdoc/>
    public int References(int node, int skip, Span<NodeReference> destination)
    {
        var page = new ReferencePage(skip, destination);
        if (node < _firstFolder)
            AddTag(node, ref page);
        else if (node < _firstProperty)
            AddFolder(node - _firstFolder, ref page);
        else if (node < _firstFixed)
            page.Add(new NodeReference(Ids.HasProperty, false, Own(_properties.TagOf(node - _firstProperty))));
        else if (node < _firstType)
            AddFixed(_fixed[node - _firstFixed], ref page);
        else if (node < _firstDevice)
            _types.AddReferences(node - _firstType, _firstType, ref page);
        else if (node >= _firstSource)
            page.Add(new NodeReference(Ids.HasProperty, false, Own(SourceOf(node).Tag.Id)));
        else
            _devices.AddReferences(node - _firstDevice, _firstDevice, ref page);
        return page.Count;
    }

    // A PLC is referenced from Objects, and from the Server object as a notifier.
    private (NodeId From, NodeReference Reference)[] ExternalReferencesOf(PlcDefinition plc) =>
        [
            (Ids.ObjectsFolder, new NodeReference(Ids.Organizes, true, Own(_firstFolder + plc.Index))),
            (Ids.Server, new NodeReference(Ids.HasNotifier, true, Own(_firstFolder + plc.Index))),
        ];

    private void AddTag(int tag, ref ReferencePage page)
    {
        page.Add(new NodeReference(MemberOf(_tree.ParentOfTag(tag)), false, Own(_firstFolder + _tree.ParentOfTag(tag))));
        var (first, count) = _properties.RangeFor(tag);
        for (var property = first; property < first + count; property++)
            page.Add(new NodeReference(Ids.HasProperty, true, Own(_firstProperty + property)));
        for (var source = TagSource.S7Address; source <= TagSource.S7Type; source++)
        {
            if (TagSources.Has(_map.Tags[tag], source))
                page.Add(new NodeReference(Ids.HasProperty, true, Own(NodeOf(_map.Tags[tag], source))));
        }
    }

    private void AddFolder(int folder, ref ReferencePage page)
    {
        if (_tree.ParentOfFolder(folder) is >= 0 and var parent)
            page.Add(new NodeReference(MemberOf(parent), false, Own(_firstFolder + parent)));
        else
        {
            page.Add(new NodeReference(Ids.HasComponent, true, Own(_status.Plcs[folder]!.Root)));
            page.Add(new NodeReference(Ids.HasProperty, true, Own(_status.Plcs[folder]!.NodeVersion)));
        }

        foreach (var run in _tree.ChildrenOf(folder))
        {
            for (var child = page.SkipWithin(run.Count); child < run.Count && !page.IsFull; child++)
                page.Add(new NodeReference(MemberOf(folder), true, Own(run.First + child)));
        }
    }

    private void AddFixed(FixedNode node, ref ReferencePage page)
    {
        if (node.Parent >= 0)
            page.Add(new NodeReference(node.Reference, false, Own(node.Parent)));
        foreach (var child in node.Children)
            page.Add(new NodeReference(_fixed[child - _firstFixed].Reference, true, Own(child)));
    }
}
