namespace S7OpcBridge.Map;

/// <summary>How a tag moves on a soft PLC, where the map says so.</summary>
/// <param name="Kind">One of <see cref="Kinds"/>.</param>
/// <param name="Period">Time of one round, or between two steps; null: a fitting default.</param>
public sealed record TagSimulation(string Kind, TimeSpan? Period)
{
    /// <summary>The value stays as it is.</summary>
    public const string Hold = "hold";

    /// <summary>What a map can ask for.</summary>
    public static readonly IReadOnlyList<string> Kinds = [Hold, "ramp", "sine", "counter", "toggle", "walk"];
}
