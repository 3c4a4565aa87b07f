using System.Collections.Immutable;
using S7OpcBridge.S7Plus.Browsing;

namespace S7OpcBridge.S7Plus;

/// <summary>One dimension of an array.</summary>
/// <param name="LowerBound">First index.</param>
/// <param name="Count">Number of elements.</param>
public readonly record struct S7PlusDimension(int LowerBound, int Count);

/// <summary>A symbol of the program in the CPU: a block, a variable, an array or array element, a structure or structure member. Immutable.</summary>
public sealed class S7PlusSymbol
{
    internal S7PlusSymbol(SymbolPlace place, string path, S7PlusType type)
    {
        Place = place;
        Path = path;
        Type = type;
    }

    /// <summary>The full path in TIA Portal's notation: <c>"DB_Pack".Axis[2].Position</c>.</summary>
    public string Path { get; }

    /// <summary>
    /// Type of the value, or of an array's elements. <see cref="S7PlusType.Struct"/> for structures, PLC data types, instances and whole blocks.
    /// </summary>
    public S7PlusType Type { get; }

    /// <summary>Declared characters of a String or WString; 0 for others.</summary>
    public int Length { get; internal init; }

    /// <summary>The declared dimensions of an array; empty for others.</summary>
    public ImmutableArray<S7PlusDimension> Dimensions { get; internal init; } = [];

    /// <summary>True for an array.</summary>
    public bool IsArray => !Dimensions.IsEmpty;

    /// <summary>Number of elements over all dimensions; 0: no array.</summary>
    public int Count { get; internal init; }

    /// <summary>True where it has members: structures and blocks. An array of structures has elements instead.</summary>
    public bool HasMembers => TypeRid != 0 && !IsArray;

    /// <summary>False where "Accessible from HMI" is off for it or for something above it in TIA Portal: the CPU refuses it.</summary>
    public bool IsAccessible { get; internal init; } = true;

    /// <summary>True where "Writable from HMI" is off for it or for something above it, and for inputs, timers and counters.</summary>
    public bool IsReadOnly { get; internal init; }

    /// <summary>
    /// The item to read or write; null where it is not a single item (structures, arrays of strings, types without a value): use its members or elements.
    /// </summary>
    public S7PlusItem? Item { get; internal init; }

    /// <summary>The RID of the description of its members; 0: none.</summary>
    internal uint TypeRid { get; init; }

    internal SymbolPlace Place { get; }

    /// <summary>The symbol whose member or element it is; null: it is a block.</summary>
    internal S7PlusSymbol? Around { get; init; }

    /// <summary>Parses a path such as <c>"DB_Pack".Axis[2].Position</c>, without asking a CPU.</summary>
    /// <param name="levels">Its levels without quotes; indexes stay with their level.</param>
    /// <param name="error">What is wrong, as half a sentence.</param>
    public static bool TrySplit(string path, out IReadOnlyList<string> levels, out string error)
    {
        var isPath = SymbolPath.TryParse(path, out var steps, out error);
        levels = isPath
            ? [.. steps.Select(step => step.Indexes is null ? step.Name : $"{step.Name}[{string.Join(',', step.Indexes)}]")]
            : [];
        return isPath;
    }

    /// <inheritdoc/>
    public override string ToString() => Path;
}

/// <summary>A data block, or one of the tables of PLC tags.</summary>
/// <param name="Name">Its name; that of a table is "Inputs", "Outputs" or "Memory".</param>
/// <param name="Number">Number of a data block; null: a table.</param>
public sealed record S7PlusBlock(string Name, ushort? Number)
{
    /// <summary>The RID of the object.</summary>
    internal uint Rid { get; init; }

    /// <summary>The sub-area with the values.</summary>
    internal uint SubArea { get; init; }

    /// <summary>The RID of the description of its members; 0: the block is only in load memory and has no values.</summary>
    internal uint TypeRid { get; init; }

    /// <summary>Modification time of the interface as stored in the CPU; 0: unknown.</summary>
    internal ulong Modified { get; init; }

    /// <summary>True where the block has values; one that is only in load memory has none.</summary>
    public bool IsLoaded => TypeRid != 0;
}
