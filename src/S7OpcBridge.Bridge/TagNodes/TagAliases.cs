using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.TagNodes;

/// <summary>
/// Finds tags and structures by alias: the last level of the path, the path with the PLC's name, or of a tag the S7 address or symbol, each in the namespace of
/// the tags. Nothing is indexed: a search goes through the map, at about ten nanoseconds per tag and name.
/// </summary>
internal sealed class TagAliases(ServedNodes served)
{
    /// <summary>See <see cref="AliasSearch"/>.</summary>
    public IEnumerable<(QualifiedName Alias, NodeId Node)> Find(AliasPattern pattern)
    {
        var nodes = served.Current;
        var map = nodes.Structures.Map;
        for (var i = 0; i < map.Tags.Length; i++)
        {
            var tag = map.Tags[i];
            if (tag.IsGone)
                continue;
            var leaf = tag.Path.Leaf;
            if (pattern.Matches(leaf))
                yield return (Named(leaf), nodes.IdOf(i));
            var path = $"{map.Plcs[tag.Plc].Name}/{tag.Path}";
            if (pattern.Matches(path))
                yield return (Named(path), nodes.IdOf(i));
            var place = tag.Place;
            if (place != leaf && pattern.Matches(place))
                yield return (Named(place), nodes.IdOf(i));
        }
        foreach (var structure in map.Structures)
        {
            var first = map.Tags[structure.FirstTag];
            if (first.IsGone)
                continue;
            var name = first.Path.Folder[..structure.NameLength];
            var leaf = name[(name.LastIndexOf('/') + 1)..];
            var path = $"{map.Plcs[first.Plc].Name}/{name}";
            var node = new NodeId(TagAddressSpace.NamespaceIndex, path);
            if (pattern.Matches(leaf))
                yield return (Named(leaf), node);
            if (pattern.Matches(path))
                yield return (Named(path), node);
        }
    }

    private static QualifiedName Named(string alias) => new(TagAddressSpace.NamespaceIndex, alias);
}
