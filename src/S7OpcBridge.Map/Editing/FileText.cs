using System.Text;
using S7OpcBridge.Map.Files;
using S7OpcBridge.Map.YamlTrees;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Editing;

/// <summary>A text file of a map as bytes and as text; an edited text gets the same code page and byte order mark.</summary>
internal sealed class FileText
{
    private static readonly Encoding[] Marked =
    [
        new UTF8Encoding(true, true),
        new UTF32Encoding(false, true, true),
        new UnicodeEncoding(false, true, true),
        new UnicodeEncoding(true, true, true),
    ];

    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private readonly Encoding _encoding;

    private FileText(string text, Encoding encoding, string version) => (Text, _encoding, Version) = (text, encoding, version);

    /// <summary>The text without byte order mark.</summary>
    public string Text { get; }

    /// <summary>The version of the bytes: their SHA-256 in hexadecimal.</summary>
    public string Version { get; }

    /// <summary>Reads bytes as the loader does.</summary>
    /// <param name="bytes">The file.</param>
    /// <param name="encoding">Code page that the map names for it; null: found out.</param>
    /// <exception cref="EditRefusedException">They cannot be written back as they are.</exception>
    public static FileText Of(byte[] bytes, Encoding? encoding)
    {
        var text = TextFiles.Decode(bytes, encoding);
        var used =
            Array.Find(Marked, marked => bytes.AsSpan().StartsWith(marked.Preamble))
            ?? encoding
            ?? (IsUtf8(bytes) ? Utf8 : S7TextEncodings.Windows1252);
        var file = new FileText(text, used, MapVersions.VersionOf(bytes));
        return file.TryEncode(text) is { } again && again.AsSpan().SequenceEqual(bytes)
            ? file
            : throw new EditRefusedException(0, "the file has bytes that are no text in its code page; save it as UTF-8 by hand first");
    }

    /// <summary>The bytes of an edited text.</summary>
    /// <exception cref="EditRefusedException">The code page of the file lacks a letter of it.</exception>
    public byte[] Encode(string text) =>
        TryEncode(text)
        ?? throw new EditRefusedException(
            0,
            $"the file is in the code page {_encoding.WebName}, which lacks a letter of the new text; save it as UTF-8 by hand first"
        );

    private byte[]? TryEncode(string text)
    {
        var strict = (Encoding)_encoding.Clone();
        strict.EncoderFallback = EncoderFallback.ExceptionFallback;
        var mark = Marked.Contains(_encoding) ? _encoding.GetPreamble() : [];
        try
        {
            return [.. mark, .. strict.GetBytes(text)];
        }
        catch (EncoderFallbackException)
        {
            return null;
        }
    }

    private static bool IsUtf8(byte[] bytes)
    {
        try
        {
            Utf8.GetCharCount(bytes);
            return true;
        }
        catch (DecoderFallbackException)
        {
            return false;
        }
    }
}
