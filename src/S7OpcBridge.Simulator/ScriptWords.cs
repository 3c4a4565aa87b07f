using System.Globalization;

namespace S7OpcBridge.Simulator;

/// <summary>The words of one line of a script; <c>#</c> starts a comment.</summary>
internal ref struct ScriptWords(ReadOnlySpan<char> line)
{
    private readonly ReadOnlySpan<char> _line = line.IndexOf('#') is >= 0 and var comment ? line[..comment] : line;
    private int _at;

    /// <summary>True when no word is left.</summary>
    public readonly bool IsEmpty => _line[_at..].IsWhiteSpace();

    /// <summary>Column of the word taken last, from 1.</summary>
    public int Column { get; private set; } = 1;

    /// <summary>The alarm that the line names, and the column of the name; null: none.</summary>
    public (string Name, int Column)? Alarm { get; set; }

    /// <summary>The next word.</summary>
    public string Next(string expected)
    {
        while (_at < _line.Length && char.IsWhiteSpace(_line[_at]))
            _at++;
        Column = _at + 1;
        var start = _at;
        while (_at < _line.Length && !char.IsWhiteSpace(_line[_at]))
            _at++;
        return _at > start
            ? _line[start.._at].ToString().ToLowerInvariant()
            : throw Error($"the line ends where {expected} is expected; add it");
    }

    /// <summary>The next word as it is written; in double quotes it may have blanks.</summary>
    public string NextName(string expected)
    {
        while (_at < _line.Length && char.IsWhiteSpace(_line[_at]))
            _at++;
        var start = _at;
        if (start >= _line.Length || _line[start] != '"')
        {
            Next(expected);
            return _line[start.._at].ToString();
        }

        Column = start + 1;
        var length = _line[(start + 1)..].IndexOf('"');
        if (length < 0)
            throw Error("a double quote is missing at the end of the name; add it");
        _at = start + length + 2;
        return _line.Slice(start + 1, length).ToString();
    }

    /// <summary>Reads the next word where it equals this one.</summary>
    public bool TryTake(string word)
    {
        var rest = _line[_at..].TrimStart();
        if (
            !rest.StartsWith(word, StringComparison.OrdinalIgnoreCase)
            || (rest.Length > word.Length && !char.IsWhiteSpace(rest[word.Length]))
        )
            return false;
        Next(word);
        return true;
    }

    /// <summary>The next word as a whole number, optionally with a sign.</summary>
    public int NextNumber(string what, int least, int most)
    {
        var word = Next(what);
        return
            int.TryParse(word, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number)
            && number >= least
            && number <= most
            ? number
            : throw Error($"'{word}' is not {what}; write a whole number from {least} to {most}");
    }

    /// <summary>The next word as a hexadecimal code.</summary>
    public int NextCode(string what, int most)
    {
        var word = Next(what);
        return int.TryParse(word, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var number) && number <= most
            ? number
            : throw Error($"'{word}' is not {what}; write hexadecimal digits up to {most:X}");
    }

    /// <summary>The next word as bytes, two hexadecimal digits each.</summary>
    public byte[] NextBytes(string what)
    {
        var word = Next(what);
        return word.Length % 2 == 0 && word.AsSpan().IndexOfAnyExcept("0123456789abcdef") < 0
            ? Convert.FromHexString(word)
            : throw Error($"'{word}' is no list of {what}; write two hexadecimal digits for each, such as 28FF");
    }

    /// <summary>The next word as a duration: <c>300ms</c>, <c>10s</c>, <c>5min</c>.</summary>
    public TimeSpan NextDuration(string what)
    {
        var word = Next(what);
        return PlainDuration.TryParse(word, out var duration)
            ? duration
            : throw Error($"'{word}' is not {what}; write a duration such as 300ms, 10s or 5min");
    }

    /// <summary>An error at the word taken last.</summary>
    public readonly ScriptErrorException Error(string message) => new(Column, message);

    /// <summary>An error that lists the allowed words.</summary>
    public readonly ScriptErrorException Unknown(string word, string known) => Error($"'{word}' is unknown here; use one of {known}");
}
