using System.Globalization;
using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;

namespace S7OpcBridge.Import.Gateways;

/// <summary>A flow of Node-RED with node-red-contrib-s7: its endpoints are PLCs, and what an 's7 out' node names may be written.</summary>
internal sealed class NodeRed : SourceReader
{
    private const string Endpoint = "s7 endpoint",
        Out = "s7 out";

    public override string Format => "Node-RED flow";

    public override bool Recognises(Source source) =>
        source.Head.AsSpan().TrimStart() is ['[' or '{', ..] && source.Text.Contains($"\"{Endpoint}\"", StringComparison.Ordinal);

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        var root = JsonTree.Read(source);
        var nodes = root.Has("flows") ? root["flows"].Items : root.Items;
        var writers = nodes
            .Where(node => node["type"].Text == Out && !node["d"].IsTrue)
            .ToLookup(node => node["endpoint"].Text, node => node["variable"].Text);
        foreach (var node in nodes.Where(node => node["type"].Text == Endpoint))
        {
            cancellationToken.ThrowIfCancellationRequested();
            var id = node["id"].Text;
            var name =
                node["name"].Text is { Length: > 0 } given ? given
                : node["address"].Text is { Length: > 0 } address ? address
                : id;
            if (node["transport"].Text is "mpi-s7")
            {
                draft.Note(
                    node.Spot,
                    $"the endpoint '{name}' uses an MPI adapter, which this bridge does not speak; its variables are left out"
                );
                continue;
            }
            name = ReadPlc(draft, name, node);
            var written = writers[id].ToHashSet();
            foreach (var (text, variable) in Variables(source, node["vartable"]))
            {
                var path = variable.Split('/');
                if (!GatewayAddress.TryNodeS7(text.Text, out var place, out var type, out var details, out var fault))
                    draft.LeaveOut(text.Spot, variable, fault);
                else
                    new GatewayTag(name, path, text.Text, text.Spot)
                    {
                        Access = written.Contains("") || written.Contains(variable) ? TagAccess.ReadWrite : TagAccess.Read,
                        Rate = Cell.Milliseconds(node["cycletime"].Text),
                        Details = details,
                    }.AddTo(draft, place, type);
            }
        }
    }

    private static string ReadPlc(ImportDraft draft, string name, JsonTree node)
    {
        var plc = draft.Plc(name, node.Spot, node["address"].Text, node["port"].Whole);
        // Whoever disabled it in Node-RED did not want it to be asked.
        if (node["d"].IsTrue)
        {
            plc.Enabled = false;
            draft.Note(node.Spot, $"the endpoint '{name}' is disabled in the flow, so its PLC has 'enabled: false' in the map");
        }
        plc.Timeout = Cell.Milliseconds(node["timeout"].Text);
        if (node["connmode"].Text == "tsap")
            (plc.LocalTsap, plc.RemoteTsap) = (
                Tsap(node["localtsaphi"].Text, node["localtsaplo"].Text),
                Tsap(node["remotetsaphi"].Text, node["remotetsaplo"].Text)
            );
        else
            (plc.Rack, plc.Slot) = (node["rack"].Whole, node["slot"].Whole);
        return plc.Name;
    }

    // A list, or the same list as a text.
    private static IEnumerable<(JsonTree Address, string Name)> Variables(Source source, JsonTree table)
    {
        var list =
            table.Items.Count == 0 && table.Text.AsSpan().TrimStart() is ['[', ..]
                ? JsonTree.Read(source.File, table.Text, table.Spot.Line)
                : table;
        foreach (var variable in list.Items)
        {
            if (variable["addr"].Text.Length > 0 && variable["name"].Text.Length > 0)
                yield return (variable["addr"], variable["name"].Text);
        }
    }

    private static ushort? Tsap(string high, string low) =>
        byte.TryParse(high, NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var h)
        && byte.TryParse(low, NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var l)
            ? (ushort)(h << 8 | l)
            : null;
}
