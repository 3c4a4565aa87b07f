using S7OpcBridge.Core;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Plcs;

/// <summary>A scan class as written.</summary>
internal sealed class RawScan(string name, SourceLocation spot)
{
    public string Name => name;

    public SourceLocation Spot => spot;

    public TimeSpan Interval { get; set; }

    public ScanMode Mode { get; set; }
}

/// <summary>The keys of a scan class in the long form, and the mapping of all classes.</summary>
internal static class ScanKeys
{
    /// <summary>The class of tags that set none.</summary>
    public const string Normal = "normal";

    private static readonly TimeSpan Fastest = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan Slowest = TimeSpan.FromHours(24);

    public static readonly KeyTable<RawScan> Table = new(
        "scan class",
        new(
            "interval",
            KeyShape.Duration,
            "Time between two cycles, 10ms to 24h.",
            static (yaml, scan) => scan.Interval = yaml.Duration(Fastest, Slowest) ?? scan.Interval
        ),
        new(
            "demand",
            KeyShape.Bool,
            "true: polled only while a client listens. Default false.",
            static (yaml, scan) =>
            {
                if (yaml.Bool() == true)
                    scan.Mode = ScanMode.Demand;
            }
        ),
        new(
            "mode",
            KeyShape.OneOf("atRate", "demand", "onCommand"),
            "atRate: always; demand: only while a client listens; onCommand: once per call of the Poll method. Default atRate.",
            static (yaml, scan) =>
            {
                if (yaml.OneOf(["atRate", "demand", "onCommand"]) is { } mode)
                    scan.Mode = Enum.Parse<ScanMode>(mode, ignoreCase: true);
            }
        )
    );

    public static readonly KeyShape Shape = KeyShape.MapOf(KeyShape.Any(KeyShape.Duration, KeyShape.Ref("scan")));

    /// <summary>Reads <c>{ fast: 100ms, rare: { interval: 10s, demand: true } }</c>.</summary>
    public static void Read(YamlReader yaml, RawPlc plc)
    {
        if (yaml.Peek is { } interval && Durations.TryParse(interval, out _))
        {
            yaml.Findings.Error(
                yaml.Spot,
                $"'scan' of a PLC names scan classes with their intervals; write {{ normal: {interval} }} for the class of all tags "
                    + "that name none"
            );
            yaml.Skip();
            return;
        }
        if (!yaml.EnterMapping("the scan classes with their intervals, such as { fast: 100ms, normal: 1s }"))
            return;
        while (!yaml.Leave())
        {
            if (yaml.ReadKey(out var spot) is not { } name)
                continue;
            yaml.Key = name;
            if (name.Length == 0 || name.Contains('/') || name.Any(char.IsControl))
                yaml.Findings.Error(spot, $"'{name}' is not a valid name of a scan class; use a word without slash");
            if (plc.Scans.Any(s => s.Name == name))
                yaml.Findings.Error(spot, $"the scan class '{name}' is given twice; remove one of them");
            var scan = new RawScan(name, spot) { Interval = TimeSpan.FromSeconds(1) };
            if (yaml.AtMapping)
                Table.Read(yaml, scan);
            else
                scan.Interval = yaml.Duration(Fastest, Slowest) ?? scan.Interval;
            plc.Scans.Add(scan);
        }
    }
}
