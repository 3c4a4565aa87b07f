using System.Text;
using S7OpcBridge.Bridge.Devices;
using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge;

/// <content>The ids of the nodes, found by an index that keeps no texts.</content>
public sealed partial class TagAddressSpace
{
    private string TextOf(int node)
    {
        if (node < _firstFolder)
            return _map.NodeIdOf(_map.Tags[node]);
        if (node < _firstProperty)
            return _tree.PathOf(node - _firstFolder);
        if (node >= _firstSource)
            return $"{TextOf(SourceOf(node).Tag.Id)}/{TagSources.NameOf(SourceOf(node).Source)}";
        if (node >= _firstDevice)
            return _devices.TextOf(node - _firstDevice) ?? "";
        if (node >= _firstType)
            return _types.TextOf(node - _firstType);
        if (!IsProperty(node))
            return _fixed[node - _firstFixed].Id;
        var property = node - _firstProperty;
        return $"{TextOf(_properties.TagOf(property))}/{_properties.NameOf(property)}";
    }

    private (Tag Tag, TagSource Source) SourceOf(int node) =>
        (_map.Tags[(node - _firstSource) / TagSources.PerTag], (TagSource)((node - _firstSource) % TagSources.PerTag));

    private int NodeOf(Tag tag, TagSource source) => _firstSource + tag.Id * TagSources.PerTag + (int)source;

    // Found by the name of the tag, so that they need no entry in the index.
    private int FindSource(ReadOnlySpan<byte> utf8) =>
        TagSources.At(utf8, out var name) is { } source
        && _index.Find(name) is >= 0 and var tag
        && tag < _firstFolder
        && TagSources.Has(_map.Tags[tag], source)
            ? NodeOf(_map.Tags[tag], source)
            : -1;

    private NameIndex<TagNames> IndexNames()
    {
        var index = new NameIndex<TagNames>(new TagNames(this), Count);
        var utf8 = new byte[1024];
        for (var node = 0; node < Count; node++)
        {
            if (IsGone(node) || (node >= _firstDevice && DeviceNodes.IsType(node - _firstDevice)))
                continue;
            var length = WriteId(node, ref utf8);
            // Names are unique in the map; a nodeId of the map that equals the default id of another node is ignored.
            index.TryAdd(utf8.AsSpan(0, length), node);
        }
        return index;
    }

    private int WriteId(int node, ref byte[] utf8)
    {
        if (node >= _firstFolder || _map.Tags[node].Details?.NodeId is not null)
            return Put(TextOf(node), 0, ref utf8);
        var (folder, leaf) = _map.Tags[node].Path;
        var length = Put(_map.Plcs[_map.Tags[node].Plc].Name, 0, ref utf8);
        utf8[length++] = (byte)'/';
        if (folder.Length > 0)
        {
            length = Put(folder, length, ref utf8);
            utf8[length++] = (byte)'/';
        }
        return Put(leaf, length, ref utf8);
    }

    private static int Put(string text, int at, ref byte[] utf8)
    {
        // One byte more than requested, so that a slash always fits.
        if (utf8.Length - at <= Encoding.UTF8.GetMaxByteCount(text.Length))
            Array.Resize(ref utf8, at + Encoding.UTF8.GetMaxByteCount(text.Length) + 1);
        return at + Encoding.UTF8.GetBytes(text, utf8.AsSpan(at));
    }

    private bool IsName(int node, ReadOnlySpan<byte> utf8)
    {
        if (node >= _firstFolder && node < _firstProperty)
            return _tree.IsPath(node - _firstFolder, utf8);
        if (node >= _firstFolder || _map.Tags[node].Details?.NodeId is not null)
            return NodeNames.Matches(utf8, TextOf(node));
        var tag = _map.Tags[node];
        var (folder, leaf) = tag.Path;
        return NodeNames.TakePrefix(ref utf8, _map.Plcs[tag.Plc].Name)
            && NodeNames.TakePrefix(ref utf8, "/")
            && (folder.Length == 0 || (NodeNames.TakePrefix(ref utf8, folder) && NodeNames.TakePrefix(ref utf8, "/")))
            && NodeNames.Matches(utf8, leaf);
    }

    private readonly struct TagNames(TagAddressSpace space) : INodeNames
    {
        public bool IsName(int node, ReadOnlySpan<byte> utf8) => space.IsName(node, utf8);
    }
}
