namespace S7OpcBridge.S7Plus;

/// <summary>Why a symbol was not found.</summary>
public enum S7PlusLookupProblem : byte
{
    /// <summary>It was found.</summary>
    None,

    /// <summary>The path has a syntax error.</summary>
    BadPath,

    /// <summary>No block and no PLC tag has this name.</summary>
    NoBlock,

    /// <summary>The block is only in load memory and has no values.</summary>
    NotLoaded,

    /// <summary>There is no member of this name.</summary>
    NoMember,

    /// <summary>An index follows something that is not an array.</summary>
    NotAnArray,

    /// <summary>An index is outside the array, or the number of indexes differs from the number of dimensions.</summary>
    OutOfBounds,

    /// <summary>A member of an array was requested without an index.</summary>
    IndexMissing,
}

/// <summary>The result of looking up a symbol. A missing symbol is data, not an exception.</summary>
/// <param name="Symbol">The symbol; null: not found.</param>
/// <param name="Problem">Why it was not found.</param>
/// <param name="At">The part of the path with the problem.</param>
/// <param name="Detail">Details: bounds, or the syntax error; may be empty.</param>
/// <param name="Names">The existing names, to find the nearest one.</param>
public sealed record S7PlusLookup(S7PlusSymbol? Symbol, S7PlusLookupProblem Problem, string At, string Detail, IReadOnlyList<string> Names)
{
    internal static S7PlusLookup Found(S7PlusSymbol symbol) => new(symbol, S7PlusLookupProblem.None, "", "", []);

    internal static S7PlusLookup Failed(S7PlusLookupProblem problem, string at, string detail = "", IReadOnlyList<string>? names = null) =>
        new(null, problem, at, detail, names ?? []);
}
