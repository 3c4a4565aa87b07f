namespace S7OpcBridge.Simulator;

/// <summary>A data block with symbols, as on an S7-1200 or S7-1500. Immutable.</summary>
/// <param name="Name">Its name, for example <c>DB_Pack</c>.</param>
/// <param name="Number">Its number, 1–65535.</param>
/// <param name="Symbols">Its members in the order of declaration.</param>
public sealed record SoftBlock(string Name, int Number, IReadOnlyList<SoftSymbol> Symbols)
{
    /// <summary>True, the default: optimised access, so that it can only be accessed by symbol.</summary>
    public bool IsOptimised { get; init; } = true;

    /// <summary>
    /// Members of the block's own type that its description names, though no block can have them: the name, and the number of elements of an array of them; 0:
    /// a single one. For tests of what clients make of it.
    /// </summary>
    public IReadOnlyList<(string Name, uint Elements)> Itself { get; init; } = [];

    /// <summary>Values that fresh memory begins with, in this order; all else is zero, an empty text or the first date of its type.</summary>
    public IReadOnlyList<SoftStart> Starts { get; init; } = [];
}

/// <summary>A start value.</summary>
/// <param name="Path">A variable, <c>State.Running</c>; an element, <c>Temps[3]</c>; or with bounds all elements of a part of an array,
/// <c>Motors[1..3].Speed</c>.</param>
/// <param name="Value">A literal as in TIA Portal: <c>TRUE</c>, <c>1.5</c>, <c>16#FF</c>, <c>'text'</c>, <c>T#1s500ms</c>, <c>[1, 2, 3(0)]</c> for an
/// array.</param>
public sealed record SoftStart(string Path, string Value);

/// <summary>One elementary variable of a block, or an array of them.</summary>
/// <param name="Path">
/// Path including the structures above it: <c>State.Running</c>, <c>Motors[1..3].Speed</c>. Names with dots or brackets are in double quotes.
/// </param>
/// <param name="Type">The type with TIA Portal's names: <c>Real</c>, <c>String[20]</c>, <c>Array[0..9] of Int</c>, <c>Array[0..1, 1..3] of Bool</c>.</param>
public sealed record SoftSymbol(string Path, string Type)
{
    /// <summary>"Accessible from HMI/OPC UA"; default: true.</summary>
    public bool IsAccessible { get; init; } = true;

    /// <summary>"Writable from HMI/OPC UA"; default: true.</summary>
    public bool IsWritable { get; init; } = true;
}
