namespace S7OpcBridge.S7.Addresses;

/// <summary>Reads words and numbers from the front of an upper-case address text.</summary>
internal ref struct AddressReader(ReadOnlySpan<char> text)
{
    /// <summary>The unread rest.</summary>
    internal ReadOnlySpan<char> Rest { get; private set; } = text;

    internal readonly bool AtEnd => Rest.IsEmpty;

    internal bool Accept(char wanted)
    {
        if (Rest.IsEmpty || Rest[0] != wanted)
            return false;
        Rest = Rest[1..];
        return true;
    }

    /// <summary>Letters up to the first other character; the digit of S5TIME counts as a letter.</summary>
    internal ReadOnlySpan<char> TakeWord()
    {
        if (Rest.StartsWith("S5TIME", StringComparison.Ordinal))
            return TakeChars(6);
        var length = Rest.IndexOfAnyExcept(Letters);
        return TakeChars(length < 0 ? Rest.Length : length);
    }

    /// <summary>
    /// Reads a decimal number; false where there is none. A number of more than nine digits is returned as <see cref="int.MaxValue"/>, which exceeds every
    /// limit.
    /// </summary>
    internal bool TryTakeNumber(out int number)
    {
        var length = Rest.IndexOfAnyExcept(Digits);
        var digits = TakeChars(length < 0 ? Rest.Length : length);
        number = digits.Length is 0 or > 9 ? int.MaxValue : int.Parse(digits, System.Globalization.CultureInfo.InvariantCulture);
        return digits.Length > 0;
    }

    private ReadOnlySpan<char> TakeChars(int count)
    {
        var taken = Rest[..count];
        Rest = Rest[count..];
        return taken;
    }

    private static readonly System.Buffers.SearchValues<char> Letters = System.Buffers.SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
    private static readonly System.Buffers.SearchValues<char> Digits = System.Buffers.SearchValues.Create("0123456789");
}
