namespace S7OpcBridge.Map;

/// <summary>A data block of a TIA source with its symbols. Immutable.</summary>
/// <param name="Number">Its number; null where the source does not contain it.</param>
/// <param name="IsOptimised">True for optimised access.</param>
/// <param name="Variables">Its elementary variables and arrays of them, in the order of declaration.</param>
/// <param name="Starts">Start values; later ones replace earlier ones of the same path.</param>
public sealed record TiaBlock(
    string Name,
    int? Number,
    bool IsOptimised,
    IReadOnlyList<TiaVariable> Variables,
    IReadOnlyList<TiaStart> Starts
);

/// <summary>A variable of a block.</summary>
/// <param name="Path">With the structures above it, and the bounds of arrays of structures: <c>Motors[1..3].Speed</c>. Names with dots or brackets are in
/// double quotes.</param>
/// <param name="Type">As TIA spells it: <c>Real</c>, <c>Array[0..9] of Int</c>.</param>
/// <param name="IsAccessible">"Accessible from HMI", for it and all above it.</param>
/// <param name="IsWritable">"Writable from HMI", for it and all above it.</param>
public sealed record TiaVariable(string Path, string Type, bool IsAccessible, bool IsWritable);

/// <summary>A start value.</summary>
/// <param name="Path">Of a variable, of an element (<c>Temps[3]</c>), or with bounds for all elements of an array of structures.</param>
/// <param name="Value">The literal as written.</param>
public sealed record TiaStart(string Path, string Value);
