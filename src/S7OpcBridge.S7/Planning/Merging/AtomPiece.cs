namespace S7OpcBridge.S7.Planning.Merging;

/// <summary>A range, or a part of one, from which an atom is made.</summary>
/// <param name="Lane">The lane that contains it.</param>
/// <param name="Start">First byte.</param>
/// <param name="End">The byte after it.</param>
/// <param name="Range">The range that it belongs to, or −1 where it only keeps others together.</param>
/// <param name="Continues">True for a piece of a cut range other than its first: it is adjacent to the previous one.</param>
/// <param name="Divisible">True where it has several elements between which it could be cut; the planner does not do so, for speed.</param>
internal readonly record struct AtomPiece(AtomLane Lane, int Start, int End, int Range, bool Continues = false, bool Divisible = false)
    : IComparable<AtomPiece>
{
    /// <summary>Orders by address, continuing pieces first, then longer ones. Equal pieces may have any order, because they become the same atom.</summary>
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
