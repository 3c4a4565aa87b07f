using System.Collections.Immutable;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>
/// Packs ranges into requests without asking for a byte that no tag owns. For the few tags whose merged reads were refused; the planner does the rest.
/// </summary>
internal sealed class ExactItems(PlanOptions options, int imageStart)
{
    private readonly List<(S7Range Range, List<int> Slots)> _items = [];
    private readonly Dictionary<int, int> _starts = [];

    /// <summary>First image byte behind these items.</summary>
    public int ImageSize { get; private set; } = imageStart;

    /// <summary>Slots that alone exceed a PDU: the planner must cut them.</summary>
    public List<int> TooLarge { get; } = [];

    /// <summary>Adds a slot; slots come in the order of their addresses.</summary>
    public void Add(int index, in TagSlot slot, bool alone)
    {
        var largest = options.LongestItem;
        var range = slot.Range;
        _starts[index] = range.Start;
        if (range.ByteLength > largest)
        {
            TooLarge.Add(index);
            return;
        }
        if (_items.Count > 0)
        {
            var (last, slots) = _items[^1];
            var joined = last with { Length = Math.Max(last.End, range.End) - last.Start };
            if (range == last || (!alone && Touches(last, range) && joined.ByteLength <= largest))
            {
                slots.Add(index);
                _items[^1] = (joined, slots);
                return;
            }
        }
        _items.Add((range, [index]));
    }

    /// <summary>The requests; notes in <paramref name="offsets"/> where each slot lies in the image.</summary>
    public List<PlanRequest> Requests(int[] offsets)
    {
        var requests = new List<PlanRequest>();
        var items = ImmutableArray.CreateBuilder<PlanItem>();
        var fill = new RequestFill(options.PduSize, options.MaxItems);
        foreach (var (range, slots) in _items)
        {
            if (!fill.TryAdd(range.ByteLength))
            {
                Close();
                fill.TryAdd(range.ByteLength);
            }
            items.Add(new PlanItem(range, ImageSize));
            foreach (var slot in slots)
                offsets[slot] = ImageSize + (_starts[slot] - range.Start) * (range.ByteLength / range.Length);
            ImageSize += range.ByteLength;
        }
        if (items.Count > 0)
            Close();
        return requests;

        void Close()
        {
            requests.Add(new PlanRequest(items.ToImmutable(), fill.RequestBytes, fill.ResponseBytes));
            items.Clear();
            fill = new RequestFill(options.PduSize, options.MaxItems);
        }
    }

    // Peripherals, timers and counters are never merged: a peripheral byte that nobody asked for may have a side effect, the others go by number.
    private static bool Touches(S7Range last, S7Range next) =>
        last.Area == next.Area && last.Db == next.Db && next.Start <= last.End && last.Area is not (S7Area.Peripheral or S7Area.Timers or S7Area.Counters);
}
