namespace S7OpcBridge.S7.Planning;

/// <summary>A range, or a part of one, on its way into an atom.</summary>
/// <param name="Lane">Where it lies.</param>
/// <param name="Start">First byte.</param>
/// <param name="End">The byte behind it.</param>
/// <param name="Range">The range that it belongs to, or −1 where it only holds others together.</param>
/// <param name="Continues">A piece of a cut range, but not its first: it touches the one before.</param>
/// <param name="Divisible">It holds several elements, between which it could be cut: the planner chose not to, for speed.</param>
internal readonly record struct AtomPiece(AtomLane Lane, int Start, int End, int Range, bool Continues = false, bool Divisible = false) : IComparable<AtomPiece>
{
    /// <summary>By address, continuing pieces first, then longer ones; equal ones in any order, since they end up in the same atom.</summary>
    public int CompareTo(AtomPiece other)
    {
        var order = Lane.Area.CompareTo(other.Lane.Area);
        if (order == 0)
            order = Lane.Db.CompareTo(other.Lane.Db);
        if (order == 0)
            order = Lane.Part.CompareTo(other.Lane.Part);
        if (order == 0)
            order = Start.CompareTo(other.Start);
        if (order == 0)
            order = other.Continues.CompareTo(Continues);
        return order != 0 ? order : other.End.CompareTo(End);
    }
}
