using System.Collections.Immutable;
using S7OpcBridge.Core;
using S7OpcBridge.Map.UserTypes;

namespace S7OpcBridge.Map.Compiling;

/// <summary>Records the structures whose members have become tags, outer ones before inner ones.</summary>
internal sealed class StructureTags(StructureTypes types, ImmutableArray<Tag>.Builder tags, FindingList findings)
{
    private SourceLocation _spot;

    /// <summary>The structures found so far.</summary>
    public ImmutableArray<TagStructure>.Builder All { get; } = ImmutableArray.CreateBuilder<TagStructure>();

    /// <summary>The types of these structures.</summary>
    public ImmutableArray<TagStructureType> Types
    {
        get
        {
            var shown = All.Select(structure => structure.Type).ToHashSet();
            return [.. types.All.Where(shown.Contains)];
        }
    }

    /// <summary>
    /// Adds a tag of a structure type, or of an array of them, whose members are the tags from <paramref name="first"/> on. Adds nothing where one of them was
    /// refused.
    /// </summary>
    public void Add(TypeReference type, string path, int first, string? description, SourceLocation spot, TagNameCheck names)
    {
        _spot = spot;
        var shape = types.ToStructureType(type.User!);
        var expected = (long)ArrayBounds.CountOf(type.Bounds) * shape.TagCount;
        if (expected > 0 && tags.Count - first == expected)
            Add(type, shape, path, first, parent: -1, description, names);
    }

    /// <summary>Adds the structures inside a data block, which itself is a folder.</summary>
    public void AddMembersOf(UserType block, string prefix, int first, SourceLocation spot, TagNameCheck names)
    {
        _spot = spot;
        var shape = types.ToStructureType(block);
        if (shape.TagCount > 0 && tags.Count - first == shape.TagCount)
            AddMembers(block, shape, prefix, first, parent: -1, names);
    }

    private int Add(TypeReference type, TagStructureType shape, string path, int first, int parent, string? description, TagNameCheck names)
    {
        if (!findings.Size.TryCountStructure(path.Length, _spot, findings))
            return first;
        names.AddFolder(path);
        var indexes = StructIndexes.Enumerate(type.Bounds).ToArray();
        var isArray = type.Bounds.Count > 0;
        var here = All.Count;
        All.Add(
            new TagStructure(
                shape,
                first,
                path.Length,
                parent,
                isArray ? indexes.Length : 0,
                AccessOf(first, shape.TagCount * indexes.Length),
                description
            )
        );
        foreach (var index in indexes)
        {
            var element = here;
            if (isArray)
            {
                if (!findings.Size.TryCountStructure(path.Length + index.Length, _spot, findings))
                    return first;
                element = All.Count;
                All.Add(new TagStructure(shape, first, path.Length + index.Length, here, 0, AccessOf(first, shape.TagCount)));
            }
            first = AddMembers(type.User!, shape, path + index + "/", first, element, names);
        }
        return first;
    }

    private int AddMembers(UserType user, TagStructureType shape, string prefix, int first, int parent, TagNameCheck names)
    {
        foreach (var member in user.Members)
        {
            if (findings.Size.IsFull)
                return first;
            if (types.NestedIn(member) is not { } nested)
                first++;
            else if (types.ToStructureType(member, nested.User!, shape.Name) is { TagCount: > 0 } inner)
                first = Add(nested, inner, prefix + member.Name, first, parent, member.Details?.Description, names);
        }
        return first;
    }

    private TagAccess AccessOf(int first, int count)
    {
        var access = TagAccess.ReadWrite;
        for (var tag = first; tag < first + count; tag++)
            access &= tags[tag].Access;
        return access;
    }
}
