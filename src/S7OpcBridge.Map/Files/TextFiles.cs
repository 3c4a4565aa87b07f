using System.Text;
using S7OpcBridge.Map.Findings;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Files;

/// <summary>Reads the text files of a map and reports unreadable ones as findings.</summary>
internal static class TextFiles
{
    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>The whole text, or null after a finding at <paramref name="spot"/>.</summary>
    /// <param name="path">Path relative to the working directory.</param>
    /// <param name="spot">Where the map names the file.</param>
    /// <param name="findings">Receives the findings.</param>
    /// <param name="encoding">Code page of a file without byte order mark; null: UTF-8, or Windows-1252 where the bytes are not valid UTF-8.</param>
    public static string? Read(string path, SourceLocation spot, FindingList findings, Encoding? encoding = null) =>
        ReadBytes(path, spot, findings, encoding) is { } bytes ? Decode(bytes, encoding) : null;

    /// <summary>The bytes of a file that belongs to the map, or null after a finding at <paramref name="spot"/>.</summary>
    public static byte[]? ReadBytes(string path, SourceLocation spot, FindingList findings, Encoding? encoding)
    {
        findings.Seek(path);
        if (encoding is not null && findings.CodePages.Note(path, encoding) is { } other)
            findings.Error(
                spot,
                $"'{path}' is read as {encoding.WebName} here and as {other.WebName} elsewhere in this map; name one 'encoding'"
            );
        try
        {
            var bytes = findings.Overlay?.Find(path);
            if (bytes is null && findings.Overlay?.MayRead(path) == false)
            {
                findings.Error(
                    spot,
                    $"'{path}' lies outside of the map's folder, and the map on disk does not read it: it cannot be named here; put it into that folder, "
                        + "or name it by hand in the file"
                );
                return null;
            }
            bytes ??= UserFile.Read(path, MapSize.MaxBytes);
            if (!findings.Size.TryCount(Path.GetFullPath(path), bytes.Length))
            {
                findings.Error(
                    spot,
                    $"with '{path}' the files of this map have more than {MapSize.MaxBytes >> 20} MB together; {MapSize.Advice}"
                );
                return null;
            }
            return findings.Size.TryCountReading(bytes.Length, spot, findings) ? bytes : null;
        }
        catch (UnusableFileException error)
        {
            findings.Error(
                spot,
                $"'{path}' {error.What}; "
                    + (
                        Directory.Exists(path)
                            ? "name the file in it"
                            : $"name a text file; a map may have {MapSize.MaxBytes >> 20} MB with all of its files"
                    )
            );
        }
        catch (Exception error) when (error is FileNotFoundException or DirectoryNotFoundException)
        {
            findings.Error(spot, $"there is no file '{path}'; check the path (it starts from the file that names it)");
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            findings.Error(
                spot,
                Directory.Exists(path)
                    ? $"'{path}' is a folder; name the file in " + "it"
                    : $"'{path}' can't be read ({error.Message.TrimEnd('.')}); check its permissions"
            );
        }
        return null;
    }

    /// <summary>The text of bytes. Tables from Excel and sources from STEP 7 use the code page of the PC that wrote them.</summary>
    public static string Decode(byte[] bytes, Encoding? encoding) => Decode(bytes, encoding, out _);

    /// <inheritdoc cref="Decode(byte[], Encoding?)"/>
    /// <param name="used">The code page that was found.</param>
    public static string Decode(byte[] bytes, Encoding? encoding, out Encoding used)
    {
        try
        {
            using var reader = new StreamReader(new MemoryStream(bytes), encoding ?? Strict, detectEncodingFromByteOrderMarks: true);
            var text = reader.ReadToEnd();
            used = reader.CurrentEncoding;
            return text;
        }
        catch (DecoderFallbackException)
        {
            used = S7TextEncodings.Windows1252;
            return used.GetString(bytes);
        }
    }
}
