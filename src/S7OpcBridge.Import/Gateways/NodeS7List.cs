using System.Text.RegularExpressions;
using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Gateways;

/// <summary>Lists of nodeS7 addresses: <c>name: 'DB11,X0.0'</c> in a program's object, and the CSV <c>DB11,X0.0;name</c> of Node-RED.</summary>
internal sealed partial class NodeS7List : SourceReader
{
    private const int LongestLine = 2000;

    public override string Format => "nodeS7 list";

    public override bool Recognises(Source source)
    {
        var (found, lines) = (0, 0);
        foreach (var line in ScriptComments.Blank(source.Head).AsSpan().EnumerateLines())
        {
            if (line.Trim().Length == 0)
                continue;
            lines++;
            if (Entries(line).Any(entry => S7Address.TryParse(entry.Address, out _, out _, out _)))
                found++;
        }
        return found > 0 && found * 4 >= lines;
    }

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        var number = 0;
        foreach (var line in ScriptComments.Blank(source.Text).AsSpan().EnumerateLines())
        {
            cancellationToken.ThrowIfCancellationRequested();
            number++;
            var spot = source.Start with { Line = number };
            foreach (var (name, text) in Entries(line))
            {
                if (GatewayAddress.TryNodeS7(text, out var address, out var type, out var details, out var fault))
                    new GatewayTag("", name.Split('/'), text, spot) { Access = TagAccess.ReadWrite, Details = details }.AddTo(
                        draft,
                        address,
                        type
                    );
                else
                    draft.LeaveOut(spot, name, fault);
            }
        }
    }

    private static IEnumerable<(string Name, string Address)> Entries(ReadOnlySpan<char> line)
    {
        if (line.Length > LongestLine)
            return [];
        var text = line.ToString();
        var properties = Property().Matches(text);
        if (properties.Count > 0)
            return properties.Select(property => (property.Groups[1].Value.Trim(), property.Groups[2].Value));
        return Pair().Match(text) is { Success: true } pair ? [(pair.Groups[2].Value, pair.Groups[1].Value)] : [];
    }

    [GeneratedRegex(@"(?:^|[{,])\s*[""']?([^""':;,{}]+?)[""']?\s*:\s*[""']([A-Za-z]+\d[^""']*)[""']")]
    private static partial Regex Property();

    [GeneratedRegex(@"^\s*([A-Za-z]+\d+(?:,[A-Za-z]+\d[\d.]*|[\d.]*))\s*[;\t]\s*([^;\t]+?)\s*$")]
    private static partial Regex Pair();
}
