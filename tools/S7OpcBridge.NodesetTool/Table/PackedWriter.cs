using System.Text;

namespace S7OpcBridge.NodesetTool;

/// <summary>Numbers in as few bytes as they need, and every text once.</summary>
internal sealed class PackedWriter
{
    private readonly MemoryStream _bytes = new();
    private readonly Dictionary<string, int> _strings;

    /// <summary>A section that shares its texts with others.</summary>
    public PackedWriter(Dictionary<string, int> strings) => _strings = strings;

    public int Length => (int)_bytes.Length;

    /// <summary>An empty section with the same texts.</summary>
    public PackedWriter Section() => new(_strings);

    public void Byte(int value) => _bytes.WriteByte(checked((byte)value));

    /// <summary>Seven bits per byte, low ones first, the top bit says that more follow.</summary>
    public void Number(uint value)
    {
        for (; value >= 0x80; value >>= 7)
            _bytes.WriteByte((byte)(value | 0x80));
        _bytes.WriteByte((byte)value);
    }

    /// <summary>The sign in the lowest bit.</summary>
    public void Signed(int value) => Number((uint)((value << 1) ^ (value >> 31)));

    public void Text(string value)
    {
        if (!_strings.TryGetValue(value, out var index))
            _strings.Add(value, index = _strings.Count);
        Number((uint)index);
    }

    public void Utf8(string value)
    {
        var bytes = Encoding.UTF8.GetBytes(value);
        Number((uint)bytes.Length);
        Raw(bytes);
    }

    public void Raw(ReadOnlySpan<byte> bytes) => _bytes.Write(bytes);

    public void Append(PackedWriter section) => section._bytes.WriteTo(_bytes);

    public byte[] ToArray() => _bytes.ToArray();
}
