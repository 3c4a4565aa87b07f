using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Text;

namespace S7OpcBridge.Cluster.Wire;

/// <summary>Writes messages between nodes into one growing buffer, which is used again and again. Integers are of variable length, 7 bits a byte.</summary>
internal sealed class WireWriter
{
    private byte[] _bytes = new byte[1024];
    private int _length;

    public int Length => _length;

    public ReadOnlyMemory<byte> Written => _bytes.AsMemory(0, _length);

    public byte[] ToArray() => Written.ToArray();

    public void Clear() => _length = 0;

    public void Byte(byte value) => Reserve(1)[0] = value;

    public void Unsigned(ulong value)
    {
        var to = Room(10);
        var at = 0;
        while (value >= 0x80)
        {
            to[at++] = (byte)(value | 0x80);
            value >>= 7;
        }
        to[at++] = (byte)value;
        _length += at;
    }

    public void Count(int value) => Unsigned((uint)value);

    /// <summary>A signed integer: small ones of either sign are short.</summary>
    public void Signed(long value) => Unsigned((ulong)((value << 1) ^ (value >> 63)));

    public void Fixed32(uint value) => BinaryPrimitives.WriteUInt32LittleEndian(Reserve(4), value);

    public void Fixed64(ulong value) => BinaryPrimitives.WriteUInt64LittleEndian(Reserve(8), value);

    public void Bytes(ReadOnlySpan<byte> bytes) => bytes.CopyTo(Reserve(bytes.Length));

    /// <summary>A text in UTF-8 behind its length plus 1; 0 is null.</summary>
    public void Text(string? text)
    {
        if (text is null)
        {
            Byte(0);
            return;
        }
        var length = Encoding.UTF8.GetByteCount(text);
        Count(length + 1);
        Encoding.UTF8.GetBytes(text, Reserve(length));
    }

    /// <summary>Writes a placeholder for a count that <see cref="SetCount"/> sets later; returns its position.</summary>
    public int CountLater()
    {
        Reserve(4);
        return _length - 4;
    }

    public void SetCount(int position, int count) => BinaryPrimitives.WriteInt32LittleEndian(_bytes.AsSpan(position), count);

    /// <summary>Discards everything behind a position.</summary>
    public void CutAt(int position) => _length = position;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Span<byte> Reserve(int count)
    {
        var room = Room(count);
        _length += count;
        return room[..count];
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Span<byte> Room(int count)
    {
        if (_bytes.Length - _length < count)
            Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, _length + count));
        return _bytes.AsSpan(_length);
    }
}
