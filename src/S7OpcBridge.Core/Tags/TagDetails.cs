using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>A closed interval of numbers, <c>[low, high]</c> in the map.</summary>
/// <param name="Low">Lower end.</param>
/// <param name="High">Upper end, not below <paramref name="Low"/>.</param>
public readonly record struct TagRange(double Low, double High);

/// <summary>The optional part of a tag. Records with equal content are shared.</summary>
public sealed record TagDetails
{
    /// <summary>Symbol in the PLC program, used in place of an address: <c>"DB_Pack".State.Running</c>. Null: the address is used.</summary>
    public string? Symbol { get; init; }

    /// <summary>The symbol's type in the CPU where the tag shows another (<c>uaType</c>); null: that of the tag.</summary>
    public S7DataType? SymbolType { get; init; }

    /// <summary>Why the symbol cannot be shown although the CPU has it, as half a sentence; null: it can.</summary>
    public string? SymbolFault { get; init; }

    /// <summary>Free text; becomes the Description of the node.</summary>
    public string? Description { get; init; }

    /// <summary>Engineering unit as written in the map, for example <c>rpm</c> or <c>°C</c>.</summary>
    public string? Unit { get; init; }

    /// <summary>EURange; informative, does not limit writes.</summary>
    public TagRange? Range { get; init; }

    /// <summary>InstrumentRange; writes outside it are refused.</summary>
    public TagRange? Limits { get; init; }

    /// <summary>Text of the node id instead of <c>PLC/Name</c>.</summary>
    public string? NodeId { get; init; }

    /// <summary>Code page of texts instead of the PLC's; an <see cref="System.Text.Encoding"/> name.</summary>
    public string? Encoding { get; init; }

    /// <summary>Time zone instead of the PLC's; an IANA name.</summary>
    public string? TimeZone { get; init; }

    /// <summary>True: the source timestamp moves with every scan (<c>timestamp: scan</c>).</summary>
    public bool TimestampEveryScan { get; init; }

    /// <summary>
    /// Shortest time between two writes of this tag; a write before that ends as <see cref="TagWriteResult.TooManyOperations"/>. Null: no limit.
    /// </summary>
    public TimeSpan? WriteEvery { get; init; }

    /// <summary>Smallest change that is published, above 0, in the unit of the value; null: every change. A change of quality is always published.</summary>
    public double? Deadband { get; init; }

    /// <summary>
    /// Converts the raw number to an engineering value; the tag is then a Double, and <see cref="Range"/> and <see cref="Limits"/> are engineering values.
    /// Null: the raw number is used.
    /// </summary>
    public TagScale? Scale { get; init; }

    /// <summary>Byte order of its numbers.</summary>
    public TagSwap Swap { get; init; }

    /// <summary>True: the codes 7FFF and 8000 of analog modules become <see cref="TagQuality.SensorFailure"/>.</summary>
    public bool AnalogFaults { get; init; }

    /// <summary>The texts of its numbers; other numbers cannot be written. Null: plain numbers.</summary>
    public TagStates? States { get; init; }

    /// <summary>Number of the snapshot group, unique in the map: its tags are read by one request. 0: none.</summary>
    public int Snapshot { get; init; }

    /// <summary>Which of its values are recorded; null: none.</summary>
    public TagHistory? History { get; init; }

    /// <summary>Its alarms; null: none.</summary>
    public TagAlarms? Alarms { get; init; }
}
