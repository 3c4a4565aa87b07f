using S7OpcBridge.Core;

namespace S7OpcBridge;

/// <summary>A map that holds: what the program runs. Immutable.</summary>
internal sealed record BridgeMap
{
    /// <summary>The server's settings.</summary>
    public required ServerSettings Server { get; init; }

    /// <summary>PLCs, scan classes and tags.</summary>
    public required TagMap Tags { get; init; }

    /// <summary>How tags move on a soft PLC, by tag id, where the map says so.</summary>
    public required IReadOnlyDictionary<int, SimulationWish> Simulations { get; init; }

    /// <summary>The profile's name of each PLC, for the soft PLC that stands in for it.</summary>
    public required IReadOnlyList<string> Profiles { get; init; }

    /// <summary>The files it was read from, the map first.</summary>
    public required IReadOnlyList<string> Files { get; init; }
}
