using System.Collections.Immutable;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>What a CPU has under a symbol: one value, or a structure or an array with what is in it. Immutable.</summary>
public sealed record CpuSymbol
{
    /// <summary>Its name within what is around it; of an element its index in brackets.</summary>
    public required string Name { get; init; }

    /// <summary>The whole symbol, as TIA Portal writes it.</summary>
    public required string Symbol { get; init; }

    /// <summary>Type of the value; default: it has <see cref="Members"/> instead.</summary>
    public S7DataType Type { get; init; }

    /// <summary>True where the CPU takes no writes from outside.</summary>
    public bool IsReadOnly { get; init; }

    /// <summary>True for an array that is not one value: its members are the elements.</summary>
    public bool IsArray { get; init; }

    /// <summary>Members or elements that can be read, in the order of the CPU.</summary>
    public ImmutableArray<CpuSymbol> Members { get; init; } = [];

    /// <summary>True for a single value, be it an array.</summary>
    public bool IsValue => Type.Kind != S7TypeKind.None;

    /// <summary>Text of its shape: two with the same are of one structure type.</summary>
    internal string Shape =>
        field ??= IsValue
            ? Type.ToString()
            : $"{(IsArray ? "[" : "{")}{string.Join(';', Members.Select(member => $"{member.Name}:{member.Shape}"))}}}";
}

/// <summary>What a CPU told of the symbols that a map names. Immutable.</summary>
/// <param name="Found">What there is, by the symbol as the map writes it; what is missing here is not there, or not visible.</param>
public sealed record CpuSymbols(ImmutableDictionary<string, CpuSymbol> Found);
