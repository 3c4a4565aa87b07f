using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map;

/// <summary>A map that holds: what the program runs. Immutable.</summary>
public sealed record BridgeMap
{
    /// <summary>The map of a command that is given none.</summary>
    public const string DefaultPath = "config/bridge.yaml";

    /// <summary>The server's settings.</summary>
    public required ServerSettings Server { get; init; }

    /// <summary>Health, metrics and status page.</summary>
    public required WebSettings Web { get; init; }

    /// <summary>Where the figures are sent; null: nowhere.</summary>
    public OtlpSettings? Otlp { get; init; }

    /// <summary>PLCs, scan classes and tags.</summary>
    public required TagMap Tags { get; init; }

    /// <summary>How tags move on a soft PLC, by tag id, where the map says so.</summary>
    public required IReadOnlyDictionary<int, SimulationWish> Simulations { get; init; }

    /// <summary>Names of the snapshot groups by <see cref="TagDetails.Snapshot"/>; 0 is no group.</summary>
    public required IReadOnlyList<string> Snapshots { get; init; }

    /// <summary>The profile's name of each PLC, for the soft PLC that stands in for it.</summary>
    public required IReadOnlyList<string> Profiles { get; init; }

    /// <summary>Where each PLC stands in the map, for warnings about the whole of it.</summary>
    public required IReadOnlyList<SourceSpot> PlcSpots { get; init; }

    /// <summary>The files it was read from, the map first.</summary>
    public required IReadOnlyList<string> Files { get; init; }

    /// <summary>The same with soft PLCs in place of all PLCs; they are asked as often as the map wishes.</summary>
    public BridgeMap WithAllSimulated() => this with
    {
        Tags = new TagMap
        {
            Plcs = [.. Tags.Plcs.Select(plc => plc with { Simulated = true, Load = S7Load.None, Prices = S7Prices.Local, LayoutEvery = TimeSpan.Zero })],
            ScanGroups = Tags.ScanGroups,
            Tags = Tags.Tags,
            Structures = Tags.Structures,
            StructureTypes = Tags.StructureTypes,
            Symbols = Tags.Symbols,
        },
    };
}
