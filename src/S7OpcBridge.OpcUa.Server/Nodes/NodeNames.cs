using System.Text;
using System.Text.Unicode;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>Compares names in UTF-8 with texts, without a copy.</summary>
public static class NodeNames
{
    /// <summary>True when the UTF-8 bytes are exactly this text.</summary>
    public static bool Matches(ReadOnlySpan<byte> utf8, ReadOnlySpan<char> text) => TakePrefix(ref utf8, text) && utf8.IsEmpty;

    /// <summary>
    /// Removes a text from the front of a name, for names that are stored in pieces; false, without a change: the name does not begin with it.
    /// </summary>
    public static bool TakePrefix(ref ReadOnlySpan<byte> utf8, ReadOnlySpan<char> text)
    {
        if (utf8.Length >= text.Length && Ascii.Equals(utf8[..text.Length], text))
        {
            utf8 = utf8[text.Length..];
            return true;
        }

        return !Ascii.IsValid(text) && TakeOther(ref utf8, text);
    }

    private static bool TakeOther(ref ReadOnlySpan<byte> utf8, ReadOnlySpan<char> text)
    {
        Span<byte> part = stackalloc byte[128];
        var rest = utf8;
        while (!text.IsEmpty)
        {
            Utf8.FromUtf16(text, part, out var chars, out var bytes);
            if (!rest.StartsWith(part[..bytes]))
                return false;
            text = text[chars..];
            rest = rest[bytes..];
        }

        utf8 = rest;
        return true;
    }
}
