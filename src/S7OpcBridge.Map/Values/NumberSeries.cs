using System.Globalization;

namespace S7OpcBridge.Map.Values;

/// <summary>Expands a series of whole numbers, <c>1..40</c> or <c>0..1560 step 40</c>; any other text is a series of one.</summary>
internal static class NumberSeries
{
    private const int Longest = 100_000;

    /// <summary>The values, or null after a finding.</summary>
    public static IReadOnlyList<string>? Expand(string text, SourceLocation spot, FindingList findings)
    {
        var dots = text.IndexOf("..", StringComparison.Ordinal);
        if (dots <= 0)
            return [text];
        var step = text.IndexOf("step", StringComparison.Ordinal);
        var last = text[(dots + 2)..(step < 0 ? text.Length : step)].Trim();
        if (!long.TryParse(text[..dots].Trim(), CultureInfo.InvariantCulture, out var from) || !long.TryParse(last, CultureInfo.InvariantCulture, out var to))
            return [text];
        long by = 1;
        if (step >= 0 && (!long.TryParse(text[(step + 4)..].Trim(), CultureInfo.InvariantCulture, out by) || by < 1))
            return Refuse($"'{text}' has no step; write it as 0..1560 step 40", spot, findings);
        if (to < from)
            return Refuse($"'{text}' is in the wrong order; write the lower number first", spot, findings);
        if ((to - from) / by >= Longest)
            return Refuse($"'{text}' has more than {Longest} values; is a number too long?", spot, findings);
        var values = new List<string>();
        for (var value = from; value <= to; value += by)
            values.Add(value.ToString(CultureInfo.InvariantCulture));
        return values;
    }

    private static IReadOnlyList<string>? Refuse(string message, SourceLocation spot, FindingList findings)
    {
        findings.Error(spot, message);
        return null;
    }
}
