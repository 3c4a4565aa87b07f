using System.Runtime.InteropServices;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Nodes;

/// <summary>
/// The folders implied by slashes in tag names, and the structures, as flat arrays: the parent of each tag and folder, and the children of all folders in one
/// array, in the order of the map. The first folders are the PLCs. Names are not stored: a folder's name is a part of the name of a tag below it.
/// </summary>
internal sealed class TagTree
{
    private readonly TagMap _map;
    private readonly int[] _tagParents;
    private readonly List<Folder> _folders = [];
    private readonly int[] _structureFolders;
    private readonly int[] _childStart;
    private readonly int[] _children;

    public TagTree(TagMap map)
    {
        _map = map;
        _tagParents = new int[map.Tags.Length];
        _structureFolders = new int[map.Structures.Length];
        foreach (var plc in map.Plcs)
            _folders.Add(new Folder(-1, plc.Index, -1, 0));
        var folders = new Dictionary<(int Plc, string Path), int>();
        var last = (Plc: -1, Path: "", Folder: -1);
        foreach (var tag in map.Listed)
        {
            for (var structure = map.FirstStructureAt(tag.Id); structure < map.Structures.Length && map.Structures[structure].FirstTag == tag.Id; structure++)
                AddStructure(structure, tag, folders);
            // Adjacent tags usually have the same folder, so one comparison replaces a lookup per level.
            if (tag.Plc != last.Plc || tag.Path.Folder != last.Path)
                last = (tag.Plc, tag.Path.Folder, FolderOf(tag, tag.Path.Folder, folders));
            _tagParents[tag.Id] = last.Folder;
        }
        (_childStart, _children) = CollectChildren();
    }

    /// <summary>Number of folders, including PLCs and structures.</summary>
    public int FolderCount => _folders.Count;

    /// <summary>The folder of a tag.</summary>
    public int ParentOfTag(int tag) => _tagParents[tag];

    /// <summary>The parent of a folder; -1 for a PLC.</summary>
    public int ParentOfFolder(int folder) => _folders[folder].Parent;

    /// <summary>Index of the folder's structure among the map's structures; -1: a plain folder.</summary>
    public int StructureOf(int folder) => _folders[folder].Structure;

    /// <summary>Index of a folder's PLC.</summary>
    public int PlcIndexOf(int folder) => _folders[folder].Plc;

    /// <summary>Path beginning with the PLC's name: the text of the folder's node id.</summary>
    public string PathOf(int folder) => _folders[folder].Length == 0 ? PlcOf(folder) : $"{PlcOf(folder)}/{TextOf(folder)}";

    /// <summary>True where the bytes equal that path.</summary>
    public bool IsPath(int folder, ReadOnlySpan<byte> utf8)
    {
        if (_folders[folder].Length == 0)
            return NodeNames.Matches(utf8, PlcOf(folder));
        return NodeNames.TakePrefix(ref utf8, PlcOf(folder)) && NodeNames.TakePrefix(ref utf8, "/") && NodeNames.Matches(utf8, TextOf(folder));
    }

    /// <summary>The last level of the path.</summary>
    public string NameOf(int folder)
    {
        if (_folders[folder].Length == 0)
            return PlcOf(folder);
        var text = TextOf(folder);
        return new string(text[(text.LastIndexOf('/') + 1)..]);
    }

    /// <summary>Children of a folder: tag ids, and folders as their index plus the number of tags.</summary>
    public ReadOnlySpan<int> ChildrenOf(int folder) => _children.AsSpan(_childStart[folder], _childStart[folder + 1] - _childStart[folder]);

    private string PlcOf(int folder) => _map.Plcs[_folders[folder].Plc].Name;

    private ReadOnlySpan<char> TextOf(int folder) => _map.Tags[_folders[folder].Tag].Path.Folder.AsSpan(0, _folders[folder].Length);

    private int FolderOf(Tag tag, string path, Dictionary<(int Plc, string Path), int> folders)
    {
        if (path.Length == 0)
            return tag.Plc;
        if (folders.TryGetValue((tag.Plc, path), out var known))
            return known;
        var slash = path.LastIndexOf('/');
        return Add(FolderOf(tag, slash < 0 ? "" : path[..slash], folders), tag, path, -1, folders);
    }

    private void AddStructure(int index, Tag tag, Dictionary<(int Plc, string Path), int> folders)
    {
        var structure = _map.Structures[index];
        var path = tag.Path.Folder[..structure.NameLength];
        if (folders.TryGetValue((tag.Plc, path), out var folder))
        {
            // The folder already contains other tags.
            CollectionsMarshal.AsSpan(_folders)[folder] = _folders[folder] with { Structure = index };
        }
        else
        {
            var slash = path.LastIndexOf('/');
            var parent = structure.Parent >= 0 ? _structureFolders[structure.Parent] : FolderOf(tag, slash < 0 ? "" : path[..slash], folders);
            folder = Add(parent, tag, path, index, folders);
        }
        _structureFolders[index] = folder;
    }

    private int Add(int parent, Tag tag, string path, int structure, Dictionary<(int Plc, string Path), int> folders)
    {
        _folders.Add(new Folder(parent, tag.Plc, tag.Id, path.Length, structure));
        return folders[(tag.Plc, path)] = _folders.Count - 1;
    }

    private (int[] Start, int[] Children) CollectChildren()
    {
        var start = new int[FolderCount + 1];
        foreach (var folder in _folders)
        {
            if (folder.Parent >= 0)
                start[folder.Parent + 1]++;
        }
        foreach (var tag in _map.Listed)
            start[_tagParents[tag.Id] + 1]++;
        for (var folder = 0; folder < FolderCount; folder++)
            start[folder + 1] += start[folder];
        var children = new int[start[^1]];
        var next = start.AsSpan(0, FolderCount).ToArray();
        for (var folder = 0; folder < FolderCount; folder++)
        {
            if (_folders[folder].Parent >= 0)
                children[next[_folders[folder].Parent]++] = _map.Tags.Length + folder;
        }
        foreach (var tag in _map.Listed)
            children[next[_tagParents[tag.Id]]++] = tag.Id;
        return (start, children);
    }

    /// <param name="Parent">The parent folder; -1: it is a PLC.</param>
    /// <param name="Plc">Its PLC.</param>
    /// <param name="Tag">A tag below it; its name begins with the folder's path.</param>
    /// <param name="Length">Length of that path in characters; 0 for a PLC.</param>
    /// <param name="Structure">Index of its structure; -1: none.</param>
    private readonly record struct Folder(int Parent, int Plc, int Tag, int Length, int Structure = -1);
}
