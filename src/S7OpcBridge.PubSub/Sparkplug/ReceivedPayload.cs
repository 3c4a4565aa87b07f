namespace S7OpcBridge.PubSub.Sparkplug;

/// <summary>A payload that was read.</summary>
/// <param name="Time">Milliseconds since 1970; null: none.</param>
/// <param name="Sequence">The sequence number; null: none.</param>
/// <param name="Metrics">Its metrics.</param>
internal sealed record ReceivedPayload(ulong? Time, ulong? Sequence, IReadOnlyList<ReceivedMetric> Metrics);

/// <summary>A metric that was read.</summary>
internal readonly record struct ReceivedMetric
{
    /// <summary>Its name; null: it has an alias.</summary>
    public string? Name { get; init; }

    /// <summary>Its alias; null: it has a name.</summary>
    public ulong? Alias { get; init; }

    /// <summary>Milliseconds since 1970; null: none.</summary>
    public ulong? Time { get; init; }

    /// <summary>Number of the data type; null: that of the birth.</summary>
    public ulong? Type { get; init; }

    public bool IsHistorical { get; init; }

    public bool IsNull { get; init; }

    /// <summary>The property <c>Quality</c>; null: none.</summary>
    public int? Quality { get; init; }

    /// <summary>The field in which the value stands; 0: there is none, or one of a form that is not read.</summary>
    public int Field { get; init; }

    /// <summary>A number, or the bits of one.</summary>
    public ulong Bits { get; init; }

    /// <summary>A text.</summary>
    public string? Text { get; init; }

    /// <summary>Bytes: an array.</summary>
    public byte[]? Packed { get; init; }
}
