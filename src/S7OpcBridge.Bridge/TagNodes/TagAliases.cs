using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.TagNodes;

/// <summary>
/// Finds tags by what people call them: the short name (the last level of the path), the path with the PLC's name, or the S7 address, each an alias in the namespace of the
/// tags. Nothing is kept: a search walks the map, which costs some ten nanoseconds per tag and name.
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
