namespace S7OpcBridge.Core;

/// <summary>
/// A place in the map where a structure lies: a tag of a UDT type, an element of an array of them, a structure inside another. Its members are tags that follow each
/// other; what holds for it (PLC, scan class, address) follows from the first.
/// </summary>
/// <param name="Type">Its type, or that of its elements.</param>
/// <param name="FirstTag">Id of its first member.</param>
/// <param name="NameLength">Characters of the first member's name that are its own: names are not kept twice.</param>
/// <param name="Parent">The structure or array around it, as an index in <see cref="TagMap.Structures"/>; -1: none.</param>
/// <param name="ArrayLength">Elements of an array, each of which is a structure of its own behind it; 0: it is one structure.</param>
/// <param name="Access">What clients may do with the whole: what they may do with every member.</param>
/// <param name="Description">Free text for people; null: none.</param>
public readonly record struct TagStructure(TagStructureType Type, int FirstTag, int NameLength, int Parent, int ArrayLength, TagAccess Access, string? Description = null)
{
    /// <summary>Tags that it is made of.</summary>
    public int TagCount => Type.TagCount * Math.Max(1, ArrayLength);

    /// <summary>Bytes in the PLC.</summary>
    public int Bytes => Type.Bytes * Math.Max(1, ArrayLength);

    /// <summary>True for an array of structures.</summary>
    public bool IsArray => ArrayLength > 0;

    /// <summary>True for a tag that it is made of.</summary>
    public bool Holds(int tag) => tag >= FirstTag && tag < FirstTag + TagCount;
}
