using System.Text;

namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>Base of all texts. A null text is treated as empty.</summary>
internal abstract class TextCodec(S7DataType type) : ScalarCodec<string>(type)
{
    protected sealed override S7Value Wrap(string value) => S7Value.From(value);

    protected sealed override bool TryUnwrap(in S7Value value, out string raw)
    {
        raw = value.Reference as string ?? "";
        return true;
    }

    /// <summary>
    /// The code page with strict error handling: bytes without a character are read as U+FFFD, so that one bad byte does not hide the rest of the text; a
    /// character that is not in the code page is refused instead of replaced by '?'.
    /// </summary>
    protected static Encoding Strict(Encoding encoding)
    {
        var strict = (Encoding)encoding.Clone();
        strict.EncoderFallback = EncoderFallback.ExceptionFallback;
        strict.DecoderFallback = new DecoderReplacementFallback("\uFFFD");
        return strict;
    }

    /// <summary>The number of bytes, or −1 where the text is too long or not in the code page.</summary>
    protected static int TryEncode(Encoding strict, string text, Span<byte> destination)
    {
        try
        {
            return strict.TryGetBytes(text, destination, out var count) ? count : -1;
        }
        catch (EncoderFallbackException)
        {
            return -1;
        }
    }
}
