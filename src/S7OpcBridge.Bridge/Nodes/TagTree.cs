using System.Runtime.InteropServices;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Nodes;

/// <summary>
/// The folders implied by slashes in tag names, and the structures, as flat arrays: the parents of tags, and the children of all folders in the order of the
/// map, both as runs of consecutive numbers, because neighbours in the map mostly share their folder. The first folders are the PLCs. Names are not stored: a
/// folder's name is a part of the name of a tag below it.
/// </summary>
internal sealed class TagTree
{
    private readonly TagMap _map;
    private readonly List<Folder> _folders = [];
    private readonly int[] _structureFolders;
    private readonly int[] _firstTags;
    private readonly int[] _parents;
    private readonly int[] _firstRuns;
    private readonly ChildRun[] _children;

    public TagTree(TagMap map)
    {
        _map = map;
        var parents = new int[map.Tags.Length];
        _structureFolders = new int[map.Structures.Length];
        foreach (var plc in map.Plcs)
            _folders.Add(new Folder(-1, plc.Index, -1, 0));
        var folders = new Dictionary<(int Plc, string Path), int>();
        var last = (Plc: -1, Path: "", Folder: -1);
        foreach (var tag in map.Listed)
        {
            for (
                var structure = map.FirstStructureAt(tag.Id);
                structure < map.Structures.Length && map.Structures[structure].FirstTag == tag.Id;
                structure++
            )
                AddStructure(structure, tag, folders);
            // Adjacent tags usually have the same folder, so one comparison replaces a lookup per level.
            if (tag.Plc != last.Plc || tag.Path.Folder != last.Path)
                last = (tag.Plc, tag.Path.Folder, FolderOf(tag, tag.Path.Folder, folders));
            parents[tag.Id] = last.Folder;
        }
        _folders.TrimExcess();
        (_firstTags, _parents) = ParentRuns(parents);
        (_firstRuns, _children) = ChildRuns(parents);
    }

    /// <summary>Number of folders, including PLCs and structures.</summary>
    public int FolderCount => _folders.Count;

    /// <summary>The folder of a tag.</summary>
    public int ParentOfTag(int tag)
    {
        var run = Array.BinarySearch(_firstTags, tag);
        return _parents[run >= 0 ? run : ~run - 1];
    }

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
        return NodeNames.TakePrefix(ref utf8, PlcOf(folder))
            && NodeNames.TakePrefix(ref utf8, "/")
            && NodeNames.Matches(utf8, TextOf(folder));
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
    public ReadOnlySpan<ChildRun> ChildrenOf(int folder) =>
        _children.AsSpan(_firstRuns[folder], _firstRuns[folder + 1] - _firstRuns[folder]);

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
            CollectionsMarshal.AsSpan(_folders)[folder] = _folders[folder] with
            {
                Structure = index,
            };
        }
        else
        {
            var slash = path.LastIndexOf('/');
            var parent =
                structure.Parent >= 0 ? _structureFolders[structure.Parent] : FolderOf(tag, slash < 0 ? "" : path[..slash], folders);
            folder = Add(parent, tag, path, index, folders);
        }
        _structureFolders[index] = folder;
    }

    private int Add(int parent, Tag tag, string path, int structure, Dictionary<(int Plc, string Path), int> folders)
    {
        _folders.Add(new Folder(parent, tag.Plc, tag.Id, path.Length, structure));
        return folders[(tag.Plc, path)] = _folders.Count - 1;
    }

    private static (int[] FirstTags, int[] Parents) ParentRuns(int[] parentOf)
    {
        var (firstTags, parents) = (new List<int>(), new List<int>());
        for (var tag = 0; tag < parentOf.Length; tag++)
        {
            if (tag > 0 && parentOf[tag] == parentOf[tag - 1])
                continue;
            firstTags.Add(tag);
            parents.Add(parentOf[tag]);
        }
        return ([.. firstTags], [.. parents]);
    }

    private (int[] FirstRuns, ChildRun[] Runs) ChildRuns(int[] parentOf)
    {
        var firstRuns = new int[FolderCount + 1];
        ForEachRun((folder, _) => firstRuns[folder + 1]++);
        for (var folder = 0; folder < FolderCount; folder++)
            firstRuns[folder + 1] += firstRuns[folder];
        var runs = new ChildRun[firstRuns[^1]];
        var next = firstRuns.AsSpan(0, FolderCount).ToArray();
        ForEachRun((folder, run) => runs[next[folder]++] = run);
        return (firstRuns, runs);

        void ForEachRun(Action<int, ChildRun> take)
        {
            var tags = _map.Tags.Length;
            for (var folder = 0; folder < FolderCount; )
            {
                var (first, parent) = (folder, _folders[folder].Parent);
                while (++folder < FolderCount && _folders[folder].Parent == parent)
                    continue;
                if (parent >= 0)
                    take(parent, new ChildRun(tags + first, folder - first));
            }
            var listed = _map.Listed;
            for (var at = 0; at < listed.Length; )
            {
                var (first, from) = (listed[at].Id, at);
                while (++at < listed.Length && listed[at].Id == first + at - from && parentOf[listed[at].Id] == parentOf[first])
                    continue;
                take(parentOf[first], new ChildRun(first, at - from));
            }
        }
    }

    /// <param name="Parent">The parent folder; -1: it is a PLC.</param>
    /// <param name="Tag">A tag below it; its name begins with the folder's path.</param>
    /// <param name="Length">Length of that path in characters; 0 for a PLC.</param>
    /// <param name="Structure">Index of its structure; -1: none.</param>
    private readonly record struct Folder(int Parent, int Plc, int Tag, int Length, int Structure = -1);
}

/// <summary>Children of a folder with consecutive numbers.</summary>
/// <param name="First">The first one.</param>
/// <param name="Count">How many there are.</param>
internal readonly record struct ChildRun(int First, int Count);
