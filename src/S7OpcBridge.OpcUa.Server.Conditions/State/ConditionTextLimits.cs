namespace S7OpcBridge.OpcUa.Server.Conditions.State;

/// <summary>
/// Limits of what clients write into a condition. It is sent with every later event of the condition and stored, so that each part of it has a limit.
/// </summary>
internal static class ConditionTextLimits
{
    /// <summary>Most characters of a comment, of its locale (the longest that RFC 5646, 4.4.1 expects) and of a user's name.</summary>
    public const int MaxComment = 4000,
        MaxLocale = 35,
        MaxUser = 256;

    /// <summary>True if a comment may be kept as it is.</summary>
    public static bool Fits(in LocalizedText comment) => !(comment.Text?.Length > MaxComment) && IsLocale(comment.Locale);

    /// <summary>What may be kept of a comment: its beginning, and its locale where that is one.</summary>
    public static LocalizedText Cut(in LocalizedText comment) =>
        Fits(comment) ? comment : new LocalizedText(Cut(comment.Text, MaxComment), IsLocale(comment.Locale) ? comment.Locale : null);

    /// <summary>The beginning of a text, without half a character at its end.</summary>
    public static string? Cut(string? text, int most) =>
        text is null || text.Length <= most ? text : text[..(char.IsHighSurrogate(text[most - 1]) ? most - 1 : most)];

    // <language>[-<country/region>] (OPC 10000-3, 8.4), with further parts as in RFC 5646.
    private static bool IsLocale(string? locale)
    {
        if (string.IsNullOrEmpty(locale))
            return true;
        if (locale.Length > MaxLocale || locale[0] == '-' || locale[^1] == '-')
            return false;
        foreach (var letter in locale)
        {
            if (!char.IsAsciiLetterOrDigit(letter) && letter != '-')
                return false;
        }

        return true;
    }
}
