using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map;

/// <summary>A checked and compiled map, ready to run. Immutable.</summary>
public sealed record BridgeMap
{
    /// <summary>The map that commands use when none is given.</summary>
    public const string DefaultPath = "config/bridge.yaml";

    /// <summary>The server's settings.</summary>
    public required ServerSettings Server { get; init; }

    /// <summary>Settings of health, metrics and status page.</summary>
    public required WebSettings Web { get; init; }

    /// <summary>Where metrics are exported to; null: no export.</summary>
    public OtlpSettings? Otlp { get; init; }

    /// <summary>How this node takes part in a cluster; null: it is alone.</summary>
    public ClusterSettings? Cluster { get; init; }

    /// <summary>For each PLC, the node of the cluster that reads it as long as it is alive; null: the nodes share the PLCs among themselves.</summary>
    public required IReadOnlyList<string?> Owners { get; init; }

    /// <summary>Settings of alarms; null: the map has none, nor an alarm.</summary>
    public AlarmSettings? Alarms { get; init; }

    /// <summary>Brokers, each with the tags that are published there; empty: none.</summary>
    public IReadOnlyList<MqttSettings> Mqtt { get; init; } = [];

    /// <summary>From which level on is logged, by category; "Default" is all others. Words of Microsoft.Extensions.Logging in lower case.</summary>
    public IReadOnlyDictionary<string, string> LogLevels { get; init; } = new Dictionary<string, string>();

    /// <summary>PLCs, scan classes and tags.</summary>
    public required TagMap Tags { get; init; }

    /// <summary>The simulation of tags on a soft PLC, by tag id, where the map sets one.</summary>
    public required IReadOnlyDictionary<int, TagSimulation> Simulations { get; init; }

    /// <summary>Names of the snapshot groups by <see cref="TagDetails.Snapshot"/>; 0 is no group.</summary>
    public required IReadOnlyList<string> Snapshots { get; init; }

    /// <summary>The name of each PLC's profile, which also selects its soft PLC.</summary>
    public required IReadOnlyList<string> Profiles { get; init; }

    /// <summary>The same by the names of the PLCs.</summary>
    public IReadOnlyDictionary<string, string> ProfilesByName => Tags.Plcs.ToDictionary(plc => plc.Name, plc => Profiles[plc.Index]);

    /// <summary>The location of each PLC in the map, for warnings about the whole PLC.</summary>
    public required IReadOnlyList<SourceLocation> PlcSpots { get; init; }

    /// <summary>The files that it was read from, the map first.</summary>
    public required IReadOnlyList<string> Files { get; init; }

    /// <summary>Those of them that make it up, the map first: without users, passwords and certificates.</summary>
    public IReadOnlyList<string> Texts { get; init; } = [];

    /// <summary>The code pages that it names for its files.</summary>
    public CodePages CodePages { get; init; } = new();

    /// <summary>Where states of alarms survive a restart: as the map says, or named like it, in the state folder or beside it.</summary>
    public string AlarmStateFile =>
        Alarms?.StateFile
        ?? StateFolder.Resolve(new SourceFile(Files[0]), Path.GetFileName(Path.ChangeExtension(Files[0], ".alarms.json")));

    /// <summary>A copy with soft PLCs in place of all PLCs, with the same scan intervals.</summary>
    public BridgeMap WithAllSimulated() =>
        this with
        {
            Tags = new TagMap
            {
                Plcs =
                [
                    .. Tags.Plcs.Select(plc =>
                        plc with
                        {
                            Simulated = true,
                            Load = S7Load.None,
                            Prices = S7Prices.Local,
                            LayoutEvery = TimeSpan.Zero,
                        }
                    ),
                ],
                ScanGroups = Tags.ScanGroups,
                Tags = Tags.Tags,
                Structures = Tags.Structures,
                StructureTypes = Tags.StructureTypes,
                Symbols = Tags.Symbols,
                Machine = Tags.Machine,
            },
        };
}
