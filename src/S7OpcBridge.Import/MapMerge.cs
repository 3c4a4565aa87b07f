using S7OpcBridge.Import.Merging;

namespace S7OpcBridge.Import;

/// <summary>Brings a new import into a map that people have changed since the last one.</summary>
public static class MapMerge
{
    /// <summary>Merges a new import into a map: what changed in the sources is that of the import, what people changed is that of the map.</summary>
    /// <param name="imported">What the last import wrote.</param>
    /// <param name="map">The map as it is now.</param>
    /// <param name="next">What this import makes.</param>
    /// <param name="conflicts">First lines of places that both changed, in the result; the map's own lines are kept there.</param>
    public static string Merge(string imported, string map, string next, out IReadOnlyList<int> conflicts)
    {
        var (bases, own, news) = (Lines(imported), Lines(map), Lines(next));
        var (toOwn, toNew) = (LineMatch.Match(bases, own), LineMatch.Match(bases, news));
        var result = new List<string>();
        var both = new List<int>();
        var (atBase, atOwn, atNew) = (0, 0, 0);
        for (var i = 0; i <= bases.Length; i++)
        {
            if (i < bases.Length && (toOwn[i] < 0 || toNew[i] < 0))
                continue;
            var (endOwn, endNew) = i < bases.Length ? (toOwn[i], toNew[i]) : (own.Length, news.Length);
            Add(bases.AsSpan(atBase..i), own.AsSpan(atOwn..endOwn), news.AsSpan(atNew..endNew));
            if (i < bases.Length)
                result.Add(bases[i]);
            (atBase, atOwn, atNew) = (i + 1, endOwn + 1, endNew + 1);
        }
        conflicts = both;
        return string.Join('\n', result);

        void Add(ReadOnlySpan<string> old, ReadOnlySpan<string> mine, ReadOnlySpan<string> theirs)
        {
            var isMineOld = mine.SequenceEqual(old);
            if (!isMineOld && !theirs.SequenceEqual(old) && !mine.SequenceEqual(theirs))
            {
                if (KeyedLines.TryMerge(old.ToArray(), mine.ToArray(), theirs.ToArray()) is { } merged)
                {
                    result.AddRange(merged);
                    return;
                }
                both.Add(result.Count + 1);
            }
            result.AddRange(isMineOld ? theirs : mine);
        }
    }

    private static string[] Lines(string text) => text.ReplaceLineEndings("\n").Split('\n');
}
