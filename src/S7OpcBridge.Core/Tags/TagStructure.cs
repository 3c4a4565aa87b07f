namespace S7OpcBridge.Core;

/// <summary>
/// A structure in the map: a tag of a UDT type, an element of an array of them, or a structure inside another. Its members are consecutive tags; PLC, scan
/// class and address are those of the first member.
/// </summary>
/// <param name="Type">Its type, or that of its elements.</param>
/// <param name="FirstTag">Id of its first member.</param>
/// <param name="NameLength">Length of the structure's own name within the name of the first member, because names are stored once.</param>
/// <param name="Parent">The enclosing structure or array, as an index in <see cref="TagMap.Structures"/>; -1: none.</param>
/// <param name="ArrayLength">Number of elements of an array, each of which follows as a structure of its own; 0: a single structure.</param>
/// <param name="Access">Access to the whole structure: what every member allows.</param>
/// <param name="Description">Free text; null: none.</param>
public readonly record struct TagStructure(
    TagStructureType Type,
    int FirstTag,
    int NameLength,
    int Parent,
    int ArrayLength,
    TagAccess Access,
    string? Description = null
)
{
    /// <summary>Number of its tags.</summary>
    public int TagCount => Type.TagCount * Math.Max(1, ArrayLength);

    /// <summary>Bytes in the PLC.</summary>
    public int Bytes => Type.Bytes * Math.Max(1, ArrayLength);

    /// <summary>True for an array of structures.</summary>
    public bool IsArray => ArrayLength > 0;

    /// <summary>True for one of its tags.</summary>
    public bool Holds(int tag) => tag >= FirstTag && tag < FirstTag + TagCount;
}
