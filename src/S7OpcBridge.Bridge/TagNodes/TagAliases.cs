using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.TagNodes;

/// <summary>
/// Finds tags by alias: the last level of the path, the path with the PLC's name, or the S7 address, each in the namespace of the tags. Nothing is indexed: a
/// search goes through the map, at about ten nanoseconds per tag and name.
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
            var address = tag.AddressText;
            if (address != leaf && pattern.Matches(address))
                yield return (Named(address), nodes.IdOf(i));
        }
    }

    private static QualifiedName Named(string alias) => new(TagAddressSpace.NamespaceIndex, alias);
}
