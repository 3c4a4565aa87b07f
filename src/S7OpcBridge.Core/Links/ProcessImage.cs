using S7OpcBridge.Core.Values;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Links;

/// <summary>
/// The bytes of one scan class as last received. An answer is compared as raw bytes, item by item and then slot by slot. Only slots that changed, or whose
/// quality differs from the current one, are decoded. A cycle without changes costs a comparison and allocates nothing.
/// </summary>
internal sealed class ProcessImage
{
    private byte[] _bytes = [];
    private bool[] _settled = [];

    // True where the image has the last published value of a slot. A slot that another class carried until now is published again with the next answer.
    private bool[] _known = [];

    public ScanPlan Plan { get; private set; } = ScanPlan.Empty;

    /// <summary>
    /// Slots of which the log has not yet said what is wrong with their bytes: no value, or a text with another maximum length than in the map.
    /// </summary>
    public List<int> Untold { get; } = [];

    /// <summary>True: since it was last set to false, the bytes of a slot became no value of its type, or a value again.</summary>
    public bool HasOtherNoValues { get; set; }

    /// <summary>Adopts a new plan. Known values are kept, so that a new plan does not look like a change.</summary>
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

    /// <summary>Makes an image for renumbered slots. Values that one of the previous images knows are kept.</summary>
    /// <param name="plan">The plan, in the new numbers.</param>
    /// <param name="slots">The slots, in the new numbers.</param>
    /// <param name="from">The previous index of each slot; -1: it is new.</param>
    /// <param name="before">The previous images of all classes, since another class may have carried a slot.</param>
    public static ProcessImage Laid(ScanPlan plan, TagSlot[] slots, int[] from, ProcessImage[] before)
    {
        var image = new ProcessImage
        {
            Plan = plan,
            _bytes = new byte[plan.ImageSize],
            _settled = new bool[plan.Items.Length],
            _known = new bool[slots.Length],
        };
        for (var i = 0; i < slots.Length; i++)
        {
            if (plan.ImageOffsets[i] < 0 || from[i] < 0 || Array.Find(before, old => old.Knows(from[i])) is not { } known)
                continue;
            known._bytes.AsSpan(known.Plan.ImageOffsets[from[i]], slots[i].Codec.Size).CopyTo(image._bytes.AsSpan(plan.ImageOffsets[i]));
            image._known[i] = true;
        }
        return image;
    }

    /// <summary>Called when the quality to report has changed: the next answers are compared slot by slot.</summary>
    public void Unsettle() => Array.Clear(_settled);

    /// <summary>Compares the answer of an item with the image and adds changed values to the batch.</summary>
    public void Compare(int item, ReadOnlySpan<byte> data, TagSlot[] slots, TagQuality due, long sourceTicks, TagBatch batch)
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
                Send(index, ref slot, data.Slice(start, slot.Codec.Size), due, sourceTicks, batch);
            }
        }
        data.CopyTo(old);
        _settled[item] = true;
    }

    /// <summary>Decodes values that are cut over several items, after a cycle has brought all parts.</summary>
    public void TakeTorn(TagSlot[] slots, bool wholeCycle, TagQuality due, long sourceTicks, TagBatch batch)
    {
        foreach (var index in Plan.Torn)
        {
            ref var slot = ref slots[index];
            if (!slot.Dirty || slot.IsOut || (!wholeCycle && slot.Sent != due))
                continue;
            (slot.Dirty, _known[index]) = (false, true);
            Send(index, ref slot, BytesOf(index, slots), due, sourceTicks, batch);
        }
    }

    /// <summary>The bytes of a slot as last received; empty: the plan does not carry it.</summary>
    public ReadOnlySpan<byte> LastBytesOf(int slot, TagSlot[] slots) => Knows(slot) ? BytesOf(slot, slots) : [];

    private bool Knows(int slot) => slot < Plan.ImageOffsets.Length && Plan.ImageOffsets[slot] >= 0 && _known[slot];

    private ReadOnlySpan<byte> BytesOf(int slot, TagSlot[] slots) => _bytes.AsSpan(Plan.ImageOffsets[slot], slots[slot].Codec.Size);

    private static bool IsNews(in TagSlot slot, TagQuality due, ReadOnlySpan<byte> old, ReadOnlySpan<byte> now) =>
        (slot.Sent != due && slot.Sent is not (TagQuality.DecodingError or TagQuality.SensorFailure))
        || slot.EveryScan
        || slot.Deadband is { IsOpen: true }
        || slot.Differs(old, now);

    private static bool PieceDiffers(int start, int size, ReadOnlySpan<byte> old, ReadOnlySpan<byte> now)
    {
        var from = Math.Max(0, start);
        var to = Math.Min(now.Length, start + size);
        return !old[from..to].SequenceEqual(now[from..to]);
    }

    private void Send(int index, ref TagSlot slot, ReadOnlySpan<byte> bytes, TagQuality due, long sourceTicks, TagBatch batch)
    {
        var quality = due;
        TagValue value = default;
        if (slot.HasAnalogFaults && AnalogFaults.IsIn(bytes))
            quality = TagQuality.SensorFailure;
        else if (slot.Codec.TryDecode(bytes, out var decoded))
            value = TagValue.From(decoded);
        else
            quality = TagQuality.DecodingError;
        var isNoValue = quality == TagQuality.DecodingError;
        HasOtherNoValues |= isNoValue != (slot.Sent == TagQuality.DecodingError);
        if (
            (isNoValue && !slot.IsNoValueTold)
            || (slot is { HasTextHeader: true, IsTextTold: false } && S7TextHeader.OtherMaximum(slot.Codec.Type, bytes) >= 0)
        )
            Untold.Add(index);
        var hasValue = quality == due;
        if (hasValue && slot.Deadband is { } deadband && !deadband.Passes(value, isQuiet: slot.HasValue && slot.Sent == due))
            return;
        (slot.HasValue, slot.Sent) = (hasValue, quality);
        batch.Add(new TagSample(slot.Tag, value, quality, sourceTicks));
    }
}
