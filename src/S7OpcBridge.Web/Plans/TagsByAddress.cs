using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge.Web.Plans;

/// <summary>The tags of a PLC sorted by address, to find those that a request reads.</summary>
internal sealed class TagsByAddress
{
    private readonly Dictionary<(S7Area Area, ushort Db), (Tag[] Tags, int Longest)> _blocks;

    /// <param name="scans">The scan classes whose tags are included.</param>
    public TagsByAddress(TagMap map, IReadOnlySet<int> scans) =>
        _blocks = map
            .Listed.Where(tag => scans.Contains(tag.ScanGroup))
            .GroupBy(tag => (tag.Address.Area, RangeOf(tag).Db))
            .ToDictionary(
                static block => block.Key,
                static block =>
                    (
                        block.OrderBy(static tag => RangeOf(tag).Start).ThenBy(static tag => tag.Address.Bit).ToArray(),
                        block.Max(static tag => RangeOf(tag).Length)
                    )
            );

    public static S7Range RangeOf(Tag tag) => tag.Address.RangeOf(tag.Type);

    /// <summary>The tags with at least one byte in the range, by address.</summary>
    public IEnumerable<Tag> In(S7Range range)
    {
        if (!_blocks.TryGetValue((range.Area, range.Db), out var block))
            yield break;
        for (
            var i = FirstFrom(block.Tags, range.Start - block.Longest + 1);
            i < block.Tags.Length && RangeOf(block.Tags[i]) is var each && each.Start < range.End;
            i++
        )
        {
            if (each.End > range.Start)
                yield return block.Tags[i];
        }
    }

    private static int FirstFrom(Tag[] tags, int start)
    {
        var (low, high) = (0, tags.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (RangeOf(tags[middle]).Start < start)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }
}
