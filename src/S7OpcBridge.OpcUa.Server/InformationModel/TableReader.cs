using System.Text;

namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>
/// Reads the numbers and texts of namespace0.bin; tools/README.md describes the format. The table is part of the assembly, so it is not checked.
/// </summary>
internal ref struct TableReader(ReadOnlySpan<byte> bytes, int position = 0)
{
    private readonly ReadOnlySpan<byte> _bytes = bytes;

    public int Position { get; private set; } = position;

    public byte Byte() => _bytes[Position++];

    /// <summary>Reads a number: seven bits per byte, low ones first; the top bit is set if more follow.</summary>
    public uint Number()
    {
        uint value = 0;
        for (var shift = 0; ; shift += 7)
        {
            var part = Byte();
            value |= (uint)(part & 0x7F) << shift;
            if (part < 0x80)
                return value;
        }
    }

    /// <summary>Reads a signed number, with the sign in the lowest bit.</summary>
    public int Signed()
    {
        var value = Number();
        return (int)(value >> 1) ^ -(int)(value & 1);
    }

    public ReadOnlySpan<byte> Raw(int count)
    {
        var raw = _bytes.Slice(Position, count);
        Position += count;
        return raw;
    }

    public string Utf8() => Encoding.UTF8.GetString(Raw((int)Number()));
}
