using System.Collections;
using System.Globalization;

namespace S7OpcBridge.Map.Values;

/// <summary>
/// A series of whole numbers, <c>1..40</c> or <c>0..1560 step 40</c>, whose texts are made when they are asked for: a few characters can stand for very many.
/// </summary>
internal sealed class NumberSeries : IReadOnlyList<string>
{
    private const int Longest = 100_000;

    private readonly long _from,
        _by;

    private NumberSeries(long from, long by, int count) => (_from, _by, Count) = (from, by, count);

    public int Count { get; }

    public string this[int index] => (_from + index * _by).ToString(CultureInfo.InvariantCulture);

    public IEnumerator<string> GetEnumerator() => Enumerable.Range(0, Count).Select(index => this[index]).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>The values, or null after a finding; any other text is a series of one.</summary>
    public static IReadOnlyList<string>? Expand(string text, SourceLocation spot, FindingList findings)
    {
        var dots = text.IndexOf("..", StringComparison.Ordinal);
        if (dots <= 0)
            return [text];
        var step = text.IndexOf("step", StringComparison.Ordinal);
        var last = text[(dots + 2)..(step < 0 ? text.Length : step)].Trim();
        if (
            !long.TryParse(text[..dots].Trim(), CultureInfo.InvariantCulture, out var from)
            || !long.TryParse(last, CultureInfo.InvariantCulture, out var to)
        )
            return [text];
        long by = 1;
        if (step >= 0 && (!long.TryParse(text[(step + 4)..].Trim(), CultureInfo.InvariantCulture, out by) || by < 1))
            return Refuse($"'{text}' has no step; write it as 0..1560 step 40", spot, findings);
        if (to < from)
            return Refuse($"'{text}' is in the wrong order; write the lower number first", spot, findings);
        if ((UInt128)((Int128)to - from) / (UInt128)by >= Longest)
            return Refuse($"'{text}' has more than {Longest} values; is a number too long?", spot, findings);
        return new NumberSeries(from, by, (int)((to - from) / by) + 1);
    }

    private static IReadOnlyList<string>? Refuse(string message, SourceLocation spot, FindingList findings)
    {
        findings.Error(spot, message);
        return null;
    }
}
