using S7OpcBridge.Cluster.TagLists;
using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Requests;

/// <summary>How requests name tags: by path, because the maps of two nodes may differ; the place in the PLC's list saves the search.</summary>
internal static class RequestTagNames
{
    public static void Write(WireWriter to, MapTags tags, int id)
    {
        var path = tags.Map.Tags[id].Path;
        to.Count(tags.PlaceOf(id));
        to.Text(path.Folder);
        to.Text(path.Leaf);
    }

    /// <summary>The id of the tag on this node; -1: it has none.</summary>
    public static int Read(ref WireReader from, MapTags tags, PlcTagList list)
    {
        var place = from.Unsigned();
        var path = new TagPath(from.Text(), from.Text());
        if (place < (ulong)list.Ids.Length && tags.Map.Tags[list.Ids[place]].Path == path)
            return list.Ids[place];
        return
            Array.Find(list.Ids, id => tags.Map.Tags[id].Path == path) is var found
            && found < tags.Map.Tags.Length
            && tags.Map.Tags[found].Path == path
            ? found
            : -1;
    }
}
