using S7OpcBridge.Core;
using S7OpcBridge.Map.RawConfig.Alarms;

namespace S7OpcBridge.Map.UserTypes;

/// <summary>A structure: a UDT of the map or of a TIA export, a nested STRUCT, or a whole data block.</summary>
internal sealed class UserType(string name, SourceLocation spot)
{
    public string Name => name;

    public SourceLocation Spot => spot;

    public List<UserTypeMember> Members { get; } = [];

    /// <summary>The UDT of a data block that is declared by one UDT; null for others.</summary>
    public string? SameAs { get; set; }

    /// <summary>Number of a data block where the source contains it; otherwise null.</summary>
    public int? Db { get; set; }

    /// <summary>True for a data block with optimised access, whose bytes have no fixed offsets.</summary>
    public bool IsOptimised { get; set; }

    public bool Used { get; set; }

    /// <summary>True for a declaration from TIA Portal or STEP 7, where members of unknown type are left out with a warning.</summary>
    public bool IsFromSource { get; init; }

    /// <summary>True for a function block, whose members are those of its instances.</summary>
    public bool IsFunctionBlock { get; init; }

    /// <summary>Start values after BEGIN: path and literal.</summary>
    public List<(string Path, string Value)> Starts { get; } = [];

    /// <summary>True after findings: it has no layout, and asking again finds nothing new.</summary>
    public bool HasNoLayout { get; set; }

    /// <summary>The offsets of its members, computed once by <see cref="StandardLayout"/>.</summary>
    public StructLayout? Layout { get; set; }
}

/// <summary>A member of a structure.</summary>
/// <param name="Spot">Its location.</param>
/// <param name="Type">Its type as written: elementary, the name of another structure, or an array of either; null where <see cref="Nested"/> is set.</param>
/// <param name="TypeSpot">Location of the type.</param>
internal sealed record UserTypeMember(string Name, SourceLocation Spot, string? Type, SourceLocation TypeSpot)
{
    /// <summary>An anonymous structure.</summary>
    public UserType? Nested { get; init; }

    /// <summary>Bounds where <see cref="Nested"/> is an array of structures, as written: <c>[1..MAX]</c>; otherwise empty.</summary>
    public string Bounds { get; init; } = "";

    /// <summary>True for the first member of a section of a function block, which begins on an even byte.</summary>
    public bool StartsSection { get; init; }

    /// <summary>True for an in-out parameter: where its type is not elementary, an instance stores only a pointer.</summary>
    public bool IsInOut { get; init; }

    /// <summary>True for bytes that are not shown to clients.</summary>
    public bool IsHidden { get; init; }

    /// <summary>True where the source forbids writes from outside.</summary>
    public bool IsReadOnly { get; init; }

    public TagDetails? Details { get; init; }

    public TagAccess? Access { get; init; }

    /// <summary>Start value as written; null: none.</summary>
    public string? Start { get; init; }

    /// <summary>False where the source forbids access from HMI.</summary>
    public bool IsAccessible { get; init; } = true;

    /// <summary>OPC UA type instead of the usual one.</summary>
    public string? UaType { get; init; }

    /// <summary>Its alarms; null: none.</summary>
    public RawTagAlarms? Alarms { get; init; }
}

/// <summary>One dimension of an array.</summary>
internal readonly record struct ArrayBounds(int Lower, int Upper)
{
    /// <summary>Dimensions that an array has at most, in TIA Portal and in STEP 7.</summary>
    public const int MostDimensions = 6;

    /// <summary>Elements; an array that is longer than an int counts as that long.</summary>
    public int Length => (int)Math.Clamp((long)Upper - Lower + 1, 0, int.MaxValue);

    /// <summary>Elements of all dimensions together; no dimension: 1; more than an int: that many.</summary>
    public static int CountOf(IReadOnlyList<ArrayBounds> bounds)
    {
        var count = 1L;
        foreach (var dimension in bounds)
            count = Math.Min(int.MaxValue, count * dimension.Length);
        return (int)count;
    }
}
