namespace S7OpcBridge;

/// <summary>How a tag moves on a soft PLC, where the map says so.</summary>
/// <param name="Kind">One of <see cref="Kinds"/>.</param>
/// <param name="Period">Time of one round, or between two steps; null: a fitting default.</param>
internal sealed record SimulationWish(string Kind, TimeSpan? Period)
{
    public const string Hold = "hold";

    public static readonly string[] Kinds = [Hold, "ramp", "sine", "counter", "toggle", "walk"];
}

/// <summary>The same while it is being read.</summary>
internal sealed class SimulationDraft
{
    public string? Kind { get; set; }

    public TimeSpan? Period { get; set; }
}
