using System.Text.RegularExpressions;

namespace S7OpcBridge.Map.Yaml;

/// <summary>Recognises numbers with a decimal comma, which YAML or the short form takes for two values.</summary>
internal static partial class DecimalComma
{
    /// <summary>Characters of a short form that people wrote; longer ones are not looked at.</summary>
    private const int Longest = 2000;

    /// <summary>The number, range, duration or share with points for commas; null where the text is none of these with a comma in it.</summary>
    public static string? Corrected(string text) => Number().IsMatch(text) ? text.Replace(',', '.') : null;

    /// <summary><c>{ deadband: 0,5 }</c> reads as the number 0 and a key 5 without a value: the number that was meant, and what stands behind it.</summary>
    /// <param name="before">The value before the comma.</param>
    /// <param name="key">The key behind the comma, which has no value.</param>
    public static string? Joined(string? before, string key) =>
        before is not null && WholeAtEnd().IsMatch(before) && DigitsAtStart().IsMatch(key) ? $"{before}.{key}" : null;

    /// <summary>A comma inside of a short form with digits on both sides that belong to one number; -1: none.</summary>
    public static int IndexIn(string shortForm) => shortForm.Length <= Longest && InsideNumber().Match(shortForm) is { Success: true } match ? match.Index + match.Length : -1;

    [GeneratedRegex(@"^(?=.*,)[-+]?\d+(,\d+)?(\s*\.\.\s*[-+]?\d+([,.]\d+)?)?\s*(ms|s|min|h|%)?$")]
    private static partial Regex Number();

    [GeneratedRegex(@"(^|\s|\.\.)[-+]?\d+$")]
    private static partial Regex WholeAtEnd();

    [GeneratedRegex(@"^\d+(\s|$|\.\.)")]
    private static partial Regex DigitsAtStart();

    // Not in quotes, and not behind a letter: 'm3,0..5' is a unit and a range.
    [GeneratedRegex(@"^(?:[^""]|""[^""]*"")*?(?:^|[\s,]|\.\.)[-+]?\d+(?=,\d)")]
    private static partial Regex InsideNumber();
}
