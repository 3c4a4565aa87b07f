using System.Globalization;

namespace S7OpcBridge.S7;

/// <summary>The number of an alarm of classic S7 as people write it: its message number, with the signal behind a stroke where its block has eight.</summary>
/// <param name="Id">Message number.</param>
/// <param name="Signal">1 to 8: a signal of ALARM_8; 0: the block has one.</param>
public readonly record struct S7AlarmNumber(uint Id, int Signal)
{
    private const int HexDigits = 8;
    private const int MostSignals = 8;

    /// <summary>True: a signal of ALARM_8.</summary>
    public bool HasSignal => Signal > 0;

    /// <summary>
    /// Parses <c>60000123</c>, <c>16#AF</c> and <c>187/3</c>: eight digits are hexadecimal, as the bridge shows them, and so are those behind 16# or 0x; any
    /// other number is decimal, as engineering tools show it.
    /// </summary>
    public static bool TryParse(ReadOnlySpan<char> text, out S7AlarmNumber number)
    {
        number = default;
        var stroke = text.IndexOf('/');
        var signal = 0;
        if (
            stroke >= 0
            && !(
                int.TryParse(text[(stroke + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out signal)
                && signal is >= 1 and <= MostSignals
            )
        )
            return false;
        var digits = (stroke < 0 ? text : text[..stroke]).Trim();
        var isMarked = digits.StartsWith("16#") || digits.StartsWith("0x", StringComparison.OrdinalIgnoreCase);
        if (isMarked)
            digits = digits[(digits[1] == '6' ? 3 : 2)..];
        var style = isMarked || digits.Length == HexDigits ? NumberStyles.AllowHexSpecifier : NumberStyles.None;
        if (!uint.TryParse(digits, style, CultureInfo.InvariantCulture, out var id))
            return false;
        number = new S7AlarmNumber(id, signal);
        return true;
    }

    /// <summary>As the bridge shows it: <c>60000123</c>, <c>000000BB/3</c>.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Id:X8}{(HasSignal ? $"/{Signal}" : "")}");
}
