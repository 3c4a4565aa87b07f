using S7OpcBridge.Map.Findings;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.UserTypes;

/// <summary>
/// Leaves out members of unknown type from the structures of a source, with a warning for each. Where the member's length is known, only its bytes are skipped;
/// otherwise all later members are left out, too.
/// </summary>
internal sealed class UnknownMembers(UserType owner, TypeResolver types, FindingList findings)
{
    /// <summary>Length in bytes of the pointer that an instance stores for an in-out parameter of a non-elementary type.</summary>
    private const int PointerLength = 6;

    /// <summary>True after a member of unknown length: the offsets of later members are unknown.</summary>
    public bool IsCut { get; private set; }

    /// <summary>Skips a member; false: it must be laid out, or is an error.</summary>
    /// <param name="member">The member.</param>
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
            owner.Members.Remove(member);
            findings.Warning(member.Spot, $"'{member.Name}' is an in-out parameter, of which '{owner.Name}' stores only a pointer; it is left out");
            return true;
        }
        if (type is not null || member.Type is not { } text || (text.Contains('"') && !owner.IsFunctionBlock))
            return false;
        if (types.SplitBounds(text, out var bounds) is not { } name)
            return false;
        if (SystemTypes.LengthOf(name) is { } known)
        {
            length = bounds.Aggregate((known + 1) & ~1, (bytes, dimension) => bytes * Math.Max(0, dimension.Length));
            owner.Members.Remove(member);
            findings.Warning(member.Spot, $"'{member.Name}' has the system type {name}, whose members are unknown; it is left out, and later members keep "
                + "their offsets");
            return true;
        }
        if (bounds.Count > 0 && S7DataType.TryParse(name, out _, out _))
            return false;
        IsCut = true;
        findings.Warning(member.Spot, $"'{member.Name}' of '{owner.Name}' has the type {Excerpt.Of(text)}, whose length is unknown; it and the members after "
            + "it are left out. To include them, define the type with its members under 'types'");
        return true;
    }

    /// <summary>Leaves out all members after one that is incomplete.</summary>
    public void CutBehind(UserTypeMember member)
    {
        IsCut = true;
        findings.Warning(member.Spot, $"the length of '{member.Name}' is not known, because members of it were left out; the members of '{owner.Name}' behind "
            + "it are left out, too");
    }
}
