using System.Globalization;

namespace S7OpcBridge.Simulator;

/// <summary>
/// Shapes as people write them: <c>ramp 0..100 10s</c>, <c>sine 0..100 20s</c>, <c>counter 0..999 step 5</c>, <c>toggle 10s 20%</c>, <c>walk 0..100 step 0.5</c>,
/// <c>text 5s Idle|Running</c>, <c>clock</c>, <c>hold 12.5</c>. Whatever follows the first word may be left out.
/// </summary>
internal static class ShapeText
{
    private const string Known = "ramp, sine, counter, toggle, walk, text, clock, hold";

    private static readonly TimeSpan DefaultCycle = TimeSpan.FromSeconds(20);

    public static bool TryParse(string text, double low, double high, out Shape shape, out string error)
    {
        shape = Shape.Clock();
        error = "";
        var words = text.Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        var kind = words.Length > 0 ? words[0].ToLowerInvariant() : "";
        if (kind == "hold")
        {
            var rest = string.Join(' ', words[1..]);
            shape = TryNumber(rest, out var number) ? Shape.Hold(number) : Shape.Hold(rest);
            return true;
        }

        var cycle = DefaultCycle;
        var step = (high - low) / 100;
        var share = 0.5;
        var texts = Array.Empty<string>();
        for (var i = 1; i < words.Length; i++)
        {
            var word = words[i];
            if (word.Equals("step", StringComparison.OrdinalIgnoreCase) && i + 1 < words.Length && TryNumber(words[i + 1], out step))
                i++;
            else if (TryRange(word, ref low, ref high) || TryCycle(word, ref cycle) || TryShare(word, ref share))
                continue;
            else if (kind == "text")
                (texts, i) = (string.Join(' ', words[i..]).Split('|', StringSplitOptions.TrimEntries), words.Length);
            else
                return Fail($"'{word}' means nothing in a {kind}; write a range (0..100), a time (10s), 'step 5' or a share (20%)", out error);
        }

        Shape? made = kind switch
        {
            "ramp" => Shape.Ramp(low, high, cycle),
            "sine" => Shape.Sine(low, high, cycle),
            "counter" => Shape.Counter(low, high, Array.Exists(words, word => word.Equals("step", StringComparison.OrdinalIgnoreCase)) ? step : 1),
            "toggle" => Shape.Toggle(cycle, share),
            "walk" => Shape.RandomWalk(low, high, step),
            "text" => Shape.Text(cycle, texts),
            "clock" => Shape.Clock(),
            _ => null,
        };
        shape = made ?? shape;
        return made is not null || Fail($"'{kind}' is no shape; use one of {Known}", out error);
    }

    private static bool Fail(string message, out string error)
    {
        error = message;
        return false;
    }

    private static bool TryRange(string word, ref double low, ref double high)
    {
        var dots = word.IndexOf("..", StringComparison.Ordinal);
        if (dots < 0 || !TryNumber(word[..dots], out var from) || !TryNumber(word[(dots + 2)..], out var to) || from > to)
            return false;
        (low, high) = (from, to);
        return true;
    }

    private static bool TryCycle(string word, ref TimeSpan cycle)
    {
        if (!PlainDuration.TryParse(word, out var time) || time <= TimeSpan.Zero)
            return false;
        cycle = time;
        return true;
    }

    private static bool TryShare(string word, ref double share)
    {
        if (!word.EndsWith('%') || !TryNumber(word[..^1], out var percent) || percent is < 0 or > 100)
            return false;
        share = percent / 100;
        return true;
    }

    private static bool TryNumber(string word, out double number) =>
        double.TryParse(word, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out number);
}
