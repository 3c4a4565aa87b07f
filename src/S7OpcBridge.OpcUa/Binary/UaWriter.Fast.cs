using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace S7OpcBridge.OpcUa;

public ref partial struct UaWriter
{
    // Mask, type, value, status, two times; and the eight bytes that a value is written with however few of them count.
    private const int MostOfScalar = 1 + 1 + 8 + 4 + 8 + 8 + 8;

    private static ReadOnlySpan<byte> ScalarSizes => [0, 1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8]; // Null to Double

    /// <summary>
    /// Numbers and Booleans are nearly all that a server of tags sends: one check for room, then stores without branches on the type.
    /// </summary>
    private bool TryWriteScalar(in DataValue value)
    {
        var type = (int)value.Value.Type;
        if (value.Value.IsArray || type >= ScalarSizes.Length || _segment.Length - _used < MostOfScalar)
            return false;

        ref var start = ref Unsafe.Add(ref MemoryMarshal.GetReference(_segment), _used);
        var at = 1;
        var mask = 0;
        if (type != 0)
        {
            mask = 1;
            Unsafe.Add(ref start, 1) = (byte)type;
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref start, 2), value.Value.Bits);
            at = 2 + ScalarSizes[type];
        }

        if (value.Status.Value != 0)
        {
            mask |= 2;
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref start, at), value.Status.Value);
            at += sizeof(uint);
        }

        if (value.SourceTime != 0)
        {
            mask |= 4;
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref start, at), UaTime.Clamp(value.SourceTime));
            at += sizeof(long);
        }

        if (value.ServerTime != 0)
        {
            mask |= 8;
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref start, at), UaTime.Clamp(value.ServerTime));
            at += sizeof(long);
        }

        start = (byte)mask;
        _used += at;
        return true;
    }
}
