using System.Text;
using S7OpcBridge.S7;

namespace S7OpcBridge;

/// <summary>Reads the text files of a map; one that can't be read becomes a finding.</summary>
internal static class TextFiles
{
    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>The whole text, or null after a finding at <paramref name="spot"/>.</summary>
    public static string? Read(string path, SourceSpot spot, FindingList findings)
    {
        findings.Seek(path);
        try
        {
            return Decode(File.ReadAllBytes(path));
        }
        catch (Exception error) when (error is FileNotFoundException or DirectoryNotFoundException)
        {
            findings.Error(spot, $"there is no file '{path}'; check the path (it starts from the file that names it)");
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            findings.Error(spot, Directory.Exists(path) ? $"'{path}' is a folder; name the file in it" : $"'{path}' can't be read ({error.Message.TrimEnd('.')}); check its permissions");
        }
        return null;
    }

    // UTF-8 unless it can't be: tables from Excel and sources from STEP 7 come in Windows-1252.
    private static string Decode(byte[] bytes)
    {
        try
        {
            using var reader = new StreamReader(new MemoryStream(bytes), Strict, detectEncodingFromByteOrderMarks: true);
            return reader.ReadToEnd();
        }
        catch (DecoderFallbackException)
        {
            return S7TextEncodings.Windows1252.GetString(bytes);
        }
    }
}
