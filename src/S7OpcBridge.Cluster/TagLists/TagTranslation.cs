using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.TagLists;

/// <summary>Ids of this node for the places in another node's list of a PLC: found by path once, where the two lists differ.</summary>
/// <param name="Hash">Hash of the other node's list.</param>
/// <param name="Ids">By place; -1: this node has no such tag, or it is of another type.</param>
/// <param name="Groups">By place; -1: this node has no such class.</param>
internal sealed record TagTranslation(ulong Hash, int[] Ids, int[] Groups)
{
    /// <summary>Tags of the other node that this node doesn't have, or has with another type.</summary>
    public int Unknown { get; } = Ids.Count(static id => id < 0);

    /// <summary>No translation is needed.</summary>
    public static TagTranslation Same(PlcTagList list) => new(list.Hash, list.Ids, list.Groups);

    /// <summary>Reads the other node's list (<see cref="PlcTagList.Write"/>) and looks its tags up.</summary>
    public static TagTranslation Read(ref WireReader from, PlcTagList own, TagMap map)
    {
        var hash = from.Fixed64();
        var groups = own.Groups.ToDictionary(group => map.ScanGroups[group].Name, StringComparer.Ordinal);
        var groupsThere = new int[from.Count()];
        for (var i = 0; i < groupsThere.Length; i++)
            groupsThere[i] = groups.TryGetValue(from.Text(), out var group) ? group : -1;
        var tags = own.Ids.ToDictionary(id => map.Tags[id].Path);
        var ids = new int[from.Count(3)];
        for (var i = 0; i < ids.Length; i++)
        {
            var path = new TagPath(from.Text(), from.Text());
            var kind = from.Byte();
            ids[i] = tags.TryGetValue(path, out var id) && PlcTagList.KindOf(map.Tags[id]) == kind ? id : -1;
        }
        return new TagTranslation(hash, ids, groupsThere);
    }
}
