using S7OpcBridge.Core.Values;

namespace S7OpcBridge.Core;

/// <summary>A closed interval of numbers, <c>[low, high]</c> in the map.</summary>
/// <param name="Low">Lower end.</param>
/// <param name="High">Upper end, not below <paramref name="Low"/>.</param>
public readonly record struct TagRange(double Low, double High);

/// <summary>The optional part of a tag. Records with equal content are shared.</summary>
public sealed record TagDetails
{
    /// <summary>Symbol in the PLC program that the tag stands for, in place of its address: <c>"DB_Pack".State.Running</c>. Null: the address holds.</summary>
    public string? Symbol { get; init; }

    /// <summary>Free text for people; the node's Description.</summary>
    public string? Description { get; init; }

    /// <summary>Engineering unit as written in the map, for example <c>rpm</c> or <c>°C</c>.</summary>
    public string? Unit { get; init; }

    /// <summary>EURange: gates nothing.</summary>
    public TagRange? Range { get; init; }

    /// <summary>InstrumentRange: gates writes.</summary>
    public TagRange? Limits { get; init; }

    /// <summary>Text of the node id instead of <c>PLC/Name</c>.</summary>
    public string? NodeId { get; init; }

    /// <summary>Code page of texts instead of the PLC's; an <see cref="System.Text.Encoding"/> name.</summary>
    public string? Encoding { get; init; }

    /// <summary>Time zone instead of the PLC's; an IANA name.</summary>
    public string? TimeZone { get; init; }

    /// <summary>True: the source timestamp moves with every scan (<c>timestamp: scan</c>).</summary>
    public bool TimestampEveryScan { get; init; }

    /// <summary>Least time between two writes of this tag; a faster one ends as <see cref="TagWriteResult.TooManyOperations"/>. Null: no limit.</summary>
    public TimeSpan? WriteEvery { get; init; }

    /// <summary>Least change that is handed on, above 0, in the unit of the value; null: every change. A change of quality is always handed on.</summary>
    public double? Deadband { get; init; }

    /// <summary>Raw number to engineering value; the tag is a Double then, and <see cref="Range"/> and <see cref="Limits"/> are engineering values. Null: the number as it is.</summary>
    public TagScale? Scale { get; init; }

    /// <summary>Byte order of its numbers.</summary>
    public TagSwap Swap { get; init; }

    /// <summary>True: the codes 7FFF and 8000 of analog modules are <see cref="TagQuality.SensorFailure"/>.</summary>
    public bool AnalogFaults { get; init; }

    /// <summary>What its numbers stand for; others are not written. Null: plain numbers.</summary>
    public TagStates? States { get; init; }

    /// <summary>Number of the snapshot group, unique in the map: its tags are read by one request. 0: none.</summary>
    public int Snapshot { get; init; }
}
