using S7OpcBridge.Core;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.Values;
using S7OpcBridge.Map.Yaml;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Reading;

/// <summary>
/// Reads a tag on one line: <c>0.0 Real, percent, 0..100</c>. Offset (or address) and type come first. Then follow, optional and in any order: unit, range,
/// access, <c>scan NAME</c>, <c>limits 0..50</c>, and a description in double quotes.
/// </summary>
internal static class ShortForm
{
    /// <param name="text">The line.</param>
    /// <param name="spot">Location of its first character.</param>
    /// <param name="tag">Receives the values.</param>
    /// <param name="withPlace">False for members of a type, which have no offset.</param>
    /// <param name="findings">Receives the findings.</param>
    public static void Read(string text, SourceLocation spot, RawTag tag, bool withPlace, FindingList findings)
    {
        if (DecimalComma.IndexIn(text) is var comma and > 0)
        {
            findings.SyntaxError(
                spot with
                {
                    Column = spot.Column + comma,
                },
                "a comma separates the parts of the short form, and the decimal sign is a " + $"point: write {NumberAround(text, comma)}"
            );
            return;
        }
        if (MissingCommas(text, withPlace) is { } commas)
        {
            findings.SyntaxError(spot, $"the parts of the short form are separated by commas: write '{commas}'");
            return;
        }
        var start = 0;
        for (var first = true; start <= text.Length; first = false)
        {
            var end = EndOfPiece(text, start);
            var piece = text.AsSpan(start, end - start);
            var pieceSpot = spot with { Column = spot.Column + start + (piece.Length - piece.TrimStart().Length) };
            piece = piece.Trim();
            if (first && withPlace)
                ReadPlace(piece, pieceSpot, tag);
            else if (first)
                (tag.Type, tag.TypeSpot) = (piece.ToString(), pieceSpot);
            else if (piece.Length > 0)
                ReadExtra(piece, pieceSpot, tag, findings);
            start = end + 1;
        }
    }

    /// <summary><c>0.0 Real percent 0..100</c> with the commas that are missing after the type; null: none are.</summary>
    private static string? MissingCommas(string text, bool withPlace)
    {
        var first = text.AsSpan(0, EndOfPiece(text, 0)).TrimEnd();
        var type = withPlace ? Math.Max(0, first.IndexOf(' ')) : 0;
        while (type < first.Length && first[type] == ' ')
            type++;
        if (
            first[type..].StartsWith("array", StringComparison.OrdinalIgnoreCase)
            && first[type..].IndexOf(" of ", StringComparison.OrdinalIgnoreCase) is > 0 and var of
        )
            type += of + 4;
        var end = first[type..].IndexOf(' ');
        if ((type == 0 && withPlace) || end < 0 || !S7DataType.TryParse(first.Slice(type, end), out _, out _))
            return null;
        var rest = first[(type + end)..].TrimStart();
        if (rest[0] is '[' or '(')
            return null;
        var parts = rest.ToString()
            .Replace("scan ", "scan\0")
            .Replace("limits ", "limits\0")
            .Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return $"{first[..(type + end)]}, {string.Join(", ", parts).Replace('\0', ' ')}{text.AsSpan(first.Length)}";
    }

    private static string NumberAround(string text, int comma)
    {
        var (start, end) = (comma, comma + 1);
        while (start > 0 && (char.IsAsciiDigit(text[start - 1]) || text[start - 1] is '-' or '+'))
            start--;
        while (end < text.Length && char.IsAsciiDigit(text[end]))
            end++;
        return text[start..end].Replace(',', '.');
    }

    private static void ReadPlace(ReadOnlySpan<char> piece, SourceLocation spot, RawTag tag)
    {
        var blank = piece.IndexOfAny(' ', '\t');
        var place = blank < 0 ? piece : piece[..blank];
        tag.Address = place.ToString();
        tag.AddressSpot = spot;
        tag.IsOffset = !place.ContainsAnyExcept("0123456789.");
        if (blank < 0)
            return;
        var type = piece[blank..].TrimStart();
        tag.Type = type.ToString();
        tag.TypeSpot = spot with { Column = spot.Column + piece.Length - type.Length };
    }

    private static void ReadExtra(ReadOnlySpan<char> piece, SourceLocation spot, RawTag tag, FindingList findings)
    {
        if (Numbers.TryRange(piece, out var range))
        {
            tag.Details = tag.More with { Range = range };
        }
        else if (piece is ['"', .. var quoted, '"'])
        {
            tag.Details = tag.More with { Description = quoted.ToString() };
        }
        else if (piece.StartsWith("scan ", StringComparison.Ordinal))
        {
            (tag.Scan, tag.ScanSpot) = (piece[5..].Trim().ToString(), spot);
        }
        else if (piece.StartsWith("limits ", StringComparison.Ordinal) && Numbers.TryRange(piece[7..], out var limits))
        {
            tag.Details = tag.More with { Limits = limits };
        }
        else if (AccessOf(piece) is { } access)
        {
            tag.Access = access;
        }
        else if (piece.Contains("..", StringComparison.Ordinal))
        {
            findings.Error(spot, $"'{piece}' is not a range; write the lower number first, such as 0..100");
        }
        else if (tag.Details?.Unit is { } unit)
        {
            findings.Error(
                spot,
                $"'{piece}' would be a second unit beside '{unit}'; the short form takes 'offset type, unit, low..high, access', everything "
                    + "else needs the long form"
            );
        }
        else
        {
            tag.Details = tag.More with { Unit = piece.ToString() };
        }
    }

    private static TagAccess? AccessOf(ReadOnlySpan<char> word) =>
        word switch
        {
            "read" => TagAccess.Read,
            "readwrite" => TagAccess.ReadWrite,
            "write" => TagAccess.Write,
            _ => null,
        };

    /// <summary>Where a part ends: at the next comma outside brackets and quotes, or at the end of the text.</summary>
    public static int EndOfPiece(string text, int start)
    {
        var depth = 0;
        var quoted = false;
        for (var i = start; i < text.Length; i++)
        {
            switch (text[i])
            {
                case '"':
                    quoted = !quoted;
                    break;
                case '[' or '(':
                    depth++;
                    break;
                case ']' or ')':
                    depth--;
                    break;
                case ',' when !quoted && depth <= 0:
                    return i;
            }
        }
        return text.Length;
    }
}
