using S7OpcBridge.Map.Findings;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.UserTypes;

/// <summary>Leaves out members of a source's structure whose type is not known, with a warning for each: bytes of a known length are stepped over, else all that follows is left out.</summary>
internal sealed class UnknownMembers(UserType owner, TypeResolver types, FindingList findings)
{
    /// <summary>Pointer that an instance keeps of an in-out parameter whose type is not elementary, in bytes.</summary>
    private const int PointerLength = 6;

    /// <summary>True once a member of unknown length has come: where the others lie is not known.</summary>
    public bool IsCut { get; private set; }

    /// <summary>Steps over a member; false: it is to be placed, or is an error.</summary>
    /// <param name="member">The member.</param>
    /// <param name="type">Its type; null: not known.</param>
    /// <param name="error">What is wrong with the type.</param>
    /// <param name="length">Bytes to step over, from an even one on.</param>
    public bool TryPass(UserTypeMember member, TypeReference? type, string error, out int length)
    {
        length = 0;
        if (!owner.IsFromSource)
            return false;
        if (member.IsInOut && (member.Nested is not null || type is null || type.User is not null || type.Elementary.IsArray || type.Elementary.Capacity > 0 || type.Elementary.ElementSize > 4))
        {
            length = PointerLength;
            owner.Members.Remove(member);
            findings.Warning(member.Spot, $"'{member.Name}' is an in-out parameter, of which '{owner.Name}' keeps a pointer only; it is left out");
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
            findings.Warning(member.Spot, $"'{member.Name}' has the system type {name}, whose members are not known; it is left out, and what follows keeps its place");
            return true;
        }
        if (bounds.Count > 0 && S7DataType.TryParse(name, out _, out _))
            return false;
        IsCut = true;
        findings.Warning(member.Spot, $"'{member.Name}' of '{owner.Name}' has the type {Excerpt.Of(text)}, whose length is not known; it and the members behind it are left out. To have them, write the type with its members under 'types'");
        return true;
    }

    /// <summary>Leaves out all behind a member that itself was cut.</summary>
    public void CutBehind(UserTypeMember member)
    {
        IsCut = true;
        findings.Warning(member.Spot, $"the length of '{member.Name}' is not known, because members of it were left out; the members of '{owner.Name}' behind it are left out, too");
    }
}
