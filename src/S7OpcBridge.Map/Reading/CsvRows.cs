using System.Text;

namespace S7OpcBridge.Map.Reading;

/// <summary>A cell and the location of its text.</summary>
internal readonly record struct CsvCell(string Text, int Line, int Column)
{
    /// <summary>Where it begins in the table, with its quote.</summary>
    public int Start { get; init; }

    /// <summary>Where it ends, behind its quote.</summary>
    public int End { get; init; }
}

/// <summary>
/// Splits a table into rows and cells. The separator is semicolon, comma or tab, whichever occurs most in the first line; cells may be quoted with <c>"</c>,
/// with quotes doubled inside.
/// </summary>
internal sealed class CsvRows
{
    private readonly string _text;
    private readonly StringBuilder _cell = new();
    private int _at;
    private int _line = 1;
    private int _lineStart;

    public CsvRows(string text)
    {
        _text = text;
        var first = text.AsSpan(0, text.IndexOfAny(['\r', '\n']) is var end and >= 0 ? end : text.Length);
        Separator = ';';
        foreach (var candidate in ",\t")
        {
            if (first.Count(candidate) > first.Count(Separator))
                Separator = candidate;
        }
    }

    /// <summary>Reads rows that have no line of headings.</summary>
    public CsvRows(string text, char separator) => (_text, Separator) = (text, separator);

    public char Separator { get; }

    /// <summary>Where the next row begins.</summary>
    public int At => _at;

    /// <summary>Line of a quote that is not closed before the end of the file.</summary>
    public int? OpenQuote { get; private set; }

    /// <summary>Reads the next row into <paramref name="cells"/>; false at the end.</summary>
    public bool TryRead(List<CsvCell> cells)
    {
        cells.Clear();
        if (_at >= _text.Length)
            return false;
        while (true)
        {
            cells.Add(ReadCell());
            if (_at >= _text.Length)
                return true;
            if (_text[_at] == Separator)
            {
                _at++;
                continue;
            }
            if (_text[_at] == '\r' && _at + 1 < _text.Length && _text[_at + 1] == '\n')
                _at++;
            _at++;
            (_line, _lineStart) = (_line + 1, _at);
            return true;
        }
    }

    private CsvCell ReadCell()
    {
        while (_at < _text.Length && _text[_at] == ' ')
            _at++;
        var (line, column) = (_line, _at - _lineStart + 1);
        var start = _at;
        if (_at < _text.Length && _text[_at] == '"')
            return new CsvCell(ReadQuoted(), line, column + 1) { Start = start, End = _at };
        while (_at < _text.Length && _text[_at] != Separator && _text[_at] is not ('\r' or '\n'))
            _at++;
        var text = _text[start.._at].TrimEnd();
        return new CsvCell(text, line, column) { Start = start, End = start + text.Length };
    }

    private string ReadQuoted()
    {
        var opened = _line;
        _cell.Clear();
        for (_at++; _at < _text.Length; _at++)
        {
            if (_text[_at] == '"' && (_at + 1 == _text.Length || _text[_at + 1] != '"'))
            {
                // Text between the closing quote and the next separator is ignored.
                for (_at++; _at < _text.Length && _text[_at] != Separator && _text[_at] is not ('\r' or '\n'); _at++) { }
                return _cell.ToString();
            }
            if (_text[_at] == '"')
                _at++;
            if (_text[_at] == '\n')
                (_line, _lineStart) = (_line + 1, _at + 1);
            _cell.Append(_text[_at]);
        }
        OpenQuote = opened;
        return _cell.ToString();
    }
}
