using S7OpcBridge.S7;
using S7OpcBridge.Simulator.Memory;

namespace S7OpcBridge.Simulator.Shapes;

/// <summary>A simulated value: the location of its bytes, and its signal.</summary>
internal struct ShapeSlot(MemoryBlock block, int offset, byte bit, Shape shape, S7Codec codec, ShapeTarget target, uint seed)
{
    private ShapeState _state = ShapeState.From(seed);

    /// <summary>True for a value with a byte in this range.</summary>
    public readonly bool LiesIn(MemoryBlock other, int first, int end) => ReferenceEquals(block, other) && offset >= first && offset < end;

    /// <summary>Writes the value of a time into the memory, or nothing where a download has made the block too short. Under the memory's lock.</summary>
    /// <param name="moment">The time.</param>
    /// <param name="scratch">At least as long as the codec's size.</param>
    public void Tick(in ShapeMoment moment, byte[] scratch)
    {
        var bytes = block.Bytes;
        if (offset + codec.Size > bytes.Length)
            return;

        var value = shape.At(moment, ref _state, target);
        if (codec.Encode(value, scratch.AsSpan(0, codec.Size), out var written) != S7EncodeStatus.Ok)
            return;

        if (target.Kind == S7ValueKind.Boolean)
            bytes[offset] = (byte)(scratch[0] != 0 ? bytes[offset] | 1 << bit : bytes[offset] & ~(1 << bit));
        else
            scratch.AsSpan(codec.WriteOffset, written).CopyTo(bytes.AsSpan(offset + codec.WriteOffset));
    }
}
