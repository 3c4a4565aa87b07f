namespace S7OpcBridge.S7.Planning.Riding;

/// <summary>The bytes that faster classes already read, including gaps.</summary>
internal sealed class FasterReads
{
    private readonly Dictionary<(S7Area Area, ushort Db), List<(S7Range Range, ClassDraft Draft, PlanSlot Slot)>> _items = [];

    internal FasterReads(IReadOnlyList<ClassDraft> faster)
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
        // By address, then length, then class: the search below starts with the last entry that begins at or before the range.
        foreach (var list in _items.Values)
            list.Sort(
                (left, right) =>
                    (left.Range.Start, left.Range.Length, left.Draft.Index).CompareTo(
                        (right.Range.Start, right.Range.Length, right.Draft.Index)
                    )
            );
    }

    /// <summary>Where a range is read completely by one item; null where it is not.</summary>
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
        // Items rarely overlap, so only the nearest ones are checked; missing a distant one only means that the range is not shared.
        for (var i = low - 1; i >= Math.Max(0, low - 4); i--)
        {
            var (item, draft, slot) = list[i];
            if (item.End >= range.End)
                return (
                    draft,
                    slot with
                    {
                        ImageOffset = slot.ImageOffset + ((range.Start - item.Start) * (range.ByteLength / range.Length)),
                    }
                );
        }
        return null;
    }
}
