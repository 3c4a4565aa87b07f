using S7OpcBridge.Map.Findings;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.UserTypes;

/// <summary>
/// Leaves out members of unknown type from the structures of a source, with a warning for each. Where the member's length is known, only its bytes are skipped;
/// otherwise all later members are left out, too.
/// </summary>
/// <param name="owner">The structure.</param>
/// <param name="types">Knows the types.</param>
/// <param name="findings">Receives the warnings.</param>
/// <param name="cutsAll">True: also a type in quotes that is not declared ends the structure there; false: it is an error, as in a map written by hand.</param>
internal sealed class UnknownMembers(UserType owner, TypeResolver types, FindingList findings, bool cutsAll)
{
    /// <summary>Length in bytes of the pointer that an instance stores for an in-out parameter of a non-elementary type.</summary>
    private const int PointerLength = 6;

    /// <summary>Length in bytes of the number of a timer, counter or block.</summary>
    private const int NumberLength = 2;

    private const int MostCounted = 1_000_000,
        MostLines = 200;

    /// <summary>Bytes beyond the end of every block.</summary>
    private const int LongestArray = 1_000_000;

    private readonly HashSet<UserTypeMember> _left = new(ReferenceEqualityComparer.Instance);
    private string _last = "";

    /// <summary>True after a member of unknown length: the offsets of later members are unknown.</summary>
    public bool IsCut { get; private set; }

    /// <summary>What was left out.</summary>
    public List<LostMember> Lost { get; } = [];

    /// <summary>Skips a member; false: it must be laid out, or is an error.</summary>
    /// <param name="type">Its type; null: unknown.</param>
    /// <param name="error">The error text about the type.</param>
    /// <param name="length">Number of bytes to skip, beginning at an even one.</param>
    public bool TryPass(UserTypeMember member, TypeReference? type, string error, out int length)
    {
        length = 0;
        if (!owner.IsFromSource)
            return false;
        if (
            member.IsInOut
            && (
                member.Nested is not null
                || type is null
                || type.User is not null
                || type.Elementary.IsArray
                || type.Elementary.Capacity > 0
                || type.Elementary.ElementSize > 4
            )
        )
        {
            length = PointerLength;
            Lose(
                member,
                $"'{member.Name}' is an in-out parameter, of which '{owner.Name}' stores only a pointer; it is left out",
                isValue: false
            );
            return true;
        }
        if (member.Type is { } word && SystemTypes.IsNumberOf(word))
        {
            length = NumberLength;
            Lose(
                member,
                $"'{member.Name}' is a parameter that holds the number of a {word}; it is left out, and later members keep their offsets",
                isValue: false
            );
            return true;
        }
        if (type is not null || member.Type is not { } text || (text.Contains('"') && !owner.IsFunctionBlock && !cutsAll))
            return false;
        if (types.SplitBounds(text, out var bounds) is not { } name)
            return false;
        if (SystemTypes.LengthOf(name) is { } known)
        {
            length = (int)Math.Min(LongestArray, (long)((known + 1) & ~1) * ArrayBounds.CountOf(bounds));
            Lose(
                member,
                $"'{member.Name}' has the system type {name}, whose members are unknown; it is left out, and later members keep their offsets",
                isValue: !SystemTypes.IsPointer(name)
            );
            return true;
        }
        if (bounds.Count > 0 && S7DataType.TryParse(name, out _, out _))
            return false;
        IsCut = true;
        Lose(
            member,
            $"'{member.Name}' of '{owner.Name}' has the type {Excerpt.From(text)}, whose length is unknown; it and the members after "
                + "it are left out. To include them, define the type with its members under 'types'"
        );
        return true;
    }

    /// <summary>Leaves out all members after one that is incomplete.</summary>
    public void CutBehind(UserTypeMember member)
    {
        IsCut = true;
        findings.Warning(
            member.Spot,
            $"the length of '{member.Name}' is not known, because members of it were left out; the members of '{owner.Name}' behind "
                + "it are left out, too"
        );
        _last = member.Name;
    }

    /// <summary>Leaves out a member behind one whose length is unknown; that one had the warning.</summary>
    public void Pass(UserTypeMember member)
    {
        _left.Add(member);
        if (!member.IsHidden)
            Add(new LostMember(member.Name, member.Spot, $"it lies behind '{_last}' of '{owner.Name}', whose length is not known"));
    }

    /// <summary>Adds what a structure inside left out.</summary>
    /// <param name="member">The member that is the structure, or an array of it.</param>
    /// <param name="bounds">The array; empty: none.</param>
    /// <param name="inner">Its layout.</param>
    public void Inherit(UserTypeMember member, IReadOnlyList<ArrayBounds> bounds, StructLayout inner)
    {
        if (inner.Lost.Count == 0)
            return;
        var elements = Math.Min(MostCounted, ArrayBounds.CountOf(bounds));
        var first = $"{member.Name}{StructIndexes.Enumerate(bounds).FirstOrDefault()}";
        foreach (var lost in inner.Lost)
            Add(lost with { Path = $"{first}/{lost.Path}", Count = (int)Math.Min(MostCounted, (long)lost.Count * elements) });
        // Of an array of them only the first element has known offsets.
        if (!inner.IsCut || elements < 2 || inner.Leaves.Count == 0)
            return;
        var reason = $"the elements behind the first have no known offsets, because the length of '{member.Name}' is not known";
        Add(
            new LostMember($"{member.Name}[…]", member.Spot, reason)
            {
                Count = (int)Math.Min(MostCounted, (long)(elements - 1) * inner.Leaves.Count),
            }
        );
    }

    /// <summary>Removes the members that were left out, and those that clients do not see, from the structure.</summary>
    public void RemoveLeftOut() => owner.Members.RemoveAll(member => member.IsHidden || _left.Contains(member));

    // Each block that has them reports them, so many become one line.
    private void Add(LostMember lost)
    {
        if (Lost.Count < MostLines)
            Lost.Add(lost);
        else
            Lost[^1] = new LostMember("…", lost.Spot, "further members are left out for the same reasons")
            {
                Count = (int)Math.Min(MostCounted, (long)Lost[^1].Count + lost.Count),
            };
    }

    private void Lose(UserTypeMember member, string reason, bool isValue = true)
    {
        _left.Add(member);
        findings.Warning(member.Spot, reason);
        Add(new LostMember(member.Name, member.Spot, reason) { IsValue = isValue });
        _last = member.Name;
    }
}
