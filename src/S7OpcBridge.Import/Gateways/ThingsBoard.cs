using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Gateways;

/// <summary>The S7 connector of the ThingsBoard gateway (s7.json): devices with attributes and time series.</summary>
internal sealed class ThingsBoard : SourceReader
{
    public override string Format => "ThingsBoard gateway (s7.json)";

    public override bool Recognises(Source source) =>
        source.Head.AsSpan().TrimStart() is ['{', ..]
        && source.Text.Contains("\"devices\"", StringComparison.Ordinal)
        && source.Text.Contains("\"timeseries\"", StringComparison.Ordinal)
        && source.Text.Contains("\"rack\"", StringComparison.Ordinal);

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        foreach (var device in JsonTree.Read(source)["devices"].Items)
        {
            var plc = draft.Plc(device["deviceName"].Text, device.Spot, device["address"].Text, device["port"].Whole);
            var name = plc.Name;
            (plc.Rack, plc.Slot) = (device["rack"].Whole, device["slot"].Whole);
            if (device["type"].Text.Equals("LOGO", StringComparison.OrdinalIgnoreCase))
            {
                (plc.Profile, plc.Rack, plc.Slot) = ("logo", null, null);
                (plc.LocalTsap, plc.RemoteTsap) = ((ushort?)device["tsapSnap7"].Whole, (ushort?)device["tsapLogo"].Whole);
            }
            var rate = Cell.Milliseconds(device["pollPeriod"].Text);
            var writable = device["attributeUpdates"].Items.Select(update => update["key"].Text).ToHashSet();
            foreach (var entry in device["attributes"].Items.Concat(device["timeseries"].Items))
            {
                cancellationToken.ThrowIfCancellationRequested();
                var tag = new GatewayTag(name, [entry["key"].Text], AddressOf(entry), entry.Spot)
                {
                    Rate = rate,
                    Access = writable.Contains(entry["key"].Text) ? TagAccess.ReadWrite : TagAccess.Read,
                };
                tag.AddTo(draft, Read);
            }
        }
    }

    private static string AddressOf(JsonTree entry) =>
        entry["type"].Text switch
        {
            "vm" => entry["vmAddress"].Text,
            "data" => $"DB{entry["dbNumber"].Text}:{entry["start"].Text}{BitOf(entry)}:{entry["dataType"].Text}",
            _ => entry["tag"].Text,
        };

    private static string BitOf(JsonTree entry) =>
        entry["dataType"].Text.Equals("bool", StringComparison.OrdinalIgnoreCase) ? $".{entry["bit"].Text}" : "";

    private static bool Read(string text, out S7Address address, out S7DataType type, out string fault)
    {
        if (!GatewayAddress.TryPlc4X(text, out address, out type, out fault))
            return false;
        type = GatewayAddress.TypeForWidth(address, type);
        return true;
    }
}
