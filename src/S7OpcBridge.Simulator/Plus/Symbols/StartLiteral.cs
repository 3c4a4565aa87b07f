using System.Globalization;
using System.Text;
using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Plus.Symbols;

/// <summary>Parses literals in the notation of TIA Portal's sources.</summary>
internal static class StartLiteral
{
    /// <summary>The literals of <c>[1, 2, 3(0)]</c> with their repetitions; a plain literal by itself.</summary>
    public static List<string> ElementsOf(string text)
    {
        text = text.Trim();
        if (!text.StartsWith('[') || !text.EndsWith(']'))
            return [text];
        var elements = new List<string>();
        foreach (var part in Split(text[1..^1]))
        {
            var open = part.IndexOf('(');
            if (
                open > 0
                && part.EndsWith(')')
                && int.TryParse(part.AsSpan(0, open), out var times)
                && times is >= 0 and <= PlcMemory.MaxBlockLength
            )
                elements.AddRange(Enumerable.Repeat(part[(open + 1)..^1].Trim(), times));
            else
                elements.Add(part);
        }
        return elements;
    }

    /// <summary>The value of a literal; false: it does not fit the type.</summary>
    public static bool TryParse(S7DataType type, string text, out S7Value value)
    {
        value = default;
        text = text.Trim();
        if (text.StartsWith('\''))
            return TryText(type, text, out value);
        // WSTRING#'text', INT#5, 16#FF, DWORD#16#FF: the part before the last # is the type or the base.
        var hash = text.LastIndexOf('#');
        var number = text[(hash + 1)..].Replace("_", "", StringComparison.Ordinal);
        if (number.StartsWith('\''))
            return TryText(type, text[(hash + 1)..], out value);
        var head = hash < 0 ? "" : text[..hash];
        var radix = head[(head.LastIndexOf('#') + 1)..] switch
        {
            "2" => 2,
            "8" => 8,
            "16" => 16,
            _ => 10,
        };
        switch (type.ValueKind)
        {
            case S7ValueKind.Boolean:
                value = S7Value.From(number is "1" || number.Equals("TRUE", StringComparison.OrdinalIgnoreCase));
                return number is "0" or "1" || bool.TryParse(number, out _);
            case S7ValueKind.Single or S7ValueKind.Double:
                var isReal = double.TryParse(number, NumberStyles.Float, CultureInfo.InvariantCulture, out var real);
                value = type.ValueKind == S7ValueKind.Single ? S7Value.From((float)real) : S7Value.From(real);
                return isReal;
            case S7ValueKind.Duration:
                return TryDuration(head, number, out value);
            case S7ValueKind.DateTime:
                return TryDate(number, out value);
            case S7ValueKind.Text:
                return false;
            default:
                return TryWhole(type.ValueKind, number, radix, out value);
        }
    }

    private static bool TryWhole(S7ValueKind kind, string text, int radix, out S7Value value)
    {
        value = default;
        try
        {
            var bits =
                radix != 10 ? unchecked((long)Convert.ToUInt64(text, radix))
                : kind == S7ValueKind.UInt64 ? unchecked((long)ulong.Parse(text, CultureInfo.InvariantCulture))
                : long.Parse(text, CultureInfo.InvariantCulture);
            // 16#FFFF is -1 as an Int.
            bits = kind switch
            {
                S7ValueKind.SByte when radix != 10 => (sbyte)bits,
                S7ValueKind.Int16 when radix != 10 => (short)bits,
                S7ValueKind.Int32 when radix != 10 => (int)bits,
                _ => bits,
            };
            value = S7Value.From(kind, bits);
            return true;
        }
        catch (Exception exception) when (exception is FormatException or OverflowException or ArgumentException)
        {
            return false;
        }
    }

    // T#1d2h3m4s5ms, LT#5us10ns, TOD#12:34:56.789, or a plain number of milliseconds.
    private static bool TryDuration(string head, string text, out S7Value value)
    {
        value = default;
        if (head.EndsWith("TOD", StringComparison.OrdinalIgnoreCase) || head.EndsWith("TIME_OF_DAY", StringComparison.OrdinalIgnoreCase))
        {
            var isTime = TimeSpan.TryParse(text, CultureInfo.InvariantCulture, out var time);
            value = S7Value.FromDuration(time.TotalMilliseconds);
            return isTime;
        }
        var isNegative = text.StartsWith('-');
        var (sum, at) = (0.0, isNegative ? 1 : 0);
        while (at < text.Length)
        {
            var digits = at;
            while (at < text.Length && (char.IsAsciiDigit(text[at]) || text[at] == '.'))
                at++;
            var unit = at;
            while (at < text.Length && char.IsAsciiLetter(text[at]))
                at++;
            if (
                !double.TryParse(text.AsSpan(digits, unit - digits), NumberStyles.Float, CultureInfo.InvariantCulture, out var amount)
                || MillisecondsOf(text[unit..at]) is not { } factor
            )
                return false;
            sum += amount * factor;
        }
        value = S7Value.FromDuration(isNegative ? -sum : sum);
        return text.Length > 0;
    }

    private static double? MillisecondsOf(string unit) =>
        unit.ToUpperInvariant() switch
        {
            "D" => 86_400_000,
            "H" => 3_600_000,
            "M" => 60_000,
            "S" => 1000,
            "MS" or "" => 1,
            "US" => 1e-3,
            "NS" => 1e-6,
            _ => null,
        };

    // D#2026-01-31, DT#2026-01-31-12:34:56.789, DTL#…: a dash separates date and time.
    private static bool TryDate(string text, out S7Value value)
    {
        var dash = text.Split('-');
        var iso = dash.Length == 4 ? $"{dash[0]}-{dash[1].PadLeft(2, '0')}-{dash[2].PadLeft(2, '0')}T{dash[3]}" : text;
        var isDate = DateTime.TryParse(
            iso,
            CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal,
            out var date
        );
        value = S7Value.FromDateTime(date.Ticks);
        return isDate;
    }

    // 'text' with $' $$ $L $N $R $T and $hh inside.
    private static bool TryText(S7DataType type, string text, out S7Value value)
    {
        value = default;
        if (type.ValueKind != S7ValueKind.Text || text.Length < 2 || !text.EndsWith('\''))
            return false;
        var inner = text[1..^1];
        var plain = new StringBuilder();
        for (var i = 0; i < inner.Length; i++)
        {
            if (inner[i] != '$' || i + 1 == inner.Length)
                plain.Append(inner[i]);
            else if (
                i + 2 < inner.Length
                && byte.TryParse(inner.AsSpan(i + 1, 2), NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var code)
            )
                (_, i) = (plain.Append((char)code), i + 2);
            else
                plain.Append(
                    char.ToUpperInvariant(inner[++i]) switch
                    {
                        'L' or 'N' => '\n',
                        'R' => '\r',
                        'T' => '\t',
                        _ => inner[i],
                    }
                );
        }
        value = S7Value.From(plain.ToString());
        return true;
    }

    // Splits at commas outside quotes.
    private static IEnumerable<string> Split(string text)
    {
        var (start, isQuoted) = (0, false);
        for (var i = 0; i <= text.Length; i++)
        {
            if (i < text.Length && text[i] == '\'')
                isQuoted = !isQuoted;
            if (i == text.Length || (text[i] == ',' && !isQuoted))
            {
                if (text[start..i].Trim() is { Length: > 0 } part)
                    yield return part;
                start = i + 1;
            }
        }
    }
}
