using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Unicode;
using S7OpcBridge.OpcUa.Binary;

namespace S7OpcBridge.OpcUa;

/// <summary>
/// Reads the binary encoding of OPC 10000-6, 5.2 from one contiguous body that is not trusted: every length is checked against what is left
/// and against the limits before anything is allocated. Every failure is a <see cref="UaException"/> with BadDecodingError or BadEncodingLimitsExceeded.
/// </summary>
public ref partial struct UaReader
{
    // Header and length of a string or an array.
    private const int StringOverhead = 24;

    // A value of a variant that is an object.
    private const int Boxed = 48;

    private readonly ReadOnlySpan<byte> _body;
    private readonly EncodingLimits _limits;
    private int _position,
        _depth,
        _owed;
    private long _decoded;

    /// <summary>Starts at the first byte.</summary>
    public UaReader(ReadOnlySpan<byte> body, EncodingLimits limits)
    {
        _body = body;
        _limits = limits;
    }

    // A reader of a part counts on where its message is.
    private UaReader(ReadOnlySpan<byte> body, EncodingLimits limits, int depth, long decoded)
        : this(body, limits) => (_depth, _decoded) = (depth, decoded);

    /// <summary>Bytes read.</summary>
    public readonly int Position => _position;

    /// <summary>Bytes left.</summary>
    public readonly int Remaining => _body.Length - _position;

    /// <summary>Any byte but 0 is true.</summary>
    public bool ReadBoolean() => ReadFixed<byte>() != 0;

    /// <summary>One byte.</summary>
    public sbyte ReadSByte() => ReadFixed<sbyte>();

    /// <summary>One byte.</summary>
    public byte ReadByte() => ReadFixed<byte>();

    /// <summary>Two bytes.</summary>
    public short ReadInt16() => ReadFixed<short>();

    /// <summary>Two bytes.</summary>
    public ushort ReadUInt16() => ReadFixed<ushort>();

    /// <summary>Four bytes.</summary>
    public int ReadInt32() => ReadFixed<int>();

    /// <summary>Four bytes.</summary>
    public uint ReadUInt32() => ReadFixed<uint>();

    /// <summary>Eight bytes.</summary>
    public long ReadInt64() => ReadFixed<long>();

    /// <summary>Eight bytes.</summary>
    public ulong ReadUInt64() => ReadFixed<ulong>();

    /// <summary>Four bytes.</summary>
    public float ReadFloat() => ReadFixed<float>();

    /// <summary>Eight bytes.</summary>
    public double ReadDouble() => ReadFixed<double>();

    /// <summary>OPC UA ticks (100 ns since 1601-01-01 UTC), clamped to 0 and <see cref="long.MaxValue"/>.</summary>
    public long ReadDateTime() => UaTime.Clamp(ReadFixed<long>());

    /// <summary>Four bytes.</summary>
    public StatusCode ReadStatusCode() => ReadFixed<uint>();

    /// <summary>Sixteen bytes.</summary>
    public Guid ReadGuid() => new(TakeBytes(16));

    /// <summary>Text; null where the count is negative. Bytes that are no UTF-8 are malformed.</summary>
    public string? ReadString()
    {
        var bytes = ReadStringBytes(out var isNull);
        if (isNull)
            return null;
        if (!Utf8.IsValid(bytes))
            EncodingError.Malformed("a string is no UTF-8");
        Count(StringOverhead + 2L * bytes.Length);
        return Encoding.UTF8.GetString(bytes);
    }

    /// <summary>The bytes of a string as a view into the message, not checked to be UTF-8.</summary>
    public ReadOnlySpan<byte> ReadStringBytes(out bool isNull) => ReadCounted("a string length", _limits.MaxStringLength, out isNull);

    /// <summary>Bytes; null where the count is negative.</summary>
    public byte[]? ReadByteString()
    {
        var bytes = ReadByteStringSpan(out var isNull);
        if (isNull)
            return null;
        Count(StringOverhead + bytes.Length);
        return bytes.ToArray();
    }

    /// <summary>A byte string as a view into the message.</summary>
    public ReadOnlySpan<byte> ReadByteStringSpan(out bool isNull) =>
        ReadCounted("a byte string length", _limits.MaxByteStringLength, out isNull);

    /// <summary>An array's count, checked against what is left and against the limits; -1: null.</summary>
    /// <param name="minElementSize">The fewest bytes that an element takes.</param>
    public int ReadArrayLength(int minElementSize)
    {
        var length = ReadFixed<int>();
        if (length < 0)
            return -1;
        if (length > (Remaining - _owed) / minElementSize)
            EncodingError.Malformed($"an array of {length} elements in {Remaining} bytes");
        if (length > _limits.MaxArrayLength)
            EncodingError.LimitExceeded("an array length", length, _limits.MaxArrayLength);
        return length;
    }

    private ReadOnlySpan<byte> ReadCounted(string what, int limit, out bool isNull)
    {
        var length = ReadFixed<int>();
        isNull = length < 0;
        if (isNull)
            return default;
        var bytes = TakeBytes(length);
        if (length > limit)
            EncodingError.LimitExceeded(what, length, limit);
        return bytes;
    }

    private ReadOnlySpan<byte> TakeBytes(int count)
    {
        if ((uint)count > (uint)Remaining)
            EncodingError.Truncated(count, Remaining);
        var bytes = _body.Slice(_position, count);
        _position += count;
        return bytes;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private T ReadFixed<T>()
        where T : unmanaged
    {
        if (Remaining < Unsafe.SizeOf<T>())
            EncodingError.Truncated(Unsafe.SizeOf<T>(), Remaining);
        var value = ReservedBytes.Read<T>(_body, _position);
        _position += Unsafe.SizeOf<T>();
        return value;
    }

    private void Enter()
    {
        if (++_depth > _limits.MaxNesting)
            EncodingError.LimitExceeded("a nesting depth", _depth, _limits.MaxNesting);
    }

    private void Leave() => _depth--;

    /// <summary>Counts memory before it is taken.</summary>
    private void Count(long bytes)
    {
        if ((_decoded += bytes) > _limits.MaxDecodedBytes)
            EncodingError.LimitExceeded("the memory of a message in bytes", _decoded, _limits.MaxDecodedBytes);
    }
}
