namespace S7OpcBridge.S7.Planning;

/// <summary>When runs of large atoms, which leave holes, are placed.</summary>
internal enum CoarseRuns : byte
{
    /// <summary>After the small items, in what those leave.</summary>
    Last,

    /// <summary>First, then all other runs, and small items in the holes.</summary>
    First,

    /// <summary>First, request by request, in the combination that fills it best.</summary>
    Fitted,

    /// <summary>Cut into about one chunk for each request, which then are placed like small items.</summary>
    Chunked,
}

/// <summary>One way to go about it; which is best depends on what the map is short of.</summary>
/// <param name="Joining">0: join only as many gaps as the item cap asks for; 1: as many as the bytes allow; between: between.</param>
/// <param name="Whole">Runs up to this part of a request are placed whole before longer ones are poured.</param>
/// <param name="Deal">True: deal small items out evenly, when items are short; false: fill the fullest request first, when bytes are.</param>
/// <param name="Coarse">When runs of large atoms are placed.</param>
internal readonly record struct SpreadStrategy(double Joining, double Whole, bool Deal, CoarseRuns Coarse)
{
    /// <summary>
    /// The ones that earn their keep: of all combinations, in the order in which each brought most over the corpus beside those before it; the rest brought
    /// nothing.
    /// </summary>
    internal static IReadOnlyList<SpreadStrategy> All { get; } =
    [
        new(0.5, 0.125, Deal: true, CoarseRuns.Last),
        new(0, 1, Deal: true, CoarseRuns.Chunked),
        new(0.9, 0.125, Deal: true, CoarseRuns.Chunked),
        new(0, 0.125, Deal: true, CoarseRuns.First),
        new(0, 0.125, Deal: true, CoarseRuns.Fitted),
        new(0, 0.125, Deal: true, CoarseRuns.Chunked),
        new(0, 0.125, Deal: false, CoarseRuns.First),
        new(0.5, 1, Deal: true, CoarseRuns.Last),
    ];
}
