using S7OpcBridge.S7;

namespace S7OpcBridge.Map.UserTypes;

/// <summary>The offsets of a structure's elementary members.</summary>
/// <param name="Leaves">The members; nested ones have their path as name.</param>
/// <param name="Bytes">Length of the structure, even.</param>
internal sealed record StructLayout(IReadOnlyList<StructLeaf> Leaves, int Bytes)
{
    /// <summary>True where members at the end were left out because their offsets are unknown.</summary>
    public bool IsCut { get; init; }

    /// <summary>The members that were left out, each with the reason.</summary>
    public IReadOnlyList<LostMember> Lost { get; init; } = [];
}

/// <summary>A member that a source declares and that is not in the layout.</summary>
/// <param name="Path">Its path; that of the first element for members of an array of structures.</param>
/// <param name="Spot">Its location; none for a member of a system type.</param>
/// <param name="Reason">Why, and what to do.</param>
internal sealed record LostMember(string Path, SourceLocation Spot, string Reason)
{
    /// <summary>How often it is there: once for each element of the arrays around it.</summary>
    public int Count { get; init; } = 1;

    /// <summary>False for what holds no value of the process: a pointer, or the number of a timer or block.</summary>
    public bool IsValue { get; init; } = true;
}

/// <summary>An elementary member of a structure.</summary>
/// <param name="Path">Its path: <c>Drive/Speed</c>, <c>Pumps[3]/Running</c>.</param>
/// <param name="Offset">First byte from the structure's start.</param>
/// <param name="Bit">Bit of a Bool.</param>
/// <param name="Member">The declaration: description, unit, access.</param>
internal readonly record struct StructLeaf(string Path, int Offset, byte Bit, S7DataType Type, UserTypeMember Member);

/// <summary>
/// The index texts of an array of structures, row by row: <c>[1]</c>, <c>[2]</c>; <c>[0,0]</c>, <c>[0,1]</c>; one empty text where it is no array.
/// </summary>
internal static class StructIndexes
{
    public static IEnumerable<string> Enumerate(IReadOnlyList<ArrayBounds> bounds)
    {
        if (bounds.Count == 0)
            return [""];
        IEnumerable<string> texts = [""];
        foreach (var dimension in bounds)
            texts = texts.SelectMany(text =>
                Enumerable.Range(dimension.Lower, Math.Max(0, dimension.Length)).Select(i => text.Length == 0 ? $"{i}" : $"{text},{i}")
            );
        return texts.Select(text => $"[{text}]");
    }
}
