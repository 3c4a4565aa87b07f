using System.Buffers.Binary;

namespace S7OpcBridge.History.Chunks;

/// <summary>Appends numbers of up to 64 bits, highest bit first, to a buffer that grows.</summary>
internal struct BitWriter
{
    private const int Smallest = 64;
    private byte[]? _bytes;
    private int _bits;

    /// <summary>Bits written.</summary>
    public readonly int Bits => _bits;

    /// <summary>Bytes written, the last one filled up with zeros.</summary>
    public readonly ReadOnlySpan<byte> Written => _bytes.AsSpan(0, (_bits + 7) >> 3);

    /// <summary>Bytes that the buffer takes in memory.</summary>
    public readonly int Capacity => _bytes?.Length ?? 0;

    /// <summary>Starts again; the buffer is kept.</summary>
    public void Clear() => _bits = 0;

    /// <summary>Starts again and gives the buffer back.</summary>
    public void Release()
    {
        _bits = 0;
        _bytes = null;
    }

    /// <summary>Appends the low bits of a number; the bits above must be zero.</summary>
    public void Write(ulong value, int count)
    {
        var at = _bits >> 3;
        var used = _bits & 7;
        if (_bytes is null || at + 9 > _bytes.Length)
            Grow();
        var room = 64 - used;
        var head = used == 0 ? 0 : (ulong)_bytes![at] << 56;
        if (count <= room)
        {
            BinaryPrimitives.WriteUInt64BigEndian(_bytes.AsSpan(at), count == 0 ? head : head | value << (room - count));
        }
        else
        {
            var rest = count - room;
            BinaryPrimitives.WriteUInt64BigEndian(_bytes.AsSpan(at), head | value >> rest);
            _bytes![at + 8] = (byte)(value << (8 - rest));
        }

        _bits += count;
    }

    /// <summary>Appends bytes.</summary>
    public void Write(ReadOnlySpan<byte> bytes)
    {
        for (; bytes.Length >= 8; bytes = bytes[8..])
            Write(BinaryPrimitives.ReadUInt64BigEndian(bytes), 64);
        foreach (var one in bytes)
            Write(one, 8);
    }

    /// <summary>Replaces a byte that was written on a byte's border.</summary>
    public readonly void Patch(int at, byte value) => _bytes![at] = value;

    // Small steps in the middle: with 100,000 open chunks the rest of the last step is most of what they take.
    private void Grow() =>
        Array.Resize(
            ref _bytes,
            _bytes is null ? Smallest
                : _bytes.Length is < 512 or >= 8192 ? _bytes.Length * 2
                : _bytes.Length + 256
        );
}
