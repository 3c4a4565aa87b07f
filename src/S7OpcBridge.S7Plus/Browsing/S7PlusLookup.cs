namespace S7OpcBridge.S7Plus;

/// <summary>Why a symbol was not found.</summary>
public enum S7PlusLookupProblem : byte
{
    /// <summary>It was found.</summary>
    None,

    /// <summary>The path cannot be read.</summary>
    BadPath,

    /// <summary>There is no block and no PLC tag of this name.</summary>
    NoBlock,

    /// <summary>The block is in load memory only: it has no values.</summary>
    NotLoaded,

    /// <summary>There is no member of this name.</summary>
    NoMember,

    /// <summary>An index stands behind something that is no array.</summary>
    NotAnArray,

    /// <summary>An index is outside the array, or the number of indexes is not that of its dimensions.</summary>
    OutOfBounds,

    /// <summary>A member is asked of an array as a whole: an index is missing.</summary>
    IndexMissing,
}

/// <summary>The outcome of looking a symbol up. A symbol that is not there is data, not an exception.</summary>
/// <param name="Symbol">The symbol; null where there is none.</param>
/// <param name="Problem">Why there is none.</param>
/// <param name="At">The part of the path that went wrong.</param>
/// <param name="Detail">More about it: bounds, or what cannot be read; empty where there is nothing to say.</param>
/// <param name="Names">The names that there are instead, for finding the nearest.</param>
public sealed record S7PlusLookup(S7PlusSymbol? Symbol, S7PlusLookupProblem Problem, string At, string Detail, IReadOnlyList<string> Names)
{
    internal static S7PlusLookup Found(S7PlusSymbol symbol) => new(symbol, S7PlusLookupProblem.None, "", "", []);

    internal static S7PlusLookup Failed(S7PlusLookupProblem problem, string at, string detail = "", IReadOnlyList<string>? names = null) =>
        new(null, problem, at, detail, names ?? []);
}
