using S7OpcBridge.Map.Findings;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace S7OpcBridge.Map.Yaml;

/// <summary>
/// Reads the parser's events. The cursor is at the first event of a node; every method that reads a node leaves the cursor after it, also where the node was
/// wrong and became a finding. No object model is built, so a map of 100,000 tags loads in about the time of the parser.
/// </summary>
internal sealed class YamlReader(IParser source, SourceFile file, FindingList findings)
{
    private readonly YamlEventCursor _cursor = new(source);
    private readonly ParsingEvent? _root = source.Current;

    public FindingList Findings => findings;

    public SourceFile File => file;

    /// <summary>The key whose value is being read; findings name it.</summary>
    public string Key { get; set; } = "";

    /// <summary>True where the value being read is text for people, which may have any signs.</summary>
    public bool IsProse => Key is "description" or "text";

    public SourceLocation Spot => SpotOf(_cursor.Current!);

    public ParsingEvent? Current => _cursor.Current;

    /// <summary>True where the first node is the root of a file: findings then show none of its text, because the user may have named a wrong file.</summary>
    public bool IsFile { get; init; }

    public bool AtMapping => _cursor.Current is MappingStart;

    public bool AtSequence => _cursor.Current is SequenceStart;

    public bool AtScalar => _cursor.Current is Scalar;

    /// <summary>The text of the scalar at the cursor, without consuming it; null for other nodes.</summary>
    public string? Peek => (_cursor.Current as Scalar)?.Value;

    public SourceLocation SpotOf(ParsingEvent e) => new(file, (int)e.Start.Line, (int)e.Start.Column);

    /// <summary>Steps to the next event.</summary>
    public bool Next() => _cursor.MoveNext();

    /// <inheritdoc cref="YamlEventCursor.FirstKey"/>
    public string? FirstKey => _cursor.FirstKey;

    /// <inheritdoc cref="YamlEventCursor.FindKey"/>
    public Scalar? FindKey(ReadOnlySpan<string> words, string? stop, bool any = false) => _cursor.FindKey(words, stop, any);

    /// <inheritdoc cref="YamlEventCursor.TextOf"/>
    public string? TextOf(string key) => _cursor.TextOf(key);

    /// <summary>Skips the node at the cursor.</summary>
    public void Skip()
    {
        var depth = 0;
        do
        {
            depth += _cursor.Current!.NestingIncrease;
            _cursor.MoveNext();
        } while (depth > 0);
    }

    /// <summary>Records the node at the cursor, to be read later or several times.</summary>
    public RecordedEvents Record()
    {
        var events = new List<ParsingEvent>();
        var depth = 0;
        do
        {
            depth += _cursor.Current!.NestingIncrease;
            events.Add(_cursor.Current);
            _cursor.MoveNext();
        } while (depth > 0);
        return new RecordedEvents(events, file);
    }

    /// <summary>Enters a mapping. Returns false, after a finding and skipping the node, where there is none.</summary>
    public bool EnterMapping(string expected)
    {
        if (!AtMapping)
            return Refuse(expected);
        _cursor.MoveNext();
        return true;
    }

    /// <summary>Enters a sequence. Returns false, after a finding and skipping the node, where there is none.</summary>
    public bool EnterSequence(string expected)
    {
        if (!AtSequence)
            return Refuse(expected);
        _cursor.MoveNext();
        return true;
    }

    /// <summary>Returns true at the end of the entered mapping or sequence, after stepping past it.</summary>
    public bool Leave()
    {
        if (_cursor.Current is not (MappingEnd or SequenceEnd))
            return false;
        _cursor.MoveNext();
        return true;
    }

    /// <summary>Reads a key of an entered mapping; null where the key is not plain text (a finding; key and value are skipped).</summary>
    public string? ReadKey(out SourceLocation spot)
    {
        spot = Spot;
        if (_cursor.Current is Scalar scalar)
        {
            _cursor.MoveNext();
            return scalar.Value;
        }
        findings.Error(spot, "a key must be plain text; put quotes around it if it has brackets or braces");
        Skip();
        Skip();
        return null;
    }

    /// <summary>True where the value at the cursor is empty, as in <c>key:</c>.</summary>
    public bool AtNothing => _cursor.Current is Scalar { Style: ScalarStyle.Plain, Value.Length: 0 };

    private bool Refuse(string expected)
    {
        findings.Error(
            Spot,
            _cursor.Current switch
            {
                _ when IsFile && ReferenceEquals(Current, _root) => $"the file has no {Key} in it, but "
                    + $"{(AtMapping ? "other keys" : AtSequence ? "a list" : "a text")}; write {expected}, or name another file",
                AnchorAlias => "YAML aliases ('*name') are not supported; use 'templates' for repeated parts",
                Scalar { Style: ScalarStyle.Plain, Value.Length: 0 } => $"'{Key}' has no value; write {expected}, or remove the key",
                Scalar scalar when DecimalComma.Corrected(scalar.Value) is { } mended =>
                    $"'{Key}' is the text '{scalar.Value}'; the decimal sign is a point: " + $"write {mended}",
                Scalar scalar => $"'{Key}' is the text '{Excerpt.From(scalar.Value)}'; write {expected}",
                _ => $"'{Key}' is {(AtMapping ? "a mapping" : "a list")}; write {expected}",
            }
        );
        Skip();
        return false;
    }

    /// <summary>Reports that the node at the cursor is not what is expected, and skips it.</summary>
    public void RefuseNode(string expected) => Refuse(expected);
}
