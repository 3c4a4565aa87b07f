using System.Runtime.InteropServices;
using S7OpcBridge.Core;

namespace S7OpcBridge.Server;

/// <summary>
/// The folders that the slashes in tag names imply, as flat columns: a parent per tag and folder, and each folder's children in one array, in the order of
/// the map. The first folders are the PLCs. Names are not kept again: a folder's name is cut from the first tag below it.
/// </summary>
internal sealed class TagTree
{
    private readonly TagMap _map;
    private readonly int[] _tagParents;
    private readonly List<int> _folderParents = [];
    private readonly List<string> _folderPaths = [];
    private readonly List<int> _folderPlcs = [];
    private readonly int[] _childStart;
    private readonly int[] _children;

    public TagTree(TagMap map)
    {
        _map = map;
        _tagParents = new int[map.Tags.Length];
        var folders = new Dictionary<(int Plc, string Path), int>();
        foreach (var plc in map.Plcs)
            AddFolder(-1, plc.Index, plc.Name);
        var last = (Plc: -1, Path: "", Folder: -1);
        foreach (var tag in map.Tags)
        {
            var slash = tag.Name.LastIndexOf('/');
            // Neighbours in the map mostly share their folder: one comparison instead of a look-up per level.
            if (tag.Plc != last.Plc || !tag.Name.AsSpan(0, Math.Max(slash, 0)).SequenceEqual(last.Path))
            {
                var path = slash < 0 ? "" : tag.Name[..slash];
                last = (tag.Plc, path, FolderOf(tag.Plc, path, folders));
            }
            _tagParents[tag.Id] = last.Folder;
        }
        (_childStart, _children) = CollectChildren();
    }

    /// <summary>Number of folders, PLCs included.</summary>
    public int FolderCount => _folderPaths.Count;

    /// <summary>Folder that holds a tag.</summary>
    public int ParentOfTag(int tag) => _tagParents[tag];

    /// <summary>Folder that holds a folder; -1 for a PLC.</summary>
    public int ParentOfFolder(int folder) => _folderParents[folder];

    /// <summary>PLC of a folder.</summary>
    public int PlcOf(int folder) => _folderPlcs[folder];

    /// <summary>Path with the PLC's name in front: the text of the folder's node id.</summary>
    public string PathOf(int folder) => _folderPaths[folder];

    /// <summary>The last level of the path.</summary>
    public string NameOf(int folder) => _folderPaths[folder][(_folderPaths[folder].LastIndexOf('/') + 1)..];

    /// <summary>Children of a folder: tag ids, and folders as their number plus the count of tags.</summary>
    public ReadOnlySpan<int> ChildrenOf(int folder) => _children.AsSpan(_childStart[folder], _childStart[folder + 1] - _childStart[folder]);

    private int FolderOf(int plc, string path, Dictionary<(int Plc, string Path), int> folders)
    {
        if (path.Length == 0)
            return plc;
        ref var folder = ref CollectionsMarshal.GetValueRefOrAddDefault(folders, (plc, path), out var known);
        if (known)
            return folder;
        // The dictionary may grow in the recursion, so the reference is not used again.
        var slash = path.LastIndexOf('/');
        var parent = FolderOf(plc, slash < 0 ? "" : path[..slash], folders);
        return folders[(plc, path)] = AddFolder(parent, plc, _folderPaths[plc] + "/" + path);
    }

    private int AddFolder(int parent, int plc, string path)
    {
        _folderPlcs.Add(plc);
        _folderParents.Add(parent);
        _folderPaths.Add(path);
        return _folderPaths.Count - 1;
    }

    private (int[] Start, int[] Children) CollectChildren()
    {
        var start = new int[FolderCount + 1];
        foreach (var parent in _folderParents)
        {
            if (parent >= 0)
                start[parent + 1]++;
        }
        foreach (var parent in _tagParents)
            start[parent + 1]++;
        for (var folder = 0; folder < FolderCount; folder++)
            start[folder + 1] += start[folder];
        var children = new int[start[^1]];
        var next = start.AsSpan(0, FolderCount).ToArray();
        for (var folder = 0; folder < FolderCount; folder++)
        {
            if (_folderParents[folder] >= 0)
                children[next[_folderParents[folder]]++] = _map.Tags.Length + folder;
        }
        for (var tag = 0; tag < _tagParents.Length; tag++)
            children[next[_tagParents[tag]]++] = tag;
        return (start, children);
    }
}
