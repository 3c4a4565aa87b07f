using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace S7OpcBridge.Map.Yaml;

/// <summary>The events of one node, recorded to be read later, or once per use of a template.</summary>
internal sealed class RecordedEvents(IReadOnlyList<ParsingEvent> events, SourceFile file)
{
    /// <summary>Keys, values and brackets.</summary>
    public int Count => events.Count;

    /// <summary>True where the node is a mapping with this key.</summary>
    public bool HasKey(string key)
    {
        var depth = 1;
        var isKey = events[0] is MappingStart;
        for (var i = 1; i < events.Count - 1; i++)
        {
            if (depth == 1 && isKey && events[i] is Scalar scalar && scalar.Value == key)
                return true;
            depth += events[i].NestingIncrease;
            // On the first level keys and values alternate.
            if (depth == 1)
                isKey = !isKey;
        }
        return false;
    }

    /// <summary>A reader at the node's first event.</summary>
    public YamlReader Read(FindingList findings) => Read(new Replay(events), findings);

    /// <summary>The same with <c>{name}</c> replaced in every text.</summary>
    public YamlReader Read(TemplateValues values, FindingList findings) =>
        Read(new TemplateReplay(events, file, values, findings), findings);

    private YamlReader Read(IParser replay, FindingList findings)
    {
        replay.MoveNext();
        return new YamlReader(replay, file, findings);
    }

    private sealed class Replay(IReadOnlyList<ParsingEvent> events) : IParser
    {
        private int _next;

        public ParsingEvent? Current { get; private set; }

        public bool MoveNext()
        {
            if (_next == events.Count)
                return false;
            Current = events[_next++];
            return true;
        }
    }
}

/// <summary>Replays a template's events with the parameters of one use.</summary>
internal sealed class TemplateReplay(IReadOnlyList<ParsingEvent> events, SourceFile file, TemplateValues values, FindingList findings)
    : IParser
{
    private int _next;

    public ParsingEvent? Current { get; private set; }

    public bool MoveNext()
    {
        if (_next == events.Count)
            return false;
        var current = events[_next++];
        Current = current is Scalar scalar && scalar.Value.Contains('{') ? Fill(scalar) : current;
        return true;
    }

    private Scalar Fill(Scalar scalar)
    {
        var spot = new SourceLocation(file, (int)scalar.Start.Line, (int)scalar.Start.Column);
        return new Scalar(
            scalar.Anchor,
            scalar.Tag,
            values.Fill(scalar.Value, spot, findings),
            scalar.Style,
            scalar.IsPlainImplicit,
            scalar.IsQuotedImplicit,
            scalar.Start,
            scalar.End,
            scalar.IsKey
        );
    }
}
