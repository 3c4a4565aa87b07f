using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Writing;

/// <summary>A folder of the map, or a tag, while the map is written: what all tags below it have in common stands at the folder once.</summary>
internal sealed class TagNode(string name)
{
    private readonly Dictionary<string, TagNode> _byName = new(StringComparer.Ordinal);

    /// <summary>Its level of the path.</summary>
    public string Name => name;

    /// <summary>Null for a folder.</summary>
    public PlantTag? Tag { get; private set; }

    /// <summary>Folders and tags in the order of the sources.</summary>
    public List<TagNode> Children { get; } = [];

    /// <summary>Tags below it.</summary>
    public int Count { get; private set; }

    /// <summary>The one data block in which all tags below it lie; 0: there is none.</summary>
    public int Db { get; private set; }

    /// <summary>The first byte in that block.</summary>
    public int Start { get; private set; }

    /// <summary>The interval that all tags below it have; null: they differ, or say none.</summary>
    public TimeSpan? Rate { get; private set; }

    /// <summary>The access that all tags below it have; null: they differ.</summary>
    public TagAccess? Access { get; private set; }

    /// <summary>The tags of a PLC as a tree.</summary>
    public static TagNode Build(IEnumerable<PlantTag> tags)
    {
        var root = new TagNode("");
        foreach (var tag in tags)
        {
            var node = root;
            foreach (var level in tag.Name.Split('/'))
                node = node.Child(level);
            node.Tag = tag;
        }
        root.Sum();
        return root;
    }

    /// <summary>All tags below it, or itself.</summary>
    public IEnumerable<TagNode> Tags() => Tag is not null ? [this] : Children.SelectMany(child => child.Tags());

    private TagNode Child(string level)
    {
        if (_byName.TryGetValue(level, out var child))
            return child;
        child = new TagNode(level);
        _byName.Add(level, child);
        Children.Add(child);
        return child;
    }

    private void Sum()
    {
        if (Tag is { } tag)
        {
            Count = 1;
            if (tag.Row.Address is { Area: S7Area.DataBlock } address)
                (Db, Start) = (address.Db, address.Offset);
            (Rate, Access) = (tag.Row.Rate, tag.Access);
            return;
        }
        foreach (var child in Children)
            child.Sum();
        Count = Children.Sum(child => child.Count);
        var first = Children[0];
        Db = Children.All(child => child.Db == first.Db) ? first.Db : 0;
        Start = Children.Min(child => child.Start);
        Rate = Children.All(child => child.Rate == first.Rate) ? first.Rate : null;
        Access = Children.All(child => child.Access == first.Access) ? first.Access : null;
    }
}
