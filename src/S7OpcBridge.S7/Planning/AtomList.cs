namespace S7OpcBridge.S7.Planning;

/// <summary>
/// The map as the planner sees it: atoms, bytes that lie whole in one item, in lanes, within which neighbours may share an item. An atom is a range, or
/// several that overlap, or a piece of a range that is longer than an item can be. Timers and counters count two bytes each.
/// </summary>
internal sealed record AtomList
{
    /// <summary>In <see cref="Gap"/>: the two never share an item.</summary>
    internal const int Unbridgeable = int.MaxValue / 4;

    internal required int Count { get; init; }

    /// <summary>Index into <see cref="Lanes"/>, ascending.</summary>
    internal required int[] Lane { get; init; }

    /// <summary>First byte within the area, ascending within a lane.</summary>
    internal required int[] Start { get; init; }

    internal required int[] Length { get; init; }

    /// <summary>Bytes from the end of an atom to the next one; 0 where they touch.</summary>
    internal required int[] Gap { get; init; }

    /// <summary>Whether an atom could be cut further, though the planner does not: a bound must not count on it as one.</summary>
    internal required bool[] Divisible { get; init; }

    internal required AtomLane[] Lanes { get; init; }

    /// <summary>Of each planned range, in the order of the input: the atom of its first byte.</summary>
    internal required int[] FirstAtom { get; init; }

    /// <summary>Of each planned range: the atom of its last byte; another one than the first where it is cut.</summary>
    internal required int[] LastAtom { get; init; }

    /// <summary>Of each planned range: its first byte within its first atom.</summary>
    internal required int[] OffsetInFirst { get; init; }

    /// <summary>Of each atom, and once more at the end: how many atoms before it stay with a snapshot group. Null where there are no groups.</summary>
    internal int[]? HeldBefore { get; init; }

    /// <summary>Whether an atom of the run has to stay where its snapshot group is.</summary>
    internal bool IsHeld(AtomRun run) => HeldBefore is not null && HeldBefore[run.Last + 1] > HeldBefore[run.First];

    /// <summary>The same atoms, those of the units held together and apart from the others.</summary>
    internal AtomList Hold(List<SnapshotUnit> units)
    {
        if (units.Count == 0)
            return this;
        var held = new bool[Count];
        foreach (var run in units.SelectMany(unit => unit.Runs))
            Array.Fill(held, true, run.First, run.Last - run.First + 1);
        var before = new int[Count + 1];
        var gap = (int[])Gap.Clone();
        for (var atom = 0; atom < Count; atom++)
        {
            before[atom + 1] = before[atom] + (held[atom] ? 1 : 0);
            if (held[atom] || (atom + 1 < Count && held[atom + 1]))
                gap[atom] = Unbridgeable;
        }
        return this with { Gap = gap, HeldBefore = before };
    }

    internal int End(int atom) => Start[atom] + Length[atom];

    /// <summary>Data bytes of an item over these atoms.</summary>
    internal int Span(int first, int last) => End(last) - Start[first];

    /// <summary>The last atom up to which an item fits into so many bytes of an answer; below <paramref name="first"/> where none does.</summary>
    internal int LastWithin(int first, int last, int room)
    {
        var (fits, tooFar) = (first - 1, last + 1);
        while (tooFar - fits > 1)
        {
            var middle = (fits + tooFar) / 2;
            if (PduBudget.PaddedItem(Span(first, middle)) <= room)
                fits = middle;
            else
                tooFar = middle;
        }
        return fits;
    }
}

/// <summary>A data block or another area, or a part of one that is read apart because its ranges overlap too far to share cuts.</summary>
internal readonly record struct AtomLane(S7Area Area, ushort Db, int Part)
{
    /// <summary>Bytes of one address step: two for timers and counters.</summary>
    internal int Step => Area is S7Area.Timers or S7Area.Counters ? 2 : 1;

    /// <summary>
    /// Whether neighbours may be read in one item, with the gap between them: in memory, and among timers and counters, of which a CPU has all numbers up to
    /// its count. Not in the periphery, where two modules may meet between any two addresses.
    /// </summary>
    internal bool JoinsOverGaps => Area != S7Area.Peripheral;
}
