using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge.Server.Tests;

/// <summary>The tags of one PLC in the making.</summary>
internal sealed class TagList
{
    private readonly List<ScanGroup> _groups = [];
    private readonly List<Tag> _tags = [];

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
        _tags.Add(new Tag { Id = _tags.Count, Name = name, Plc = 0, ScanGroup = _groups.Count - 1, Address = where, Type = what, Access = access, Details = details });
        return this;
    }

    public TagMap Build(PlcDefinition plc) => new() { Plcs = [plc], ScanGroups = [.. _groups], Tags = [.. _tags] };
}
