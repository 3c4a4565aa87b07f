using S7OpcBridge.Map.Findings;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace S7OpcBridge.Map.Yaml;

/// <summary>
/// A parser that continues after common syntax errors, such as an unquoted address or type, so that one error does not hide later findings: it reports each
/// error, adds the missing quotes, and parses again up to the same place.
/// </summary>
internal sealed class RecoveringParser(string text, SourceFile file, FindingList findings) : IParser
{
    /// <summary>Maximum nesting of a YAML file, including document and stream. The parser's time grows with the square of the nesting of brackets.</summary>
    public const int MaxDepth = 256;

    // Each error costs another parse, so large files have a lower limit of recovered errors.
    private readonly int _most = Math.Clamp(5_000_000 / (text.Length + 1), 2, 200);
    private string[]? _lines;
    private Parser _parser = new(new StringReader(text));
    private int _events;
    private int _depth;
    private int _corrections;

    public ParsingEvent? Current => _parser.Current;

    public bool MoveNext()
    {
        while (true)
        {
            try
            {
                if (!_parser.MoveNext())
                    return false;
                _events++;
                if (!findings.Size.TryCountPart())
                    throw new TooLongException(_parser.Current!.Start);
                break;
            }
            catch (YamlException error) when (error is not TooLongException && _corrections < _most && Quote(error))
            {
                Rewind();
            }
            catch (ArgumentException)
            {
                // The parser's own answer to an empty tag, '!<>'.
                var at = _parser.Current?.End ?? Mark.Empty;
                throw new YamlException(at, at, "a tag ('!') is wrong");
            }
        }
        _depth += _parser.Current!.NestingIncrease;
        return _depth <= MaxDepth ? true : throw new NestingTooDeepException(_parser.Current.Start, MaxDepth);
    }

    /// <summary>Puts quotes around the value at which the parser failed; false: the error is not a known one.</summary>
    private bool Quote(YamlException error)
    {
        var (line, column) = ((int)error.Start.Line, (int)error.Start.Column);
        _lines ??= text.Split('\n');
        if (line >= 1 && line <= _lines.Length && TypographicSigns.IndexOfQuote(_lines[line - 1]) is >= 0 and var quote)
        {
            findings.SyntaxError(new SourceLocation(file, line, quote + 1), TypographicSigns.NoQuote(_lines[line - 1][quote]));
            _lines[line - 1] = TypographicSigns.Corrected(_lines[line - 1]);
            _corrections++;
            return true;
        }
        if (line >= 1 && line <= _lines.Length && UnquotedColon.Find(_lines[line - 1], error) is { } colon)
        {
            findings.SyntaxError(new SourceLocation(file, line, colon.Column), colon.Message);
            _lines[line - 1] = colon.Corrected;
            _corrections++;
            return true;
        }
        if (line < 1 || line > _lines.Length || YamlSyntaxHints.Quoted(_lines[line - 1], column) is not { } quoted)
            return false;
        findings.SyntaxError(new SourceLocation(file, line, column), YamlSyntaxHints.Explain(_lines[line - 1], column, error));
        _lines[line - 1] = quoted;
        _corrections++;
        return true;
    }

    private void Rewind()
    {
        _parser = new(new StringReader(string.Join('\n', _lines!)));
        for (var i = 0; i < _events; i++)
            _parser.MoveNext();
    }
}

/// <summary>Thrown where the files of a map have too many keys and values.</summary>
internal sealed class TooLongException(in Mark start)
    : YamlException(
        start,
        start,
        $"up to here the files of this map have {MapSize.MaxParts:N0} keys, values and brackets; {MapSize.Advice}"
    );

/// <summary>Thrown where a file has too many nesting levels.</summary>
internal sealed class NestingTooDeepException(in Mark start, int most)
    : YamlException(
        start,
        start,
        $"the file has more than {most} levels of brackets, braces or indentation inside each other; is this a tag map?"
    );
