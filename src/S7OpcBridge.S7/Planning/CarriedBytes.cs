namespace S7OpcBridge.S7.Planning;

/// <summary>The bytes that faster classes read anyway, gaps that they bought included.</summary>
internal sealed class CarriedBytes
{
    private readonly Dictionary<(S7Area Area, ushort Db), List<(S7Range Range, ClassDraft Draft, PlanSlot Slot)>> _items = [];

    internal CarriedBytes(IReadOnlyList<ClassDraft> faster)
    {
        foreach (var draft in faster)
        {
            for (var request = 0; request < draft.Requests; request++)
            {
                for (var item = 0; item < draft.Items(request).Count; item++)
                {
                    var (range, image) = draft.Items(request)[item];
                    if (!_items.TryGetValue((range.Area, range.Db), out var list))
                        _items[(range.Area, range.Db)] = list = [];
                    list.Add((range, draft, new(image, request, item, MayTear: false)));
                }
            }
        }
        // By address, and where two begin at the same byte the longer one, of the slower class, last: the search below ends there.
        foreach (var list in _items.Values)
            list.Sort((left, right) => (left.Range.Start, left.Range.Length, left.Draft.Index).CompareTo((right.Range.Start, right.Range.Length, right.Draft.Index)));
    }

    /// <summary>Where a range is read whole, in one item; null where it is not.</summary>
    internal (ClassDraft Draft, PlanSlot Slot)? Find(S7Range range)
    {
        if (!_items.TryGetValue((range.Area, range.Db), out var list))
            return null;
        var (low, high) = (0, list.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (list[middle].Range.Start <= range.Start)
                low = middle + 1;
            else
                high = middle;
        }
        // Items hardly overlap, so that the nearest ones decide; missing a far one only means that the range does not ride.
        for (var i = low - 1; i >= Math.Max(0, low - 4); i--)
        {
            var (item, draft, slot) = list[i];
            if (item.End >= range.End)
                return (draft, slot with { ImageOffset = slot.ImageOffset + ((range.Start - item.Start) * (range.ByteLength / range.Length)) });
        }
        return null;
    }
}
