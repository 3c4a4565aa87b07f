using System.Collections.Immutable;

namespace S7OpcBridge.Core;

/// <summary>A UDT as clients see it: its members in order. Immutable; each type of a map exists once.</summary>
public sealed class TagStructureType
{
    /// <summary>Name, unique among the types of the map; a structure written in place has its owner's in front: <c>Motor.Limits</c>.</summary>
    public required string Name { get; init; }

    /// <summary>The members in the order of their places.</summary>
    public required ImmutableArray<TagStructureField> Fields { get; init; }

    /// <summary>Bytes in the PLC, even.</summary>
    public required int Bytes { get; init; }

    /// <summary>Tags that one value of the type is made of, those of structures within it included.</summary>
    public required int TagCount { get; init; }
}

/// <summary>A member of a <see cref="TagStructureType"/>.</summary>
public sealed record TagStructureField
{
    /// <summary>Its name, unique in the type.</summary>
    public required string Name { get; init; }

    /// <summary>Free text for people; null: none.</summary>
    public string? Description { get; init; }

    /// <summary>Kind of the value or of its elements; None for a structure.</summary>
    public TagValueKind Kind { get; init; }

    /// <summary>The structure that the member, or each of its elements, is; null: it is one tag.</summary>
    public TagStructureType? Structure { get; init; }

    /// <summary>Elements of an array; 0: it is none. Several dimensions count as one, row by row.</summary>
    public int ArrayLength { get; init; }

    /// <summary>Characters of a text at most; 0 for everything else.</summary>
    public int MaxCharacters { get; init; }

    /// <summary>Tags that it is made of.</summary>
    public int TagCount => Structure is null ? 1 : Structure.TagCount * Math.Max(1, ArrayLength);
}
