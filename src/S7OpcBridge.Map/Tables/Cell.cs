using System.Globalization;

namespace S7OpcBridge.Map.Tables;

/// <summary>What a cell says: numbers with decimal point or comma, yes and no, times.</summary>
internal static class Cell
{
    /// <summary>The text of a column, trimmed; empty where the row is too short, where it has no such column (-1), and for WinCC's word for nothing.</summary>
    public static string At(string[] cells, int column) =>
        column >= 0 && column < cells.Length && !cells[column].Equals("<No value>", StringComparison.OrdinalIgnoreCase)
            ? cells[column].Trim()
            : "";

    /// <summary>The number; null where it is none. A comma is the decimal sign where it stands alone, else it groups thousands.</summary>
    public static double? Number(string text)
    {
        var plain = text.Trim().Replace("\u00A0", "", StringComparison.Ordinal).Replace("'", "", StringComparison.Ordinal);
        if (plain.Length == 0)
            return null;
        var (comma, point) = (plain.LastIndexOf(','), plain.LastIndexOf('.'));
        if (comma >= 0 && point >= 0)
            plain =
                comma > point
                    ? plain.Replace(".", "", StringComparison.Ordinal).Replace(',', '.')
                    : plain.Replace(",", "", StringComparison.Ordinal);
        else if (comma >= 0)
            plain = plain.IndexOf(',') == comma ? plain.Replace(',', '.') : plain.Replace(",", "", StringComparison.Ordinal);
        return double.TryParse(plain, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && double.IsFinite(number)
            ? number
            : null;
    }

    /// <summary>The whole number; null where it is none.</summary>
    public static int? Whole(string text) =>
        int.TryParse(text.Trim(), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number : null;

    /// <summary>True for the words and numbers that mean yes.</summary>
    public static bool IsYes(string text) => text.Trim().ToUpperInvariant() is "1" or "TRUE" or "YES" or "X" or "WAHR" or "JA";

    /// <summary>A time in milliseconds, between 10 ms and 24 h; null where it is none.</summary>
    public static TimeSpan? Milliseconds(string text) =>
        Number(text) is > 0 and var number ? Within(TimeSpan.FromMilliseconds(Math.Min(number, 86_400_000))) : null;

    /// <summary>
    /// A time as people write it: <c>1 s</c>, <c>T1s</c>, <c>500 ms</c>, <c>1s500ms</c>, <c>1 min</c>, <c>100</c> in milliseconds; null where it is none.
    /// </summary>
    public static TimeSpan? Time(string text)
    {
        var plain = text.Trim().Replace(" ", "", StringComparison.Ordinal).Replace(',', '.').ToLowerInvariant();
        if (plain.StartsWith('t') && plain.Length > 1)
            plain = plain[1..].TrimStart('#');
        if (plain.Length > 0 && !plain.AsSpan().ContainsAnyExcept("0123456789."))
            return Milliseconds(plain);
        if (plain.EndsWith('m') && Number(plain[..^1]) is { } minutes)
            plain = string.Create(CultureInfo.InvariantCulture, $"{minutes}min");
        var total = TimeSpan.Zero;
        while (plain.Length > 0)
        {
            var digits = plain.AsSpan().IndexOfAnyExcept("0123456789.");
            if (digits <= 0)
                return null;
            var letters = plain.AsSpan(digits).IndexOfAny("0123456789.");
            var part = letters < 0 ? plain : plain[..(digits + letters)];
            if (!Durations.TryParse(part, out var time))
                return null;
            total += time;
            plain = plain[part.Length..];
        }
        return total > TimeSpan.Zero ? Within(total) : null;
    }

    // What the map takes as the interval of a scan class.
    private static TimeSpan Within(TimeSpan time) =>
        TimeSpan.FromMilliseconds(Math.Clamp(Math.Round(time.TotalMilliseconds), 10, 86_400_000));
}
