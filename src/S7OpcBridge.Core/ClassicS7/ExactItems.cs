using System.Collections.Immutable;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>
/// Packs ranges into requests without reading any byte between tags. Used only for tags whose merged reads were refused; all others are packed by the planner.
/// </summary>
internal sealed class ExactItems(PlanOptions options, int imageStart)
{
    private readonly List<(S7Range Range, List<int> Slots)> _items = [];
    private readonly Dictionary<int, int> _starts = [];

    /// <summary>First image byte behind these items.</summary>
    public int ImageSize { get; private set; } = imageStart;

    /// <summary>Slots longer than a PDU; the planner cuts them.</summary>
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

    /// <summary>Returns the requests and stores the image offset of each slot in <paramref name="offsets"/>.</summary>
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

    // Peripheral bytes are never merged because reading an extra byte may have a side effect; timers and counters are addressed by number.
    private static bool Touches(S7Range last, S7Range next) =>
        last.Area == next.Area
        && last.Db == next.Db
        && next.Start <= last.End
        && last.Area is not (S7Area.Peripheral or S7Area.Timers or S7Area.Counters);
}
