using S7OpcBridge.S7.Planning.Limits;

namespace S7OpcBridge.S7.Planning.Riding;

/// <summary>The plan of a class while slower classes may still add items to its requests.</summary>
internal sealed class ClassDraft(int index, ReadPlan plan, ClassSlot[] slots)
{
    private readonly List<PlanItem>[] _items = [.. plan.Requests.Select(request => request.Items.ToList())];
    private readonly List<PlanSlot> _riders = [];
    private int _imageSize = plan.ImageSize;

    internal int Index => index;

    internal int Requests => _items.Length;

    internal IReadOnlyList<PlanItem> Items(int request) => _items[request];

    /// <summary>Adds an item for a slower class and returns its slot.</summary>
    internal PlanSlot AddItem(int request, S7Range range)
    {
        var slot = new PlanSlot(_imageSize, request, _items[request].Count, MayTear: false);
        _items[request].Add(new(range, _imageSize));
        _imageSize += range.ByteLength;
        return slot;
    }

    /// <summary>Records that a range of another class rides here.</summary>
    internal ClassSlot AddRider(PlanSlot slot)
    {
        _riders.Add(slot);
        return new(index, slot);
    }

    internal ClassPlan Finish() =>
        new(
            plan with
            {
                Requests = [.. _items.Select(ToRequest)],
                Slots = [.. plan.Slots, .. _riders],
                ImageSize = _imageSize,
            },
            [.. slots]
        );

    private static PlanRequest ToRequest(List<PlanItem> items)
    {
        var bytes =
            PduBudget.ResponseHeader + items.Sum(item => PduBudget.PaddedItem(item.Range.ByteLength)) - (items[^1].Range.ByteLength & 1);
        return new([.. items], PduBudget.RequestBytes(items.Count), bytes);
    }
}
