using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator;

/// <summary>A tag of a map as the soft PLC sees it: where it lies, what it is, and how it moves.</summary>
/// <param name="Address">Where it lies; the memory grows as far as needed.</param>
/// <param name="Type">Its type; each element of an array moves on its own.</param>
public readonly record struct ShapedTag(S7Address Address, S7DataType Type)
{
    /// <summary>The tag's name. It picks the shape where none is given, and the start of its cycle: the same name moves the same way in every run.</summary>
    public string? Name { get; init; }

    /// <summary>Low end of the plausible range, for example of EURange; null: by type.</summary>
    public double? Low { get; init; }

    /// <summary>High end of the plausible range; null: by type.</summary>
    public double? High { get; init; }

    /// <summary>True: clients write it, so that it holds what was written and moves only if a <see cref="Shape"/> is given.</summary>
    public bool Writable { get; init; }

    /// <summary>How it moves; null: by name, type and range, as a plant would.</summary>
    public Shape? Shape { get; init; }

    /// <summary>Time between two ticks, at least 1 ms; zero: the soft PLC's <see cref="SoftPlcOptions.ShapePeriod"/>.</summary>
    public TimeSpan Period { get; init; }

    /// <summary>Code page and zone of texts and dates; null: the soft PLC's <see cref="SoftPlcOptions.Codec"/>.</summary>
    public S7CodecOptions? Codec { get; init; }
}
