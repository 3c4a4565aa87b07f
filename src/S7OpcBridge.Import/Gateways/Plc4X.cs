using System.Text.RegularExpressions;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Gateways;

/// <summary>Configurations of Apache PLC4X: the OPC UA server's config.yml and the properties of its Kafka connector, read line by line.</summary>
internal sealed partial class Plc4X : SourceReader
{
    public override string Format => "Apache PLC4X";

    public override bool Recognises(Source source) =>
        Connection().IsMatch(source.Head) && (source.Head.Contains("connectionString", StringComparison.Ordinal));

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        var (plc, alias, number, depth) = ("", "", 0, "");
        var jobs = new Plc4XJobs();
        foreach (var line in source.Text.AsSpan().EnumerateLines())
        {
            cancellationToken.ThrowIfCancellationRequested();
            number++;
            var spot = source.Start with { Line = number };
            if (line.Length > ImportLimits.Text)
                continue;
            var text = line.ToString().Trim();
            if (text.StartsWith('#'))
                continue;
            if (Connection().Match(text) is { Success: true } connection)
            {
                var origin = SourceName().Match(text) is { Success: true } named ? named.Groups[1].Value : null;
                plc = AddPlc(draft, origin ?? depth, spot, connection);
                if (origin is not null)
                    jobs.AddSource(origin, plc);
            }
            else if (YamlKey().Match(text) is { Success: true } key)
            {
                var value = key.Groups[2].Value.Trim().Trim('"', '\'');
                if (key.Groups[1].Value == "name")
                    depth = value;
                else if (key.Groups[1].Value == "alias")
                    alias = value;
                else if (key.Groups[1].Value == "address")
                    Add(draft, plc, alias, value, spot, rate: null);
            }
            else
            {
                jobs.TryLine(text, spot);
            }
        }
        jobs.AddTo(draft, Read);
    }

    private static void Add(ImportDraft draft, string plc, string name, string address, Map.SourceLocation spot, TimeSpan? rate) =>
        new GatewayTag(plc, name.Split('/'), address, spot) { Rate = rate }.AddTo(draft, Read);

    private static bool Read(string text, out S7Address address, out S7DataType type, out string fault)
    {
        if (!GatewayAddress.TryPlc4X(text, out address, out type, out fault))
            return false;
        type = GatewayAddress.TypeForWidth(address, type);
        return true;
    }

    private static string AddPlc(ImportDraft draft, string name, Map.SourceLocation spot, Match connection)
    {
        var plc = draft.Plc(name, spot, connection.Groups[1].Value, Cell.Whole(connection.Groups[2].Value));
        var path = connection.Groups[3].Value.Split('/', StringSplitOptions.RemoveEmptyEntries);
        if (path.Length == 2)
            (plc.Rack, plc.Slot) = (Cell.Whole(path[0]), Cell.Whole(path[1]));
        foreach (var option in connection.Groups[4].Value.Split('&', StringSplitOptions.RemoveEmptyEntries))
        {
            var value = option[(option.IndexOf('=') + 1)..];
            if (option.StartsWith("remote-rack=", StringComparison.Ordinal))
                plc.Rack = Cell.Whole(value);
            else if (option.StartsWith("remote-slot=", StringComparison.Ordinal))
                plc.Slot = Cell.Whole(value);
            else if (option.StartsWith("pdu-size=", StringComparison.Ordinal))
                plc.PduSize = Cell.Whole(value);
            else if (option.StartsWith("controller-type=", StringComparison.Ordinal))
                plc.Profile = value switch
                {
                    "S7_300" => "s7-300",
                    "S7_400" => "s7-400",
                    "S7_1200" => "s7-1200",
                    "S7_1500" => "s7-1500",
                    "LOGO" => "logo",
                    _ => null,
                };
        }
        return plc.Name;
    }

    [GeneratedRegex(@"s7(?:\\?:)//([^:/?\s""']+)(?::(\d+))?((?:/\d+)*)(?:\?([^\s""']*))?")]
    private static partial Regex Connection();

    [GeneratedRegex(@"^sources\.([^.=\s]+)\.connectionString")]
    private static partial Regex SourceName();

    [GeneratedRegex(@"^-?\s*(name|alias|address)\s*:\s*(.+)$")]
    private static partial Regex YamlKey();
}
