using System.Globalization;
using System.Text;
using S7OpcBridge.Words;

namespace S7OpcBridge.S7;

/// <summary>The code pages of Char and String in PLC programs. The PLC does not store which one is used; the map sets it.</summary>
public static class S7TextEncodings
{
    private static readonly EncodingProvider CodePages = CodePagesEncodingProvider.Instance;

    /// <summary>Windows-1252, which TIA Portal uses on a western system: the default.</summary>
    public static Encoding Windows1252 { get; } = CodePages.GetEncoding(1252)!;

    private static readonly Dictionary<string, Encoding> Names = new(StringComparer.OrdinalIgnoreCase)
    {
        ["Windows-1252"] = Windows1252,
        ["CP1252"] = Windows1252,
        ["ANSI"] = Windows1252,
        ["Latin-1"] = Encoding.Latin1,
        ["Latin1"] = Encoding.Latin1,
        ["ISO-8859-1"] = Encoding.Latin1,
        ["UTF-8"] = Encoding.UTF8,
        ["UTF8"] = Encoding.UTF8,
        ["ASCII"] = Encoding.ASCII,
        ["GBK"] = CodePages.GetEncoding(936)!,
        ["GB2312"] = CodePages.GetEncoding(936)!,
    };

    /// <summary>
    /// Finds a code page by name, ignoring case: Windows-1252, Latin-1, UTF-8, GBK, and every other one of .NET, such as Windows-1250 or Shift_JIS.
    /// </summary>
    /// <param name="encoding">The code page when true.</param>
    /// <param name="error">What is wrong and what to do when false.</param>
    public static bool TryFind(string name, out Encoding encoding, out string error)
    {
        error = "";
        if (Names.TryGetValue(name.Trim(), out encoding!))
            return true;
        encoding = CodePages.GetEncoding(name.Trim())!;
        if (encoding is not null)
            return true;
        // CP1250, as Siemens' own dialogs and iconv write it.
        if (
            name.Trim() is ['C' or 'c', 'P' or 'p', .. var digits]
            && int.TryParse(digits.AsSpan().TrimStart('-'), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
        )
            encoding = CodePages.GetEncoding(number)!;
        if (encoding is not null)
            return true;
        encoding = Windows1252;
        var nearest = NearestWord.Find(name.Trim(), Names.Keys);
        error = nearest is null
            ? $"'{name}' is not a code page; write Windows-1252, Latin-1, UTF-8 or GBK"
            : $"'{name}' is not a code page; did you mean {nearest}?";
        return false;
    }
}
