using S7OpcBridge.S7;
using S7OpcBridge.Simulator.Memory;

namespace S7OpcBridge.Simulator.Shapes;

/// <summary>All simulated values of one PLC, grouped by period.</summary>
internal sealed class ShapeTable(PlcMemory memory)
{
    /// <summary>Number of values updated per lock of the memory, which limits how long jobs wait.</summary>
    private const int ValuesPerHold = 2048;

    private readonly List<ShapeGroup> _groups = [];
    private readonly Dictionary<(S7DataType Type, int Bit, S7CodecOptions Options), S7Codec> _codecs = [];
    private byte[] _scratch = new byte[256];

    /// <summary>Extends the memory for a tag, sets its first value, and simulates it from now on.</summary>
    /// <exception cref="SoftPlcException">The signal cannot produce values of the tag's type.</exception>
    public void Add(in ShapedTag tag, TimeSpan period, S7CodecOptions options, in ShapeMoment now, TimeSpan elapsed)
    {
        var scalar = tag.Type with { ArrayLength = 0, ArrayLower = 0 };
        var target = ShapeTarget.For(scalar);
        var seed = PlantShapes.SeedOf(tag.Name ?? tag.Address.ToString());
        var shape = (tag.Shape ?? PlantShapes.For(tag, target, seed)).CutTo(target);
        if (!shape.Fits(target))
            throw new SoftPlcException(
                $"{tag.Name ?? tag.Address.ToString()} is a {tag.Type.Kind}, for which its signal has no values: use Text for texts, "
                    + "Clock for dates, another shape for numbers."
            );

        using var hold = memory.Hold();
        var block = BlockOf(tag);
        for (var element = 0; element < Math.Max(tag.Type.ArrayLength, 1); element++)
        {
            var (offset, bit) = PlaceOf(tag, scalar, element);
            var codec = CodecOf(scalar, bit, options);
            TextCapacity.SetCapacity(scalar, block.Bytes.AsSpan(offset));
            var slot = new ShapeSlot(block, offset, (byte)bit, shape, codec, target, seed + (uint)element);
            slot.Tick(now, _scratch);
            if (!shape.IsStill)
                GroupOf(period, elapsed).Add(slot);
        }
    }

    /// <summary>Stops changing the values of a tag; the memory keeps them.</summary>
    public void Remove(in ShapedTag tag)
    {
        using var hold = memory.Hold();
        if (memory.Find(tag.Address.Area, tag.Address.Db) is not { } block)
            return;
        var (first, end) = BytesOf(tag);
        foreach (var group in _groups)
            group.Remove(block, first, end);
    }

    /// <summary>Updates the due values and returns when the next ones are due.</summary>
    /// <param name="moment">The time.</param>
    /// <param name="elapsed">Time since the PLC was made.</param>
    /// <param name="isRunning">False: the CPU is in STOP; ticks pass, values stay.</param>
    /// <returns>When to call again, as time since the PLC was made; at most one second later.</returns>
    public TimeSpan Tick(in ShapeMoment moment, TimeSpan elapsed, bool isRunning)
    {
        var next = elapsed + TimeSpan.FromSeconds(1);
        for (var i = 0; GroupAt(i) is { } group; i++)
        {
            if (group.Due <= elapsed)
            {
                if (isRunning)
                    Tick(group, moment);
                group.Due += group.Period * Math.Max(1, Math.Ceiling((elapsed - group.Due) / group.Period));
            }

            if (group.Due < next)
                next = group.Due;
        }

        return next;
    }

    private void Tick(ShapeGroup group, in ShapeMoment moment)
    {
        for (var start = 0; ; start += ValuesPerHold)
        {
            using var hold = memory.Hold();
            if (start >= group.Count)
                return;
            group.Tick(start, Math.Min(ValuesPerHold, group.Count - start), moment, _scratch);
        }
    }

    private ShapeGroup? GroupAt(int index)
    {
        using var hold = memory.Hold();
        return index < _groups.Count ? _groups[index] : null;
    }

    private ShapeGroup GroupOf(TimeSpan period, TimeSpan elapsed)
    {
        foreach (var group in _groups)
        {
            if (group.Period == period)
                return group;
        }

        var added = new ShapeGroup(period) { Due = elapsed + period };
        _groups.Add(added);
        return added;
    }

    private MemoryBlock BlockOf(in ShapedTag tag)
    {
        var address = tag.Address;
        var (_, end) = BytesOf(tag);
        if (address.Area == S7Area.DataBlock)
            memory.AddBlock(address.Db, end);
        else
            memory.GrowArea(address.Area, end);
        return memory.Find(address.Area, address.Db)
            ?? throw new SoftPlcException($"{address} is in an area that a soft PLC does not have.");
    }

    private static (int First, int End) BytesOf(in ShapedTag tag)
    {
        var first = tag.Address.Area is S7Area.Timers or S7Area.Counters ? tag.Address.Offset * 2 : tag.Address.Offset;
        return (first, first + tag.Type.ByteLength(tag.Address.Bit));
    }

    private static (int Offset, int Bit) PlaceOf(in ShapedTag tag, S7DataType scalar, int element)
    {
        var address = tag.Address;
        if (scalar.Kind == S7TypeKind.Bool)
            return (address.Offset + (address.Bit + element) / 8, (address.Bit + element) % 8);
        return address.Area is S7Area.Timers or S7Area.Counters
            ? ((address.Offset + element) * 2, 0)
            : (address.Offset + element * tag.Type.ElementSize, 0);
    }

    private S7Codec CodecOf(S7DataType type, int bit, S7CodecOptions options)
    {
        if (_codecs.TryGetValue((type, bit, options), out var codec))
            return codec;
        codec = S7Codec.Create(type, bit, options);
        if (codec.Size > _scratch.Length)
            _scratch = new byte[codec.Size];
        return _codecs[(type, bit, options)] = codec;
    }
}
