using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Tests;

/// <summary>A tag map in the making: one PLC unless a test adds more.</summary>
internal sealed class MapDraft
{
    private readonly List<PlcDefinition> _plcs = [];
    private readonly List<ScanGroup> _groups = [];
    private readonly List<Tag> _tags = [];
    private readonly List<TagStructure> _structures = [];

    public MapDraft Plc(int port, Func<PlcDefinition, PlcDefinition>? change = null)
    {
        var plc = new PlcDefinition
        {
            Index = _plcs.Count,
            Name = $"Line{_plcs.Count + 1}",
            Connection = new S7ConnectionOptions { Host = "127.0.0.1", Port = port },
            ReconnectFirst = TimeSpan.FromMilliseconds(20),
            ReconnectMax = TimeSpan.FromMilliseconds(100),
        };
        _plcs.Add(change?.Invoke(plc) ?? plc);
        return this;
    }

    public MapDraft Class(string name, int milliseconds, ScanMode mode = ScanMode.AtRate)
    {
        _groups.Add(new ScanGroup(_groups.Count, _plcs.Count - 1, name, TimeSpan.FromMilliseconds(milliseconds), mode));
        return this;
    }

    /// <summary>A tag of the class named last.</summary>
    public MapDraft Tag(string name, string address, string type, TagDetails? details = null)
    {
        if (!S7Address.TryParse(address, out var where, out _, out var error) || !S7DataType.TryParse(type, out var what, out error))
            throw new ArgumentException(error);
        _tags.Add(
            new Tag
            {
                Id = _tags.Count,
                Path = name,
                Plc = _plcs.Count - 1,
                ScanGroup = _groups.Count - 1,
                Address = where,
                Type = what,
                Access = TagAccess.ReadWrite,
                Details = details,
            }
        );
        return this;
    }

    /// <summary>As many tags, T0, T1, …, each where the address of its number is.</summary>
    public MapDraft Tags(int count, Func<int, string> address, string type)
    {
        for (var i = 0; i < count; i++)
            Tag($"T{i}", address(i), type);
        return this;
    }

    public MapDraft ReadOnlyTag(string name, string address, string type)
    {
        Tag(name, address, type);
        var tag = _tags[^1];
        _tags[^1] = new Tag
        {
            Id = tag.Id,
            Path = tag.Path,
            Plc = tag.Plc,
            ScanGroup = tag.ScanGroup,
            Address = tag.Address,
            Type = tag.Type,
        };
        return this;
    }

    /// <summary>Tags from here on are members of a structure (an array of <paramref name="count"/> of them), which comes before those inside it.</summary>
    public MapDraft Structure(TagStructureType type, string name, int parent = -1, int count = 0)
    {
        _structures.Add(new TagStructure(type, _tags.Count, name.Length, parent, count, TagAccess.ReadWrite));
        return this;
    }

    public TagMap Build() =>
        new()
        {
            Plcs = [.. _plcs],
            ScanGroups = [.. _groups],
            Tags = [.. _tags],
            Structures = [.. _structures],
        };
}
