using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.Yaml;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace S7OpcBridge.Map.YamlTrees;

/// <summary>Reads a YAML text into a <see cref="TextTree"/>, within the limits of the loader.</summary>
internal sealed class TreeReader
{
    private readonly string _text;
    private readonly List<TextNode> _nodes = [];
    private readonly List<string?> _values = [];
    private readonly Stack<int> _open = new();

    // End of the node that was completed last.
    private int _end;

    private TreeReader(string text) => _text = text;

    /// <summary>Reads a text.</summary>
    /// <exception cref="EditRefusedException">It is not YAML, empty, too deep or too long, or has several documents.</exception>
    public static TextTree Read(string text) => new TreeReader(text).Read();

    private TextTree Read()
    {
        var parser = new Parser(new StringReader(_text));
        var documents = 0;
        try
        {
            while (parser.MoveNext())
            {
                if (parser.Current is DocumentStart start && ++documents > 1)
                    throw new EditRefusedException(
                        (int)start.Start.Index,
                        "the file has a second document ('---'), which is not read; put everything into one"
                    );
                Take(parser.Current!);
            }
        }
        catch (YamlException error)
        {
            throw new EditRefusedException(
                (int)Math.Min(error.Start.Index, _text.Length),
                $"this is not YAML ({error.Message.TrimEnd('.').ToLowerInvariant()}); mend the text by hand"
            );
        }
        catch (Exception error) when (error is InvalidOperationException or ArgumentException)
        {
            // The parser throws these for some unclosed brackets and wrong tags.
            throw new EditRefusedException(_end, "this is not YAML (a bracket is not closed, or a tag is wrong); mend the text by hand");
        }
        if (_nodes.Count == 0 || _nodes[0].IsNothing)
            throw new EditRefusedException(0, "the file is empty; write its first lines by hand, or start from config/bridge.yaml");
        return new TextTree(_text, [.. _nodes], [.. _values]);
    }

    private void Take(ParsingEvent next)
    {
        switch (next)
        {
            case Scalar scalar:
                Add(scalar);
                break;
            case AnchorAlias alias:
                Add(alias.Start, alias.End, NodeKind.Alias, NodeMarks.Special, alias.Value.Value);
                break;
            case MappingStart mapping:
                var isFlow = mapping.Style == MappingStyle.Flow;
                // Of a pair in brackets without braces, [a: b], the parser tells no place.
                Enter(mapping, NodeKind.Mapping, isFlow, isFlow && ((int)mapping.Start.Index < _end || !IsAt(mapping, '{')));
                break;
            case SequenceStart sequence:
                Enter(sequence, NodeKind.Sequence, sequence.Style == SequenceStyle.Flow, isBare: false);
                break;
            case MappingEnd or SequenceEnd:
                Leave((int)next.Start.Index);
                break;
        }
    }

    private void Enter(NodeEvent start, NodeKind kind, bool isFlow, bool isBare)
    {
        _open.Push(_nodes.Count);
        var isSpecial = isBare || IsSpecial(start);
        Add(
            start.Start,
            start.Start,
            kind,
            (isFlow ? NodeMarks.Flow : NodeMarks.None) | (isSpecial ? NodeMarks.Special : NodeMarks.None),
            value: null
        );
        if (_open.Count + 2 > RecoveringParser.MaxDepth)
            throw new NestingTooDeepException(start.Start, RecoveringParser.MaxDepth);
    }

    private void Leave(int at)
    {
        var index = _open.Pop();
        var node = _nodes[index];
        var closes = node.IsFlow && at < _text.Length && _text[at] == (node.Kind == NodeKind.Mapping ? '}' : ']');
        _end = closes ? at + 1 : Math.Max(_end, node.Start);
        if (node.Kind == NodeKind.Mapping)
            CheckKeys(index);
        var start = node is { IsFlow: true, IsSpecial: true, Kind: NodeKind.Mapping } && !closes ? _nodes[index + 1].Start : node.Start;
        _nodes[index] = node with { Start = start, End = _end, Size = _nodes.Count - index };
    }

    // The parser takes a colon alone for a key, and forgets the value of some.
    private void CheckKeys(int mapping)
    {
        var isKey = true;
        for (var child = mapping + 1; child < _nodes.Count; child += _nodes[child].Size, isKey = !isKey)
        {
            if (isKey && (_nodes[child].IsCollection || IsBehindQuestionMark(_nodes[child].Start)))
                throw new EditRefusedException(
                    _nodes[child].Start,
                    "this key has a question mark, brackets or braces, which no key of a map has; write it as plain text by hand first"
                );
            if (isKey && _nodes[child].IsNothing)
                throw new EditRefusedException(
                    _nodes[child].Start,
                    "this is not YAML (a colon has no key in front of it); mend the text by hand"
                );
        }
        if (!isKey)
            throw new EditRefusedException(_nodes[mapping].Start, "this is not YAML (a key has no value); mend the text by hand");
    }

    private bool IsBehindQuestionMark(int start)
    {
        var before = _text.AsSpan(0, start).TrimEnd(' ');
        return before.Length < start && before is [.., '?'];
    }

    private void Add(Scalar scalar)
    {
        var marks = scalar.Style switch
        {
            ScalarStyle.SingleQuoted => NodeMarks.Single,
            ScalarStyle.DoubleQuoted => NodeMarks.Double,
            ScalarStyle.Literal or ScalarStyle.Folded => NodeMarks.Block,
            _ => NodeMarks.Plain,
        };
        if (IsSpecial(scalar))
            marks |= NodeMarks.Special;
        var (start, end) = ((int)scalar.Start.Index, (int)scalar.End.Index);
        if (marks == NodeMarks.Block)
            end = EndOfBlock(start, end);
        var shown = _text.AsSpan(start, end - start);
        if ((marks & (NodeMarks.Single | NodeMarks.Double)) != 0 && shown.Length >= 2)
            shown = shown[1..^1];
        var isShown = (marks & (NodeMarks.Special | NodeMarks.Block)) == 0 && shown.SequenceEqual(scalar.Value);
        Add(start, end, NodeKind.Scalar, marks, isShown ? null : scalar.Value);
    }

    // Line ends behind the last line are not part of it, except those that '+' keeps.
    private int EndOfBlock(int start, int end)
    {
        var isKept = _text.AsSpan(start, TextLines.EndOf(_text, start) - start).Contains('+');
        end = TextLines.BeforeBreak(_text, end);
        while (!isKept && end > start && TextLines.IsBlank(_text, TextLines.StartOf(_text, end)))
            end = TextLines.BeforeBreak(_text, TextLines.StartOf(_text, end));
        return end;
    }

    private void Add(in Mark start, in Mark end, NodeKind kind, NodeMarks marks, string? value) =>
        Add((int)start.Index, (int)end.Index, kind, marks, value);

    private void Add(int start, int end, NodeKind kind, NodeMarks marks, string? value)
    {
        if (_nodes.Count >= MapSize.MaxParts)
            throw new EditRefusedException(start, $"the file has more than {MapSize.MaxParts:N0} keys and values; {MapSize.Advice}");
        _nodes.Add(new TextNode(start, end, 1, kind, marks));
        _values.Add(value);
        _end = end;
    }

    private static bool IsSpecial(NodeEvent node) => !node.Anchor.IsEmpty || !node.Tag.IsEmpty;

    private bool IsAt(NodeEvent node, char sign) => (int)node.Start.Index < _text.Length && _text[(int)node.Start.Index] == sign;
}
