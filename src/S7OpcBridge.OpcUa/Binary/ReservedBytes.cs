using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace S7OpcBridge.OpcUa.Binary;

/// <summary>
/// A run of bytes whose room is checked once, when it is taken; the stores into it are not checked again. All unchecked stores and loads of the encoding are
/// here. A build with DEBUG defined (which the tests run) checks every one of them as well.
/// </summary>
/// <remarks>Invariant: <c>_count</c> bytes from <c>_start</c> on lie within the span that it was taken from. A store must end within them.</remarks>
internal readonly ref struct ReservedBytes
{
    private readonly ref byte _start;
    private readonly int _count;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ReservedBytes(Span<byte> room, int from, int count)
    {
        _start = ref Unsafe.Add(ref MemoryMarshal.GetReference(room), from);
        _count = count;
    }

    /// <summary>Reserves the first bytes of a span.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The span is shorter.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReservedBytes Reserve(Span<byte> room, int count) => new(room[..count], 0, count);

    /// <summary>Reserves bytes of a span from a position on. False: the span has fewer left.</summary>
    /// <param name="room">The span.</param>
    /// <param name="from">0 to its length.</param>
    /// <param name="count">How many.</param>
    /// <param name="reserved">The bytes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryTake(Span<byte> room, int from, int count, out ReservedBytes reserved)
    {
        Check(from, 0, room.Length);
        if (room.Length - from < count)
        {
            reserved = default;
            return false;
        }
        reserved = new ReservedBytes(room, from, count);
        return true;
    }

    /// <summary>Stores a value.</summary>
    /// <param name="at">Position of its first byte.</param>
    /// <param name="value">The value, in the machine's byte order.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write<T>(int at, T value)
        where T : unmanaged
    {
        Check(at, Unsafe.SizeOf<T>(), _count);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref _start, at), value);
    }

    /// <summary>Loads a value from a span. The caller has checked that it lies within.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Read<T>(ReadOnlySpan<byte> bytes, int at)
        where T : unmanaged
    {
        Check(at, Unsafe.SizeOf<T>(), bytes.Length);
        return Unsafe.ReadUnaligned<T>(in Unsafe.Add(ref MemoryMarshal.GetReference(bytes), at));
    }

    [Conditional("DEBUG")]
    private static void Check(int at, int size, int count)
    {
        if ((uint)at > (uint)count || size > count - at)
            throw new IndexOutOfRangeException($"Bytes {at} to {at + size} of {count}.");
    }
}
