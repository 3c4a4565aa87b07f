using S7OpcBridge.OpcUa;

namespace S7OpcBridge.PubSub;

/// <summary>When the values of a writer are published.</summary>
/// <param name="Interval">Time between two messages; with <paramref name="OnChange"/> the least. Above zero.</param>
/// <param name="OnChange">True: a message follows a change; false: one at each interval in which something changed.</param>
/// <param name="KeyFrame">Every how many messages (with an interval: intervals) all fields are sent; 1: always.</param>
public readonly record struct PublishRate(TimeSpan Interval, bool OnChange, int KeyFrame);

/// <summary>An engineering unit (EUInformation, OPC 10000-8, 5.6.3).</summary>
/// <param name="NamespaceUri">Who defined the number.</param>
/// <param name="Id">Its number there; -1: none.</param>
/// <param name="Symbol">Its short form, for example <c>rpm</c>.</param>
/// <param name="Description">Its name.</param>
public sealed record PublishedUnit(string NamespaceUri, int Id, string Symbol, string Description);

/// <summary>A tag that is published, and where.</summary>
public sealed record PublishedTag
{
    /// <summary>Number of the tag, see <see cref="Core.Tag.Id"/>.</summary>
    public required int Tag { get; init; }

    /// <summary>Number of its PLC.</summary>
    public int Plc { get; init; }

    /// <summary>Topic of its data. Tags with the same topic are one dataset, of <see cref="PublishFormat.Value"/> each has its own.</summary>
    public required string Topic { get; init; }

    /// <summary>Name of the WriterGroup; the device of <see cref="PublishFormat.Sparkplug"/>.</summary>
    public string WriterGroup { get; init; } = "";

    /// <summary>Name of the DataSetWriter.</summary>
    public string Writer { get; init; } = "";

    /// <summary>Name of the field in the dataset; the metric of <see cref="PublishFormat.Sparkplug"/>.</summary>
    public string Field { get; init; } = "";

    /// <summary>Identifies the field for as long as the tag keeps its node id.</summary>
    public Guid Id { get; init; }

    /// <summary>Built-in type of the value, or of its elements.</summary>
    public required BuiltInType Type { get; init; }

    /// <summary>Node id of its data type; null: that of <see cref="Type"/>.</summary>
    public NodeId? DataType { get; init; }

    /// <summary>True for a one-dimensional array.</summary>
    public bool IsArray { get; init; }

    /// <summary>Elements of an array; 0: not known.</summary>
    public uint ArrayLength { get; init; }

    /// <summary>Most bytes of a String in UTF-8; 0: not known.</summary>
    public uint MaxStringLength { get; init; }

    /// <summary>When it is published.</summary>
    public required PublishRate Rate { get; init; }

    /// <summary>Its description; null: none.</summary>
    public string? Description { get; init; }

    /// <summary>Its unit; null: none.</summary>
    public PublishedUnit? Unit { get; init; }

    /// <summary>The usual values (EURange); null: not known.</summary>
    public (double Low, double High)? Range { get; init; }

    /// <summary>What may be written (InstrumentRange); null: not known.</summary>
    public (double Low, double High)? Limits { get; init; }

    /// <summary>The names of its numbers; empty: none.</summary>
    public IReadOnlyList<(long Value, string Name)> States { get; init; } = [];

    /// <summary>Topic on which it can be written; null: it cannot.</summary>
    public string? CommandTopic { get; init; }
}
