using System.Text;

namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>
/// String[n]: capacity (1 byte), length (1 byte), characters of the code page. Read up to the smallest of length, capacity in the PLC and declared capacity,
/// because a new block may contain 0 or 255. The capacity byte is never sent.
/// </summary>
internal sealed class StringCodec : TextCodec
{
    private const int Header = 2;
    private readonly Encoding _encoding;

    internal StringCodec(S7DataType type, Encoding encoding)
        : base(type)
    {
        WriteOffset = 1;
        _encoding = Strict(encoding);
    }

    internal override bool TryRead(ReadOnlySpan<byte> source, out string value)
    {
        var length = Math.Min(Math.Min(source[0], source[1]), Type.Capacity);
        value = _encoding.GetString(source.Slice(Header, length));
        return true;
    }

    internal override int Write(string value, Span<byte> destination)
    {
        var characters = destination[Header..Size];
        var length = TryEncode(_encoding, value, characters);
        if (length < 0)
            return -1;
        destination[0] = (byte)Type.Capacity;
        destination[1] = (byte)length;
        characters[length..].Clear();
        return Header + length;
    }
}
