using System.Globalization;

namespace S7OpcBridge.Simulator;

/// <summary>Parses durations as written in tag maps: <c>300ms</c>, <c>10s</c>, <c>5min</c>.</summary>
internal static class PlainDuration
{
    private const double Longest = 1_000_000;

    public static bool TryParse(string word, out TimeSpan duration)
    {
        var (digits, unit) = word switch
        {
            _ when word.EndsWith("ms", StringComparison.Ordinal) => (word[..^2], TimeSpan.FromMilliseconds(1)),
            _ when word.EndsWith("min", StringComparison.Ordinal) => (word[..^3], TimeSpan.FromMinutes(1)),
            _ when word.EndsWith('s') => (word[..^1], TimeSpan.FromSeconds(1)),
            _ => ("", TimeSpan.Zero),
        };
        var isNumber =
            double.TryParse(digits, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number) && number <= Longest;
        duration = isNumber ? unit * number : default;
        return isNumber;
    }
}
