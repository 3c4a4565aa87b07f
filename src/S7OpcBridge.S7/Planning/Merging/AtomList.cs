using S7OpcBridge.S7.Planning.Limits;

namespace S7OpcBridge.S7.Planning.Merging;

/// <summary>
/// The planner's input: atoms, which must each be read by one item, in lanes, within which neighbours may share an item. An atom is a range, several
/// overlapping ranges, or a piece of a range that is longer than an item. Timers and counters count two bytes each.
/// </summary>
internal sealed record AtomList
{
    /// <summary>Value in <see cref="Gap"/> for neighbours that must not share an item.</summary>
    internal const int Unbridgeable = int.MaxValue / 4;

    internal required int Count { get; init; }

    /// <summary>Index into <see cref="Lanes"/>, ascending.</summary>
    internal required int[] Lane { get; init; }

    /// <summary>First byte within the area, ascending within a lane.</summary>
    internal required int[] Start { get; init; }

    internal required int[] Length { get; init; }

    /// <summary>Bytes from the end of an atom to the next one; 0 where they are adjacent.</summary>
    internal required int[] Gap { get; init; }

    /// <summary>Whether an atom could be cut further. The planner does not do so, but a bound must allow for it.</summary>
    internal required bool[] Divisible { get; init; }

    internal required AtomLane[] Lanes { get; init; }

    /// <summary>For each range in the order of the input: the atom of its first byte.</summary>
    internal required int[] FirstAtom { get; init; }

    /// <summary>For each range: the atom of its last byte; differs from the first atom where the range is cut.</summary>
    internal required int[] LastAtom { get; init; }

    /// <summary>For each range: its first byte within its first atom.</summary>
    internal required int[] OffsetInFirst { get; init; }

    /// <summary>For each atom, and once more at the end: how many atoms before it belong to a snapshot group. Null where there are no groups.</summary>
    internal int[]? HeldBefore { get; init; }

    /// <summary>Whether an atom of the run must stay in the request of its snapshot group.</summary>
    internal bool IsHeld(AtomRun run) => HeldBefore is not null && HeldBefore[run.Last + 1] > HeldBefore[run.First];

    /// <summary>The same atoms, where those of the units are kept together and separate from the others.</summary>
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

    /// <summary>Bytes of an answer that an item over these atoms takes, padded.</summary>
    internal int AnswerBytes(AtomRun run) => PduBudget.PaddedItem(Span(run.First, run.Last));

    /// <summary>Orders runs by descending length, then by address.</summary>
    internal int LongestFirst(AtomRun left, AtomRun right)
    {
        var order = Span(right.First, right.Last).CompareTo(Span(left.First, left.Last));
        return order != 0 ? order : left.First.CompareTo(right.First);
    }

    /// <summary>The last atom up to which an item fits into a number of answer bytes; below <paramref name="first"/> where none fits.</summary>
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

/// <summary>A data block or another area, or a part of one that is read separately because its ranges overlap too far to share cuts.</summary>
internal readonly record struct AtomLane(S7Area Area, ushort Db, int Part)
{
    /// <summary>Bytes per address step: two for timers and counters.</summary>
    internal int Step => Area is S7Area.Timers or S7Area.Counters ? 2 : 1;

    /// <summary>
    /// Whether neighbours may be read in one item including the gap between them. True for memory and for timers and counters, whose numbers all exist up to
    /// their count. False for peripherals, where two modules may meet between any two addresses.
    /// </summary>
    internal bool JoinsOverGaps => Area != S7Area.Peripheral;
}

/// <summary>A planned item: consecutive atoms of one lane that are read together.</summary>
internal readonly record struct AtomRun(int First, int Last);
