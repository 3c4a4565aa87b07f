using System.Text;

namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>What all texts share. A null text is an empty one.</summary>
internal abstract class TextCodec(S7DataType type) : ScalarCodec<string>(type)
{
    protected sealed override S7Value Wrap(string value) => S7Value.Of(value);

    protected sealed override bool TryUnwrap(in S7Value value, out string raw)
    {
        raw = value.Reference as string ?? "";
        return true;
    }

    /// <summary>
    /// The code page with our manners: bytes without a character read as U+FFFD, since one bad byte should not hide the text around it; a character
    /// without bytes is refused, since a '?' in a recipe name would be a lie.
    /// </summary>
    protected static Encoding Strict(Encoding encoding)
    {
        var strict = (Encoding)encoding.Clone();
        strict.EncoderFallback = EncoderFallback.ExceptionFallback;
        strict.DecoderFallback = new DecoderReplacementFallback("\uFFFD");
        return strict;
    }

    /// <summary>Bytes written, or −1 where the text is too long or not in the code page.</summary>
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
