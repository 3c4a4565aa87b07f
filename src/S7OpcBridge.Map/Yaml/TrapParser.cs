using S7OpcBridge.Map.Findings;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace S7OpcBridge.Map.Yaml;

/// <summary>
/// A parser that reads on behind the places where YAML's syntax caught an address or a type: it tells of each, puts the missing quotes around it and begins anew,
/// up to where it was. So one trap does not hide the findings behind it.
/// </summary>
internal sealed class TrapParser(string text, SourceFile file, FindingList findings) : IParser
{
    /// <summary>Levels of a YAML file at most, document and stream included. The parser's time grows with the square of the levels of brackets.</summary>
    public const int MaxDepth = 256;

    // Each trap costs another parse: many in a file that people type, few in one that a program made.
    private readonly int _most = Math.Clamp(5_000_000 / (text.Length + 1), 2, 200);
    private string[]? _lines;
    private Parser _parser = new(new StringReader(text));
    private int _events;
    private int _depth;
    private int _traps;

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
            catch (YamlException error) when (error is not TooLongException && _traps < _most && Quote(error))
            {
                Rewind();
            }
        }
        _depth += _parser.Current!.NestingIncrease;
        return _depth <= MaxDepth ? true : throw new TooDeepException(_parser.Current.Start, MaxDepth);
    }

    /// <summary>Puts quotes around the value that the parser stumbled over; false: it is no trap that is known.</summary>
    private bool Quote(YamlException error)
    {
        var (line, column) = ((int)error.Start.Line, (int)error.Start.Column);
        _lines ??= text.Split('\n');
        if (line >= 1 && line <= _lines.Length && ColonTrap.Find(_lines[line - 1], error) is { } colon)
        {
            findings.Trap(new SourceSpot(file, line, colon.Column), colon.Message);
            _lines[line - 1] = colon.Mended;
            _traps++;
            return true;
        }
        if (line < 1 || line > _lines.Length || YamlTraps.Quoted(_lines[line - 1], column) is not { } quoted)
            return false;
        findings.Trap(new SourceSpot(file, line, column), YamlTraps.Explain(_lines[line - 1], column, error));
        _lines[line - 1] = quoted;
        _traps++;
        return true;
    }

    private void Rewind()
    {
        _parser = new(new StringReader(string.Join('\n', _lines!)));
        for (var i = 0; i < _events; i++)
            _parser.MoveNext();
    }
}

/// <summary>The files of a map have more keys and values than are read.</summary>
internal sealed class TooLongException(in Mark start)
    : YamlException(start, start, $"up to here the files of this map have {MapSize.MaxParts:N0} keys, values and brackets; {MapSize.Advice}");

/// <summary>A file has more levels than any map needs.</summary>
internal sealed class TooDeepException(in Mark start, int most)
    : YamlException(start, start, $"the file has more than {most} levels of brackets, braces or indentation inside each other; is this a tag map?");
