namespace S7OpcBridge.Core;

/// <summary>Which values of a tag are recorded. Immutable.</summary>
public sealed record TagHistory
{
    /// <summary>Every change is recorded.</summary>
    public static readonly TagHistory All = new();

    /// <summary>Nothing is recorded, whatever the groups around the tag say. Only while a map is compiled: a compiled tag then has no history.</summary>
    public static readonly TagHistory Off = new() { IsOff = true };

    /// <summary>Shortest time between two recorded values, by their source timestamps; zero: every change.</summary>
    public TimeSpan Every { get; init; }

    /// <summary>Smallest change that is recorded, above 0, in the unit of the value; null: every change. Single numbers only.</summary>
    public double? Deadband { get; init; }

    /// <summary>True: nothing is recorded.</summary>
    public bool IsOff { get; init; }
}
