using System.Globalization;

namespace S7OpcBridge.Simulator.Messages;

/// <summary>The name of an alarm of classic S7: its message number, with the signal behind a stroke where its block has eight.</summary>
/// <param name="Id">Message number.</param>
/// <param name="Signal">1 to 8.</param>
/// <param name="HasSignal">True: a signal of ALARM_8.</param>
internal readonly record struct AlarmName(uint Id, int Signal, bool HasSignal)
{
    private const int HexDigits = 8;

    /// <summary>
    /// Parses <c>60000123</c> and <c>187/3</c>: eight digits are hexadecimal, as the bridge shows a message number; fewer or more are decimal.
    /// </summary>
    public static bool TryParse(ReadOnlySpan<char> text, out AlarmName name)
    {
        name = default;
        var stroke = text.IndexOf('/');
        var digits = stroke < 0 ? text : text[..stroke];
        var style = digits.Length == HexDigits ? NumberStyles.AllowHexSpecifier : NumberStyles.None;
        if (!uint.TryParse(digits, style, CultureInfo.InvariantCulture, out var id))
            return false;
        var signal = 1;
        if (
            stroke >= 0
            && !(int.TryParse(text[(stroke + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out signal) && signal is >= 1 and <= 8)
        )
            return false;
        name = new AlarmName(id, signal, stroke >= 0);
        return true;
    }
}
