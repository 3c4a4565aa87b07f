using System.Text;

namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>
/// Char and Chars(n): characters of the code page without a length. Trailing NULs are padding, so a Char of 0 is the empty text; blanks are kept. A shorter
/// text is padded with NULs.
/// </summary>
internal sealed class FixedTextCodec(S7DataType type, Encoding encoding) : TextCodec(type)
{
    private readonly Encoding _encoding = Strict(encoding);

    internal override bool TryRead(ReadOnlySpan<byte> source, out string value)
    {
        value = _encoding.GetString(source[..Size].TrimEnd((byte)0));
        return true;
    }

    internal override int Write(string value, Span<byte> destination)
    {
        var length = TryEncode(_encoding, value, destination[..Size]);
        if (length < 0)
            return -1;
        destination[length..Size].Clear();
        return Size;
    }
}
