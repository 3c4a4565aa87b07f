using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.Map.AlarmLists;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Lists;

/// <summary>A tag as a source knows it, in words that no format owns: a row of the neutral list.</summary>
internal sealed record ImportedTag
{
    /// <summary>The PLC as the source names it; empty where it names none.</summary>
    public string Plc { get; init; } = "";

    /// <summary>Levels of its name, the outermost group first. A level may hold any character: <see cref="ImportDraft"/> makes them fit.</summary>
    public required IReadOnlyList<string> Path { get; init; }

    /// <summary>Where it lies; null where only its symbol is known.</summary>
    public S7Address? Address { get; init; }

    /// <summary>Its type with length and array bounds. Several dimensions are one array, row by row.</summary>
    public S7DataType Type { get; init; }

    /// <summary>Its symbol in the PLC program, such as <c>"DB_Pack".State.Running</c>; null: not known.</summary>
    public string? Symbol { get; init; }

    /// <summary>What clients may do; null: the source does not say.</summary>
    public TagAccess? Access { get; init; }

    /// <summary>How often it is read; null: the source does not say.</summary>
    public TimeSpan? Rate { get; init; }

    /// <summary>Scale, unit, ranges, limits, states, byte order.</summary>
    public TagDetails Details { get; init; } = None;

    /// <summary>OPC UA type instead of the usual one.</summary>
    public string? UaType { get; init; }

    /// <summary>NodeId text under which clients know it; null: none.</summary>
    public string? NodeId { get; init; }

    /// <summary>
    /// True for a row of a list for an HMI or of a client: it adds rate, limits and scale to a tag of the PLC at the same place, instead of being one more.
    /// </summary>
    public bool IsView { get; init; }

    /// <summary>Alarms that it triggers.</summary>
    public IReadOnlyList<ListedAlarm> Alarms { get; init; } = [];

    /// <summary>Where it stands in the source.</summary>
    public required SourceLocation Spot { get; init; }

    /// <summary>The levels in one text, for messages.</summary>
    public string Name => string.Join('/', Path);

    private static readonly TagDetails None = new();
}
