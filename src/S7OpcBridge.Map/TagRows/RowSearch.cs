using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.TagRows;

/// <summary>Finds entries by words in their text and in the folders around them.</summary>
internal static class RowSearch
{
    /// <summary>True: each word is in the entry's text, in its folders, or across both.</summary>
    public static bool Fits(RowPlace place, string[] words)
    {
        var text = TextOf(place);
        foreach (var word in words)
        {
            if (text.Contains(word, StringComparison.OrdinalIgnoreCase) || place.Group.Prefix.Contains(word, StringComparison.OrdinalIgnoreCase))
                continue;
            if (!word.Contains('/') || !$"{place.Group.Owner.Name}/{place.Group.Prefix}{RowKeys.NameOf(place)}".Contains(word, StringComparison.OrdinalIgnoreCase))
                return false;
        }
        return true;
    }

    // As it is written; of what has a list inside only the name.
    private static ReadOnlySpan<char> TextOf(RowPlace place)
    {
        if (place.Inner is not null)
            return RowKeys.NameOf(place);
        if (place.Group.File.Table is { } table)
            return table.Rows[place.Child].Text;
        var tree = place.Group.File.Tree!;
        var end = tree[tree.ValueOfChild(place.Group.List, place.Child)].End;
        return tree.Text.AsSpan(tree[place.Child].Start, end - tree[place.Child].Start);
    }
}
