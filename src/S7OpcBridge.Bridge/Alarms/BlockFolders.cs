using S7OpcBridge.Core;

namespace S7OpcBridge.Bridge.Alarms;

/// <summary>The folders of a map that show one data block each: the objects that the alarms of these blocks are about.</summary>
internal static class BlockFolders
{
    /// <summary>By the name of a block the path of its folder below the PLC: the deepest that has all its tags, and none of another block.</summary>
    public static Dictionary<string, string> Find(TagMap map, int plc)
    {
        var folders = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        var tags = new List<(string Block, string Folder)>();
        foreach (var tag in map.TagsOf(plc))
        {
            if (tag.IsGone || tag.Symbol is not { } symbol || !SymbolText.TrySplit(symbol, out var levels, out _) || levels.Count < 2)
                continue;
            var folder = tag.Path.Folder;
            tags.Add((levels[0], folder));
            folders[levels[0]] = folders.TryGetValue(levels[0], out var before) ? CommonOf(before, folder) : folder;
        }
        var shared = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        var byPath = folders.Where(static found => found.Value.Length > 0).ToLookup(static found => found.Value, static found => found.Key);
        foreach (var (block, deepest) in tags)
        {
            for (var folder = deepest; folder.Length > 0; folder = Above(folder))
                shared.UnionWith(byPath[folder].Where(other => !other.Equals(block, StringComparison.OrdinalIgnoreCase)));
        }
        foreach (var block in folders.Where(found => found.Value.Length == 0 || shared.Contains(found.Key)).ToArray())
            folders.Remove(block.Key);
        return folders;
    }

    private static string Above(TagPath folder) => folder.Folder;

    private static string CommonOf(string one, string other)
    {
        while (one.Length > 0 && !(other == one || other.StartsWith(one + "/", StringComparison.Ordinal)))
            one = Above(one);
        return one;
    }
}
