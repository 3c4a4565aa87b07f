namespace S7OpcBridge.S7.Planning.Packing;

/// <summary>When runs of large atoms, which leave unused space, are placed.</summary>
internal enum CoarseRuns : byte
{
    /// <summary>After the small items, in the remaining space.</summary>
    Last,

    /// <summary>First, then all other runs; small items fill the remaining space.</summary>
    First,

    /// <summary>First, request by request, in the combination that fills each best.</summary>
    Fitted,

    /// <summary>Cut into about one chunk per request, which are then placed like small items.</summary>
    Chunked,
}

/// <summary>Parameters of one packing attempt; which attempt is best depends on what is scarce in the map.</summary>
/// <param name="Joining">0: join only as many gaps as the item limit requires; 1: as many as the bytes allow; values in between interpolate.</param>
/// <param name="Whole">Runs up to this fraction of a request are placed whole before longer ones are cut.</param>
/// <param name="Deal">True: distribute small items evenly, for scarce items; false: fill the fullest request first, for scarce bytes.</param>
/// <param name="Coarse">When runs of large atoms are placed.</param>
internal readonly record struct SpreadStrategy(double Joining, double Whole, bool Deal, CoarseRuns Coarse)
{
    /// <summary>The useful combinations, ordered by how much each improved the corpus after those before it; all others improved nothing.</summary>
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
