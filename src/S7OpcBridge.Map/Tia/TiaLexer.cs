namespace S7OpcBridge.Map.Tia;

/// <summary>Splits a source exported from TIA Portal or STEP 7 into tokens. Comments are tokens, because they become descriptions.</summary>
internal sealed class TiaLexer(SourceFile file, string text)
{
    private int _at;
    private int _line = 1;
    private int _lineStart;

    public TiaToken Next()
    {
        SkipBlanks();
        var spot = new SourceLocation(file, _line, _at - _lineStart + 1);
        if (_at >= text.Length)
            return new TiaToken(TiaTokenKind.End, "", spot);
        var c = text[_at];
        if (Starts("//"))
            return new TiaToken(TiaTokenKind.Comment, Until('\n', 2).Trim(), spot);
        if (Starts("(*"))
            return new TiaToken(TiaTokenKind.Comment, UntilText("*)"), spot);
        if (Starts("/*"))
            return new TiaToken(TiaTokenKind.Comment, UntilText("*/"), spot);
        if (c == '"')
            return new TiaToken(TiaTokenKind.Quoted, Closed('"'), spot);
        if (c == '\'')
            return new TiaToken(TiaTokenKind.Literal, Closed('\''), spot);
        if (!IsWord(c))
        {
            var symbol = Starts(":=") || Starts("..") ? text.Substring(_at, 2) : c.ToString();
            _at += symbol.Length;
            return new TiaToken(TiaTokenKind.Symbol, symbol, spot);
        }
        var start = _at;
        while (_at < text.Length && IsWord(text[_at]))
            _at++;
        return new TiaToken(TiaTokenKind.Word, text[start.._at], spot);
    }

    private void SkipBlanks()
    {
        for (; _at < text.Length && (char.IsWhiteSpace(text[_at]) || text[_at] == '\uFEFF'); _at++)
            CountLine();
    }

    private void CountLine()
    {
        if (text[_at] == '\n')
            (_line, _lineStart) = (_line + 1, _at + 1);
    }

    private bool Starts(string what) => string.CompareOrdinal(text, _at, what, 0, what.Length) == 0;

    private string Until(char end, int skip)
    {
        var start = _at + skip;
        var stop = text.IndexOf(end, start);
        _at = stop < 0 ? text.Length : stop;
        return text[start.._at];
    }

    private string UntilText(string end)
    {
        var start = _at + 2;
        for (_at = start; _at < text.Length && !Starts(end); _at++)
            CountLine();
        var inner = text[start..Math.Min(_at, text.Length)];
        _at = Math.Min(text.Length, _at + end.Length);
        return inner.Trim();
    }

    private string Closed(char quote)
    {
        var inner = Until(quote, 1);
        _at = Math.Min(text.Length, _at + 1);
        return inner;
    }

    private static bool IsWord(char c) => char.IsLetterOrDigit(c) || c is '_' or '#' or '%';
}

/// <summary>Kind of a token of an SCL or AWL source.</summary>
internal enum TiaTokenKind : byte
{
    End,
    Word,
    Quoted,
    Literal,
    Symbol,
    Comment,
}

/// <summary>A token of an SCL or AWL source.</summary>
/// <param name="Text">Its text, without quotes; a comment without its slashes.</param>
/// <param name="Spot">Its location.</param>
internal readonly record struct TiaToken(TiaTokenKind Kind, string Text, SourceLocation Spot)
{
    /// <summary>True for a word, ignoring case, or a symbol with this text.</summary>
    public bool Is(string text) =>
        Kind is TiaTokenKind.Word or TiaTokenKind.Symbol && Text.Equals(text, StringComparison.OrdinalIgnoreCase);
}
