using System.Text;
using S7OpcBridge.Map.Files;
using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.Editing;

/// <summary>A text file of a map as bytes and as text; an edited text gets the same code page and byte order mark.</summary>
internal sealed class FileText
{
    // Characters that are compared at once.
    private const int Piece = 4096;

    private readonly Encoding _encoding;
    private readonly byte[] _mark;

    private FileText(string text, Encoding encoding, byte[] mark, string? version) =>
        (Text, _encoding, _mark, Version) = (text, encoding, mark, version);

    /// <summary>That of a file which is not there yet: empty, UTF-8.</summary>
    public static FileText New { get; } = new("", new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), [], null);

    /// <summary>The text without byte order mark.</summary>
    public string Text { get; }

    /// <summary>The version of the bytes: their SHA-256 in hexadecimal; null: the file is not there yet.</summary>
    public string? Version { get; }

    /// <summary>Reads bytes as the loader does.</summary>
    /// <param name="bytes">The file.</param>
    /// <param name="encoding">Code page that the map names for it; null: found out.</param>
    /// <exception cref="EditRefusedException">They cannot be written back as they are.</exception>
    public static FileText Of(byte[] bytes, Encoding? encoding)
    {
        var text = TextFiles.Decode(bytes, encoding, out var used);
        var mark = used.GetPreamble();
        var file = new FileText(text, used, bytes.AsSpan().StartsWith(mark) ? mark : [], MapVersions.VersionOf(bytes));
        return file.TryEncode(text) is { } again && again.AsSpan().SequenceEqual(bytes)
            ? file
            : throw new EditRefusedException(0, "the file has bytes that are no text in its code page; save it as UTF-8 by hand first");
    }

    /// <summary>Checks that an edited text can be written, by what differs from one that can.</summary>
    /// <exception cref="EditRefusedException">The code page of the file lacks a letter of it.</exception>
    public void Check(string before, string text)
    {
        var start = before.AsSpan().CommonPrefixLength(text);
        var old = before.AsSpan(start);
        var now = text.AsSpan(start);
        var end = 0;
        while (end + Piece <= Math.Min(old.Length, now.Length) && old[^(end + Piece)..^end].SequenceEqual(now[^(end + Piece)..^end]))
            end += Piece;
        // Both halves of a letter of two characters.
        var from = start > 0 && char.IsHighSurrogate(text[start - 1]) ? start - 1 : start;
        var to = text.Length - end;
        if (end > 0 && char.IsLowSurrogate(text[to]))
            to++;
        Encode(text[from..to]);
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
        try
        {
            return [.. _mark, .. strict.GetBytes(text)];
        }
        catch (EncoderFallbackException)
        {
            return null;
        }
    }
}
