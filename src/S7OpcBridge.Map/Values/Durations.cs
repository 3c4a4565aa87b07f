using System.Globalization;

namespace S7OpcBridge.Map;

/// <summary>Durations as written in maps: <c>100ms</c>, <c>1s</c>, <c>1.5s</c>, <c>5min</c>, <c>2h</c>, <c>30d</c>.</summary>
public static class Durations
{
    private static readonly (string Name, double Milliseconds)[] Units =
    [
        ("ms", 1),
        ("min", 60_000),
        ("s", 1000),
        ("h", 3_600_000),
        ("d", 86_400_000),
    ];

    /// <summary>Parses a duration.</summary>
    public static bool TryParse(string text, out TimeSpan duration)
    {
        duration = default;
        foreach (var (name, milliseconds) in Units)
        {
            if (!text.EndsWith(name, StringComparison.Ordinal))
                continue;
            if (
                !double.TryParse(
                    text.AsSpan(0, text.Length - name.Length).TrimEnd(),
                    NumberStyles.AllowDecimalPoint,
                    CultureInfo.InvariantCulture,
                    out var count
                )
                || count * milliseconds > 1e12
            )
                return false;
            duration = TimeSpan.FromMilliseconds(count * milliseconds);
            return true;
        }
        return false;
    }

    /// <summary>Formats a duration in the largest unit that does not exceed it.</summary>
    public static string Format(TimeSpan duration) =>
        duration.TotalMilliseconds switch
        {
            < 1000 => string.Create(CultureInfo.InvariantCulture, $"{duration.TotalMilliseconds:0.###}ms"),
            < 60_000 => string.Create(CultureInfo.InvariantCulture, $"{duration.TotalSeconds:0.###}s"),
            < 3_600_000 => string.Create(CultureInfo.InvariantCulture, $"{duration.TotalMinutes:0.###}min"),
            <= 86_400_000 => string.Create(CultureInfo.InvariantCulture, $"{duration.TotalHours:0.###}h"),
            _ => string.Create(CultureInfo.InvariantCulture, $"{duration.TotalDays:0.###}d"),
        };
}
