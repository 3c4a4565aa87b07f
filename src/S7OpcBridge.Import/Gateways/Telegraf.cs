using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;

namespace S7OpcBridge.Import.Gateways;

/// <summary>Telegraf's configuration with <c>[[inputs.s7comm]]</c>.</summary>
internal sealed class Telegraf : SourceReader
{
    public override string Format => "Telegraf configuration (inputs.s7comm)";

    public override bool Recognises(Source source) => source.Text.Contains("[[inputs.s7comm", StringComparison.Ordinal);

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        var root = TomlTree.Read(source.File, source.Text);
        var usual = Cell.Time(root["agent"]["interval"].Text);
        foreach (var input in root["inputs"]["s7comm"].Items)
        {
            var server = input.Has("server") ? input["server"].Text : input["plc_ip"].Text;
            var colon = server.IndexOf(':') is > 0 and var at && server.IndexOf(':', at + 1) < 0 ? at : server.Length;
            var port = colon < server.Length ? Cell.Whole(server[(colon + 1)..]) : null;
            var plc = draft.Plc(input["name"].Text is { Length: > 0 } given ? given : server, input.Spot, server[..colon], port);
            var name = plc.Name;
            plc.Rack = input.Has("rack") ? input["rack"].Whole : input["plc_rack"].Whole;
            plc.Slot = input.Has("slot") ? input["slot"].Whole : input["plc_slot"].Whole;
            plc.Timeout = Cell.Time(input["timeout"].Text);
            plc.Connection = input["connection_type"].Text.ToUpperInvariant() switch
            {
                "PD" => "pg",
                "OP" => "op",
                _ => null,
            };
            var rate = Cell.Time(input["interval"].Text) ?? usual;
            foreach (var metric in input["metric"].Items)
            {
                foreach (var field in metric["fields"].Items)
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    string[] path = metric["name"].Text is { Length: > 0 } group ? [group, field["name"].Text] : [field["name"].Text];
                    new GatewayTag(name, path, field["address"].Text, field.Spot) { Rate = rate }.AddTo(draft, GatewayAddress.TryTelegraf);
                }
            }
            foreach (var node in input["nodes"].Items)
                new GatewayTag(name, [node["name"].Text], $"{node["address"].Text}:{node["type"].Text}", node.Spot) { Rate = rate }.AddTo(
                    draft,
                    GatewayAddress.TryPlc4X
                );
        }
    }
}
