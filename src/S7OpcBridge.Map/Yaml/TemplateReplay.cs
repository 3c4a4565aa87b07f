using S7OpcBridge.Map.Templates;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace S7OpcBridge.Map.Yaml;

/// <summary>Plays a template's events with the parameters of one use filled in.</summary>
internal sealed class TemplateReplay(IReadOnlyList<ParsingEvent> events, SourceFile file, TemplateValues values, FindingList findings) : IParser
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
        var spot = new SourceSpot(file, (int)scalar.Start.Line, (int)scalar.Start.Column);
        return new Scalar(scalar.Anchor, scalar.Tag, values.Fill(scalar.Value, spot, findings), scalar.Style, scalar.IsPlainImplicit, scalar.IsQuotedImplicit,
            scalar.Start, scalar.End, scalar.IsKey);
    }
}
