using System.Collections.Immutable;

namespace S7OpcBridge.Core;

/// <summary>A UDT as clients see it: its members in order. Immutable; one object per type of a map.</summary>
public sealed class TagStructureType
{
    /// <summary>Name, unique among the types of the map; an anonymous structure is named after its owner: <c>Motor.Limits</c>.</summary>
    public required string Name { get; init; }

    /// <summary>The members in the order of their offsets.</summary>
    public required ImmutableArray<TagStructureField> Fields { get; init; }

    /// <summary>Size in the PLC in bytes, even.</summary>
    public required int Bytes { get; init; }

    /// <summary>Number of tags of one value, including those of nested structures.</summary>
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

    /// <summary>The structure type of the member or of its elements; null: the member is one tag.</summary>
    public TagStructureType? Structure { get; init; }

    /// <summary>Number of elements of an array; 0: no array. Several dimensions count as one, row by row.</summary>
    public int ArrayLength { get; init; }

    /// <summary>Maximum characters of a text; 0 for other types.</summary>
    public int MaxCharacters { get; init; }

    /// <summary>Number of its tags.</summary>
    public int TagCount => Structure is null ? 1 : Structure.TagCount * Math.Max(1, ArrayLength);
}
