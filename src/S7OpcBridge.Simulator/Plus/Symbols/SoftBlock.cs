namespace S7OpcBridge.Simulator;

/// <summary>A data block with symbols, as on an S7-1200 or S7-1500. Immutable.</summary>
/// <param name="Name">Its name, for example <c>DB_Pack</c>.</param>
/// <param name="Number">Its number, 1–65535.</param>
/// <param name="Symbols">Its members in the order of declaration.</param>
public sealed record SoftBlock(string Name, int Number, IReadOnlyList<SoftSymbol> Symbols)
{
    /// <summary>True, the default: optimised access, so that it can only be accessed by symbol.</summary>
    public bool IsOptimised { get; init; } = true;
}

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
