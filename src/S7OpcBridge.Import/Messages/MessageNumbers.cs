using System.Globalization;

namespace S7OpcBridge.Import.Messages;

/// <summary>
/// The numbers of one list of messages. A number with a mark (16#, 0x) is hexadecimal; whether the others are, only all of them together tell: a list has one
/// form. Engineering tools show decimal numbers, CPUs and this bridge hexadecimal ones of eight digits.
/// </summary>
internal static class MessageNumbers
{
    /// <summary>The most that a message of an S7-300 or S7-400 has, in decimal digits.</summary>
    private const int MostDigits = 10;

    /// <summary>True where the numbers without a mark are hexadecimal.</summary>
    public static bool AreHexadecimal(IEnumerable<string> numbers)
    {
        var (isEight, speaksForIt) = (true, false);
        foreach (var number in numbers)
        {
            var (digits, isMarked) = Unmarked(number);
            if (isMarked || digits.Length == 0 || !digits.All(char.IsAsciiHexDigit))
                continue;
            if (digits.Any(char.IsAsciiLetter))
                return true;
            isEight &= digits.Length == 8;
            // ALARM_S begins with 6; no decimal number begins with 0.
            speaksForIt |= digits.Length == 8 && digits[0] is '0' or '6';
        }
        return isEight && speaksForIt;
    }

    /// <summary>Reads one. False: it is none.</summary>
    /// <param name="isHexadecimal">How it is read without a mark.</param>
    /// <param name="isLong">True: it is a number of 64 bits, as an S7-1500 has them.</param>
    public static bool TryRead(string text, bool isHexadecimal, out uint number, out bool isLong)
    {
        var (digits, isMarked) = Unmarked(text);
        isLong = false;
        if (isMarked || isHexadecimal)
        {
            isLong = digits.Length > 8 && digits.All(char.IsAsciiHexDigit);
            return uint.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out number) && number > 0;
        }
        isLong = digits.Length >= MostDigits && digits.All(char.IsAsciiDigit) && !uint.TryParse(digits, out _);
        return uint.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out number) && number > 0;
    }

    private static (string Digits, bool IsMarked) Unmarked(string text)
    {
        var digits = text.Trim();
        if (digits.IndexOf("16#", StringComparison.Ordinal) is >= 0 and <= 3 and var mark)
            return (digits[(mark + 3)..].Replace("_", "", StringComparison.Ordinal), true);
        return digits.StartsWith("0x", StringComparison.OrdinalIgnoreCase) ? (digits[2..], true) : (digits, false);
    }
}
