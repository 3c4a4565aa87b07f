using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>The tags of one PLC in the making.</summary>
internal sealed class TagList
{
    private readonly List<ScanGroup> _groups = [];
    private readonly List<Tag> _tags = [];
    private readonly List<TagStructure> _structures = [];
    private readonly List<TagStructureType> _types = [];

    public TagList Class(string name, int milliseconds, ScanMode mode = ScanMode.AtRate)
    {
        _groups.Add(new ScanGroup(_groups.Count, 0, name, TimeSpan.FromMilliseconds(milliseconds), mode));
        return this;
    }

    /// <summary>A tag of the class named last; clients may write it unless told otherwise.</summary>
    public TagList Tag(string name, string address, string type, TagDetails? details = null, TagAccess access = TagAccess.ReadWrite)
    {
        if (!S7Address.TryParse(address, out var where, out _, out var error) || !S7DataType.TryParse(type, out var what, out error))
            throw new ArgumentException(error);
        _tags.Add(
            new Tag
            {
                Id = _tags.Count,
                Path = name,
                Plc = 0,
                ScanGroup = _groups.Count - 1,
                Address = where,
                Type = what,
                Access = access,
                Details = details,
            }
        );
        return this;
    }

    /// <summary>Tags from here on are members of a structure, which comes before those inside it.</summary>
    public TagList Structure(
        TagStructureType type,
        string name,
        int parent = -1,
        int arrayLength = 0,
        TagAccess access = TagAccess.ReadWrite
    )
    {
        if (!_types.Contains(type))
            _types.Add(type);
        _structures.Add(new TagStructure(type, _tags.Count, name.Length, parent, arrayLength, access));
        return this;
    }

    public TagMap Build(PlcDefinition plc) =>
        new()
        {
            Plcs = [plc],
            ScanGroups = [.. _groups],
            Tags = [.. _tags],
            Structures = [.. _structures],
            StructureTypes = [.. _types],
        };
}
