namespace S7OpcBridge.Core;

/// <summary>
/// The bytes of one scan class as the PLC last sent them. An answer is compared raw, item by item and then slot by slot; only slots that moved, or whose quality
/// is not the one due, are decoded. A quiet plant costs a comparison and no allocation.
/// </summary>
internal sealed class ProcessImage
{
    private byte[] _bytes = [];
    private bool[] _settled = [];

    // What the image knows of a slot is what was said of it; a slot that another class read until now says its value with the next answer.
    private bool[] _known = [];

    public ScanPlan Plan { get; private set; } = ScanPlan.Empty;

    /// <summary>Lays the image out anew; what is known of each slot moves along, so that a new plan looks like no change.</summary>
    public void Adopt(ScanPlan plan, TagSlot[] slots)
    {
        var bytes = new byte[plan.ImageSize];
        var known = new bool[slots.Length];
        for (var i = 0; i < slots.Length && Plan.ImageOffsets.Length > 0; i++)
        {
            if (plan.ImageOffsets[i] < 0 || Plan.ImageOffsets[i] < 0)
                continue;
            BytesOf(i, slots).CopyTo(bytes.AsSpan(plan.ImageOffsets[i]));
            known[i] = _known[i];
        }
        (_bytes, Plan, _settled, _known) = (bytes, plan, new bool[plan.Items.Length], known);
    }

    /// <summary>An image for slots that were counted in another way so far: what one of the images before knows of a slot moves along.</summary>
    /// <param name="plan">The plan, in the new count.</param>
    /// <param name="slots">The slots, in the new count.</param>
    /// <param name="from">Where each slot was before; -1: it is new.</param>
    /// <param name="before">The images of all classes before: who carries a slot may have changed.</param>
    public static ProcessImage Laid(ScanPlan plan, TagSlot[] slots, int[] from, ProcessImage[] before)
    {
        var image = new ProcessImage { Plan = plan, _bytes = new byte[plan.ImageSize], _settled = new bool[plan.Items.Length], _known = new bool[slots.Length] };
        for (var i = 0; i < slots.Length; i++)
        {
            if (plan.ImageOffsets[i] < 0 || from[i] < 0 || Array.Find(before, old => old.Knows(from[i])) is not { } known)
                continue;
            known._bytes.AsSpan(known.Plan.ImageOffsets[from[i]], slots[i].Codec.Size).CopyTo(image._bytes.AsSpan(plan.ImageOffsets[i]));
            image._known[i] = true;
        }
        return image;
    }

    /// <summary>The quality due has changed: the next answers are looked at slot by slot.</summary>
    public void Unsettle() => Array.Clear(_settled);

    /// <summary>Takes an item's answer over and adds what moved to the batch.</summary>
    public void Take(int item, ReadOnlySpan<byte> data, TagSlot[] slots, TagQuality due, long sourceTicks, TagBatch batch)
    {
        ref readonly var here = ref Plan.Items[item];
        var old = _bytes.AsSpan(here.ImageOffset, data.Length);
        if (_settled[item] && !here.EveryScan && data.SequenceEqual(old))
            return;
        foreach (var index in Plan.EntriesOf(item))
        {
            ref var slot = ref slots[index];
            if (slot.IsOut)
                continue;
            var start = Plan.ImageOffsets[index] - here.ImageOffset;
            if (start < 0 || start + slot.Codec.Size > data.Length)
                slot.Dirty |= !_known[index] || slot.Sent != due || slot.EveryScan || PieceDiffers(start, slot.Codec.Size, old, data);
            else if (!_known[index] || IsNews(slot, due, old.Slice(start, slot.Codec.Size), data.Slice(start, slot.Codec.Size)))
            {
                _known[index] = true;
                Send(ref slot, data.Slice(start, slot.Codec.Size), due, sourceTicks, batch);
            }
        }
        data.CopyTo(old);
        _settled[item] = true;
    }

    /// <summary>Decodes the values that are cut over several items, once a cycle has brought all pieces.</summary>
    public void TakeTorn(TagSlot[] slots, bool wholeCycle, TagQuality due, long sourceTicks, TagBatch batch)
    {
        foreach (var index in Plan.Torn)
        {
            ref var slot = ref slots[index];
            if (!slot.Dirty || slot.IsOut || (!wholeCycle && slot.Sent != due))
                continue;
            (slot.Dirty, _known[index]) = (false, true);
            Send(ref slot, BytesOf(index, slots), due, sourceTicks, batch);
        }
    }

    private bool Knows(int slot) => slot < Plan.ImageOffsets.Length && Plan.ImageOffsets[slot] >= 0 && _known[slot];

    private ReadOnlySpan<byte> BytesOf(int slot, TagSlot[] slots) => _bytes.AsSpan(Plan.ImageOffsets[slot], slots[slot].Codec.Size);

    private static bool IsNews(in TagSlot slot, TagQuality due, ReadOnlySpan<byte> old, ReadOnlySpan<byte> now) =>
        (slot.Sent != due && slot.Sent is not (TagQuality.DecodingError or TagQuality.SensorFailure)) || slot.EveryScan || slot.Deadband is { IsOpen: true } || slot.Differs(old, now);

    private static bool PieceDiffers(int start, int size, ReadOnlySpan<byte> old, ReadOnlySpan<byte> now)
    {
        var from = Math.Max(0, start);
        var to = Math.Min(now.Length, start + size);
        return !old[from..to].SequenceEqual(now[from..to]);
    }

    private static void Send(ref TagSlot slot, ReadOnlySpan<byte> bytes, TagQuality due, long sourceTicks, TagBatch batch)
    {
        var quality = due;
        TagValue value = default;
        if (slot.HasAnalogFaults && AnalogFaults.IsIn(bytes))
            quality = TagQuality.SensorFailure;
        else if (slot.Codec.TryDecode(bytes, out var decoded))
            value = TagValue.From(decoded);
        else
            quality = TagQuality.DecodingError;
        var hasValue = quality == due;
        if (hasValue && slot.Deadband is { } deadband && !deadband.Passes(value, isQuiet: slot.HasValue && slot.Sent == due))
            return;
        (slot.HasValue, slot.Sent) = (hasValue, quality);
        batch.Add(new TagSample(slot.Tag, value, quality, sourceTicks));
    }
}
