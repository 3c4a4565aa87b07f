using System.Buffers;

namespace S7OpcBridge.Map.TagRows;

/// <summary>Finds entries by words in their text and in the folders around them.</summary>
/// <param name="search">The words, separated by blanks.</param>
internal sealed class RowSearch(string search)
{
    private readonly (string Word, SearchValues<string> Values)[] _words =
    [
        .. search
            .Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Select(static word => (word, SearchValues.Create([word], StringComparison.OrdinalIgnoreCase))),
    ];

    /// <summary>True: there are no words, and everything fits.</summary>
    public bool IsEmpty => _words.Length == 0;

    /// <summary>True: each word is in the entry's text, in its folders, or across both.</summary>
    public bool Fits(RowPlace place)
    {
        var text = TextOf(place);
        foreach (var (word, values) in _words)
        {
            if (text.ContainsAny(values) || place.Group.Prefix.AsSpan().ContainsAny(values))
                continue;
            if (
                !word.Contains('/') || !$"{place.Group.Owner.Name}/{place.Group.Prefix}{RowKeys.NameOf(place)}".AsSpan().ContainsAny(values)
            )
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
