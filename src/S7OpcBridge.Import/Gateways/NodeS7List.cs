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
    public override string Format => "nodeS7 list";

    public override bool Recognises(Source source)
    {
        var (found, lines) = (0, 0);
        foreach (var line in source.Head.AsSpan().EnumerateLines())
        {
            if (line.Trim().Length == 0)
                continue;
            lines++;
            if (TryLine(line, out var address, out _) && S7Address.TryParse(address, out _, out _, out _))
                found++;
        }
        return found > 0 && found * 4 >= lines;
    }

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        var number = 0;
        foreach (var line in source.Text.AsSpan().EnumerateLines())
        {
            cancellationToken.ThrowIfCancellationRequested();
            number++;
            if (!TryLine(line, out var text, out var name))
                continue;
            var spot = source.Start with { Line = number };
            if (GatewayAddress.TryNodeS7(text, out var address, out var type, out var details, out var fault))
                new GatewayTag("", name.Split('/'), text, spot) { Access = TagAccess.ReadWrite, Details = details }.AddTo(draft, address, type);
            else
                draft.LeaveOut(spot, name, fault);
        }
    }

    private static bool TryLine(ReadOnlySpan<char> line, out string address, out string name)
    {
        (address, name) = ("", "");
        if (line.Length > 500)
            return false;
        if (Property().Match(line.ToString()) is { Success: true } property)
            (name, address) = (property.Groups[1].Value, property.Groups[2].Value);
        else if (Pair().Match(line.ToString()) is { Success: true } pair)
            (address, name) = (pair.Groups[1].Value, pair.Groups[2].Value);
        return name.Length > 0;
    }

    [GeneratedRegex(@"^\s*[""']?([^""':;,]+?)[""']?\s*:\s*[""']([A-Za-z]+\d[^""']*)[""']\s*,?\s*(?://.*)?$")]
    private static partial Regex Property();

    [GeneratedRegex(@"^\s*([A-Za-z]+\d+(?:,[A-Za-z]+\d[\d.]*|[\d.]*))\s*[;\t]\s*([^;\t]+?)\s*$")]
    private static partial Regex Pair();
}
