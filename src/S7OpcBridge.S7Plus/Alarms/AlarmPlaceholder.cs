namespace S7OpcBridge.S7Plus.Alarms;

/// <summary>
/// The place of a value in a text: <c>@n[element]%[width][.precision]letter@</c>, or <c>@n[element]%t#list@</c> for the entry of a text list. Source: TIA
/// Portal's help on alarm texts, S7CommPlusDriver (dotnetprojects), texts of a 1500 in python-snap7 #820.
/// </summary>
/// <remarks>Classic S7 only puts values in as they are (S7AlarmText of Core): it has none with types.</remarks>
/// <param name="Index">Number of the value, from 1.</param>
/// <param name="Element">How its bytes are read: B C D I O R T W X Y; 0: by its own type.</param>
/// <param name="IsZeroPadded">True: zeros fill the width, otherwise blanks.</param>
/// <param name="Width">Least characters.</param>
/// <param name="Precision">Digits after the point; −1: not said.</param>
/// <param name="Letter">d u x X b f s; t: a text list.</param>
/// <param name="List">Number of the text list; −1: none, or one that is not numbered.</param>
/// <param name="Length">Characters of the placeholder.</param>
internal readonly record struct AlarmPlaceholder(
    int Index,
    char Element,
    bool IsZeroPadded,
    int Width,
    int Precision,
    char Letter,
    int List,
    int Length
)
{
    public const string TextListMark = "%t#";

    private const int Widest = 99;
    private const int LargestList = ushort.MaxValue;

    /// <summary>Reads one from the beginning of a text. False: none begins here.</summary>
    public static bool TryRead(ReadOnlySpan<char> text, out AlarmPlaceholder placeholder)
    {
        placeholder = default;
        var at = 1;
        if (text.IsEmpty || text[0] != '@' || !TryNumber(text, ref at, S7PlusAlarm.MostValues, out var index) || index == 0)
            return false;
        var element = '\0';
        if (at < text.Length && "BCDIORTWXY".Contains(text[at], StringComparison.Ordinal))
            element = text[at++];
        if (at >= text.Length || text[at++] != '%')
            return false;
        if (text[at..].StartsWith("t#"))
            return TryList(text, at + 2, index, element, out placeholder);

        var isZeroPadded = at < text.Length && text[at] == '0';
        if (!TryNumber(text, ref at, Widest, out var width))
            width = 0;
        var precision = -1;
        if (at < text.Length && text[at] == '.')
        {
            at++;
            if (!TryNumber(text, ref at, Widest, out precision))
                precision = 0;
        }
        if (at + 1 >= text.Length || !"duxXbfs".Contains(text[at], StringComparison.Ordinal) || text[at + 1] != '@')
            return false;
        placeholder = new AlarmPlaceholder(index, element, isZeroPadded, width, precision, text[at], -1, at + 2);
        return true;
    }

    // A letter of unknown meaning may follow the number: 519K.
    private static bool TryList(ReadOnlySpan<char> text, int start, int index, char element, out AlarmPlaceholder placeholder)
    {
        placeholder = default;
        var length = text[start..].IndexOf('@');
        if (length < 0)
            return false;
        var at = start;
        if (!TryNumber(text, ref at, LargestList, out var list))
            list = -1;
        placeholder = new AlarmPlaceholder(index, element, false, 0, -1, 't', list, start + length + 1);
        return true;
    }

    private static bool TryNumber(ReadOnlySpan<char> text, ref int at, int most, out int number)
    {
        number = 0;
        var start = at;
        while (at < text.Length && char.IsAsciiDigit(text[at]))
        {
            number = number * 10 + (text[at] - '0');
            if (number > most)
                return false;
            at++;
        }
        return at > start;
    }
}
