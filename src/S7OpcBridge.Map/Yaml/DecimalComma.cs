using System.Text.RegularExpressions;

namespace S7OpcBridge.Map.Yaml;

/// <summary>Recognises numbers with a decimal comma, which YAML and the short form read as two values.</summary>
internal static partial class DecimalComma
{
    /// <summary>Longest short form that is examined, in characters.</summary>
    private const int Longest = 2000;

    /// <summary>The number, range, duration or percentage with points instead of commas; null where the text is none of these or has no comma.</summary>
    public static string? Corrected(string text) => Number().IsMatch(text) ? text.Replace(',', '.') : null;

    /// <summary><c>{ deadband: 0,5 }</c> is parsed as the number 0 and a key 5 without a value. Returns the intended number and what follows it.</summary>
    /// <param name="before">The value before the comma.</param>
    /// <param name="key">The key after the comma, which has no value.</param>
    public static string? Joined(string? before, string key) =>
        before is not null && WholeAtEnd().IsMatch(before) && DigitsAtStart().IsMatch(key) ? $"{before}.{key}" : null;

    /// <summary>Index of a comma in a short form that belongs to one number; -1: none.</summary>
    public static int IndexIn(string shortForm) =>
        shortForm.Length <= Longest && InsideNumber().Match(shortForm) is { Success: true } match ? match.Index + match.Length : -1;

    [GeneratedRegex(@"^(?=.*,)[-+]?\d+(,\d+)?(\s*\.\.\s*[-+]?\d+([,.]\d+)?)?\s*(ms|s|min|h|%)?$")]
    private static partial Regex Number();

    [GeneratedRegex(@"(^|\s|\.\.)[-+]?\d+$")]
    private static partial Regex WholeAtEnd();

    [GeneratedRegex(@"^\d+(\s|$|\.\.)")]
    private static partial Regex DigitsAtStart();

    // Not inside quotes and not after a letter: 'm3,0..5' is a unit and a range.
    [GeneratedRegex(@"^(?:[^""]|""[^""]*"")*?(?:^|[\s,]|\.\.)[-+]?\d+(?=,\d)")]
    private static partial Regex InsideNumber();
}
