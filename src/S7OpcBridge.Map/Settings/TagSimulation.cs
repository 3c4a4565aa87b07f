namespace S7OpcBridge.Map;

/// <summary>How a soft PLC changes the value of a tag, where the map sets it.</summary>
/// <param name="Kind">One of <see cref="Kinds"/>.</param>
/// <param name="Period">Duration of one period, or time between two steps; null: a default.</param>
public sealed record TagSimulation(string Kind, TimeSpan? Period)
{
    /// <summary>Text of the alarm that the soft PLC raises while the tag, a Bool, is true; null: none.</summary>
    public string? Alarm { get; init; }

    /// <summary>The value is constant.</summary>
    public const string Hold = "hold";

    /// <summary>The kinds that a map can set.</summary>
    public static readonly IReadOnlyList<string> Kinds = [Hold, "ramp", "sine", "counter", "toggle", "walk"];
}
