namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>
/// A pattern of the operator Like (OPC 10000-4, 7.7.3): <c>%</c> any characters or none, <c>_</c> one character, <c>[ab-d]</c> one of these, <c>[^ab]</c>
/// none of these, <c>\</c> takes the next character as it is. A <c>[</c> without its <c>]</c>, or with nothing between them, is a character like any other.
/// </summary>
/// <remarks>
/// Compiled once, and matched without backtracking: a bit per place in the pattern says whether the text so far leads there, and each character of the text
/// moves all bits at once (Baeza-Yates and Gonnet, "A new approach to text searching", 1992). The time is proportional to the length of the text, whatever
/// the pattern.
/// </remarks>
internal sealed class LikePattern
{
    /// <summary>The most characters of a pattern.</summary>
    public const int MaxLength = 512;

    private const int WordBits = 64;

    private readonly int _words,
        _places;
    private readonly char[] _classes; // the first character of each class; all characters of a class fit the same places
    private readonly ulong[] _fits; // for each class a bit per place whose character may be one of the class
    private readonly ulong[] _stays; // a bit per place with a % in front of it

    private LikePattern(List<CharacterSet> places, List<int> stays)
    {
        _places = places.Count;
        _words = _places / WordBits + 1;
        _stays = new ulong[_words];
        foreach (var place in stays)
            _stays[place / WordBits] |= 1UL << place;
        var starts = new SortedSet<char> { '\0' };
        foreach (var place in places)
            place.AddBounds(starts);
        _classes = [.. starts];
        _fits = new ulong[_classes.Length * _words];
        for (var i = 0; i < _classes.Length; i++)
        {
            for (var place = 0; place < _places; place++)
            {
                if (places[place].Has(_classes[i]))
                    _fits[i * _words + place / WordBits] |= 1UL << place;
            }
        }
    }

    /// <summary>Bytes of memory that it takes.</summary>
    public int Bytes => 128 + _classes.Length * sizeof(char) + (_fits.Length + _words) * sizeof(ulong);

    /// <summary>Steps that a character of the text costs, about a nanosecond each.</summary>
    public int StepsPerCharacter => _words + int.Log2(_classes.Length) + 1;

    /// <summary>Compiles a pattern; null: it is longer than <see cref="MaxLength"/>.</summary>
    public static LikePattern? Parse(string pattern)
    {
        if (pattern.Length > MaxLength)
            return null;
        var (places, stays) = (new List<CharacterSet>(), new List<int>());
        for (var rest = pattern.AsSpan(); rest.Length > 0; )
        {
            var used = 1;
            if (rest[0] == '%')
                stays.Add(places.Count);
            else
                places.Add(SetAt(rest, out used));
            rest = rest[used..];
        }

        return new LikePattern(places, stays);
    }

    /// <summary>True if the whole text matches.</summary>
    public bool Matches(ReadOnlySpan<char> text)
    {
        Span<ulong> at = stackalloc ulong[_words];
        at[0] = 1;
        foreach (var character in text)
        {
            if (!Move(at, ClassOf(character)))
                return false;
        }

        return (at[^1] >> _places & 1) != 0;
    }

    private static CharacterSet SetAt(ReadOnlySpan<char> pattern, out int used)
    {
        used = 1;
        switch (pattern[0])
        {
            case '_':
                return CharacterSet.All;
            case '[' when pattern.IndexOf(']') is > 1 and var end:
                used = end + 1;
                return CharacterSet.Parse(pattern[1..end]);
            case '\\' when pattern.Length > 1:
                used = 2;
                return new CharacterSet([(pattern[1], pattern[1])], false);
            default:
                return new CharacterSet([(pattern[0], pattern[0])], false);
        }
    }

    // False: no place is left.
    private bool Move(Span<ulong> at, int characterClass)
    {
        var fits = _fits.AsSpan(characterClass * _words, _words);
        ulong carry = 0,
            any = 0;
        for (var i = 0; i < at.Length; i++)
        {
            var moved = at[i] & fits[i];
            at[i] = moved << 1 | carry | at[i] & _stays[i];
            carry = moved >> (WordBits - 1);
            any |= at[i];
        }

        return any != 0;
    }

    private int ClassOf(char character) => Array.BinarySearch(_classes, character) is var found && found >= 0 ? found : ~found - 1;

    /// <summary>The characters that fit a place.</summary>
    private sealed record CharacterSet(List<(char First, char Last)> Ranges, bool IsNegative)
    {
        public static readonly CharacterSet All = new([], true);

        public static CharacterSet Parse(ReadOnlySpan<char> text)
        {
            var isNegative = text[0] == '^';
            if (isNegative)
                text = text[1..];
            var ranges = new List<(char, char)>();
            for (var i = 0; i < text.Length; i++)
            {
                var isRange = i + 2 < text.Length && text[i + 1] == '-';
                ranges.Add((text[i], isRange ? text[i + 2] : text[i]));
                i += isRange ? 2 : 0;
            }

            return new CharacterSet(ranges, isNegative);
        }

        public bool Has(char character)
        {
            foreach (var (first, last) in Ranges)
            {
                if (character >= first && character <= last)
                    return !IsNegative;
            }

            return IsNegative;
        }

        public void AddBounds(SortedSet<char> starts)
        {
            foreach (var (first, last) in Ranges)
            {
                starts.Add(first);
                if (last < char.MaxValue)
                    starts.Add((char)(last + 1));
            }
        }
    }
}
