using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator;

/// <summary>A tag for the soft PLC: address, type and signal.</summary>
/// <param name="Address">Its address; the memory is extended as needed.</param>
/// <param name="Type">Its type; each element of an array has its own signal.</param>
public readonly record struct ShapedTag(S7Address Address, S7DataType Type)
{
    /// <summary>The tag's name. It selects the signal where none is given, and the initial phase, so that runs are repeatable.</summary>
    public string? Name { get; init; }

    /// <summary>Lower end of the plausible range, for example of EURange; null: by type.</summary>
    public double? Low { get; init; }

    /// <summary>Upper end of the plausible range; null: by type.</summary>
    public double? High { get; init; }

    /// <summary>True: clients write it, so it keeps written values and changes only where a <see cref="Shape"/> is given.</summary>
    public bool Writable { get; init; }

    /// <summary>Its signal; null: selected by name, type and range.</summary>
    public Shape? Shape { get; init; }

    /// <summary>Time between two ticks, at least 1 ms; zero: the soft PLC's <see cref="SoftPlcOptions.ShapePeriod"/>.</summary>
    public TimeSpan Period { get; init; }

    /// <summary>An alarm of classic S7 that a Bool raises while it is true: its message number, as <c>60000123</c> or <c>187/3</c>; null: none.</summary>
    public string? Alarm { get; init; }

    /// <summary>Code page and time zone of texts and dates; null: the soft PLC's <see cref="SoftPlcOptions.Codec"/>.</summary>
    public S7CodecOptions? Codec { get; init; }
}
