namespace S7OpcBridge.S7;

/// <summary>When runs of large atoms, which leave holes, are placed.</summary>
internal enum CoarseRuns : byte
{
    /// <summary>After the small items, in what those leave.</summary>
    Last,

    /// <summary>First, each request as full as it gets.</summary>
    First,

    /// <summary>First, request by request, in the combination that fills it best.</summary>
    Fitted,

    /// <summary>Like <see cref="Fitted"/>, but spread over all requests, so that each has room for its part of the small items.</summary>
    FittedAndSpread,
}

/// <summary>One way to go about it; which is best depends on what the map is short of.</summary>
/// <param name="Joining">0: join only as many gaps as the item cap asks for; 1: as many as the bytes allow; between: between.</param>
/// <param name="Whole">Runs up to this part of a request are placed whole before longer ones are poured.</param>
/// <param name="Deal">True: deal small items out evenly, when items are short; false: fill the fullest request first, when bytes are.</param>
/// <param name="Coarse">When runs of large atoms are placed.</param>
internal readonly record struct SpreadStrategy(double Joining, double Whole, bool Deal, CoarseRuns Coarse)
{
    internal static IReadOnlyList<SpreadStrategy> All { get; } =
    [
        .. from joining in (double[])[0, 0.5, 0.9]
           from whole in (double[])[0.125, 1]
           from deal in (bool[])[true, false]
           from coarse in Enum.GetValues<CoarseRuns>()
           select new SpreadStrategy(joining, whole, deal, coarse),
    ];
}
