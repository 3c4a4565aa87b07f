using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.TagLists;

/// <summary>
/// The tags and scan classes of one PLC in the order of the map. Messages name a tag by its place in this list: ids differ between nodes that have loaded their
/// maps at different times, the list does not. Equal hashes mean equal lists.
/// </summary>
internal sealed class PlcTagList
{
    private PlcTagList(int plc, string name, int[] ids, int[] groups, ulong hash) =>
        (Plc, Name, Ids, Groups, Hash) = (plc, name, ids, groups, hash);

    /// <summary>Index of the PLC in this node's map.</summary>
    public int Plc { get; }

    public string Name { get; }

    /// <summary>This node's ids of the tags, by their place.</summary>
    public int[] Ids { get; }

    /// <summary>This node's indexes of the scan classes, by their place.</summary>
    public int[] Groups { get; }

    /// <summary>Hash of paths, types and order, and of the names of the classes.</summary>
    public ulong Hash { get; }

    /// <summary>The list of a PLC.</summary>
    /// <param name="plc">Index of the PLC.</param>
    /// <param name="groups">Its scan classes.</param>
    public static PlcTagList From(TagMap map, int plc, int[] groups)
    {
        Tag[] tags = [.. map.TagsOf(plc)];
        var hash = new TagHash();
        foreach (var tag in tags)
        {
            hash.Add(tag.Path.Folder);
            hash.Add(tag.Path.Leaf);
            hash.Add((ulong)KindOf(tag));
        }
        foreach (var group in groups)
            hash.Add(map.ScanGroups[group].Name);
        return new PlcTagList(plc, map.Plcs[plc].Name, Array.ConvertAll(tags, static tag => tag.Id), groups, hash.Value);
    }

    /// <summary>Kind of the value, and whether it is an array: what makes two tags of the same path exchangeable.</summary>
    public static int KindOf(Tag tag) => (int)tag.ValueKind << 1 | (tag.IsArray ? 1 : 0);

    /// <summary>Writes the list for a node whose own list is different.</summary>
    public void Write(WireWriter to, TagMap map)
    {
        to.Fixed64(Hash);
        to.Count(Groups.Length);
        foreach (var group in Groups)
            to.Text(map.ScanGroups[group].Name);
        to.Count(Ids.Length);
        foreach (var id in Ids)
        {
            to.Text(map.Tags[id].Path.Folder);
            to.Text(map.Tags[id].Path.Leaf);
            to.Byte((byte)KindOf(map.Tags[id]));
        }
    }
}
