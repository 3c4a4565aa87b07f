using S7OpcBridge.Map.Editing;
using S7OpcBridge.Map.TagRows;
using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map;

/// <summary>
/// The tags of a map as they are written, in lists with groups, files and uses of templates: what a table shows of them. Made once for a state of the texts;
/// any thread.
/// </summary>
public sealed class TagTable
{
    private readonly Lock _gate = new();
    private readonly IReadOnlyList<RowOwner> _owners;
    private readonly IReadOnlyList<RowPlace> _places;
    private readonly IReadOnlyDictionary<RowPlace, string> _faults;
    private readonly IReadOnlyList<TableFile> _files;
    private Dictionary<(TableFile File, int List), RowGroup>? _lists;

    private TagTable(EditableMap map, RowWalk walk)
    {
        Map = map;
        (_owners, _places, _faults, _files) = (walk.Owners, walk.Places, walk.Faults, [.. walk.Files]);
        Owners =
        [
            .. _owners.Select(owner => new TagRowOwner(
                owner.Name,
                owner.Kind,
                new TagListPlace(owner.File, owner.List),
                ScansOf(owner),
                owner.Count
            )),
        ];
    }

    /// <summary>The texts of which it was made.</summary>
    public EditableMap Map { get; }

    /// <summary>The PLCs, templates and UDTs in the order of the map.</summary>
    public IReadOnlyList<TagRowOwner> Owners { get; }

    /// <summary>Names of the types that the map declares in YAML.</summary>
    public IReadOnlyList<string> Types =>
        [
            .. _files
                .Where(file => file.Tree is not null)
                .SelectMany(file => NamesIn(file.Tree!, file.Tree!.FindKey(0, "types")))
                .Where(name => name != "from")
                .Distinct(),
        ];

    internal IReadOnlyList<TableFile> Files => _files;

    /// <summary>Reads the tags of a map.</summary>
    /// <param name="map">Its texts.</param>
    /// <param name="fault">Why they cannot be shown, as a sentence with the place; null: they can.</param>
    /// <returns>Null: the map or a file that it includes cannot be read as YAML.</returns>
    public static TagTable? Read(EditableMap map, out string? fault)
    {
        var walk = new RowWalk(map);
        try
        {
            walk.Run();
        }
        catch (EditRefusedException refused)
        {
            fault = refused.Message;
            return null;
        }
        fault = null;
        return new TagTable(map, walk);
    }

    /// <summary>Finds the entries that fit, and gives a section of them.</summary>
    /// <param name="owner">Name of a PLC, template or UDT; null: all of them.</param>
    /// <param name="kind">Which of these.</param>
    /// <param name="search">Words that the entry or its folders have, separated by blanks; empty: all fit.</param>
    /// <param name="after">How many are left out in front.</param>
    /// <param name="count">How many are given at most.</param>
    public TagRowPage Find(string? owner, TagOwnerKind kind, string search, int after, int count)
    {
        var words = new RowSearch(search);
        var (total, found) = (0, new List<RowPlace>());
        lock (_gate)
        {
            foreach (var each in _owners)
            {
                if (owner is not null && (each.Name != owner || each.Kind != kind))
                    continue;
                if (words.IsEmpty)
                {
                    for (var i = Math.Max(0, after - total); i < each.Count && found.Count < count; i++)
                        found.Add(_places[each.First + i]);
                    total += each.Count;
                    continue;
                }
                for (var i = 0; i < each.Count; i++)
                {
                    var place = _places[each.First + i];
                    if (!words.Fits(place))
                        continue;
                    if (total++ >= after && found.Count < count)
                        found.Add(place);
                }
            }
            foreach (var group in found.GroupBy(place => place.Group))
                group.Key.File.KnowNames(group.Key.List, [.. group.Select(place => place.Child)]);
            return new TagRowPage(total, after, found.ConvertAll(RowOf));
        }
    }

    /// <summary>The groups and files of tags of a PLC, template or UDT, with their folders.</summary>
    /// <param name="most">How many at most.</param>
    public IReadOnlyList<(string Folder, TagListPlace List)> GroupsOf(string owner, TagOwnerKind kind, int most)
    {
        lock (_gate)
            return
            [
                .. _owners
                    .Where(each => each.Name == owner && each.Kind == kind)
                    .SelectMany(each => Enumerable.Range(each.First, each.Count))
                    .Select(i => _places[i])
                    .Where(place => place.Inner is { WhyNot: null })
                    .Take(most)
                    .Select(place => (FolderOf(place), new TagListPlace(place.Inner!.File.Name, PathOf(place.Inner)))),
            ];
    }

    /// <summary>The list at a place; null: there is none.</summary>
    internal RowGroup? ListAt(TagListPlace place)
    {
        lock (_gate)
        {
            if (_files.FirstOrDefault(each => each.Name == place.File) is not { } file)
                return null;
            if (_lists is null)
            {
                _lists = [];
                foreach (var each in _places)
                {
                    _lists.TryAdd((each.Group.File, each.Group.List), each.Group);
                    if (each.Inner is { } inner)
                        _lists.TryAdd((inner.File, inner.List), inner);
                }
            }
            if (NodeAt(file, place.Path) is { } node && _lists.TryGetValue((file, node), out var group))
                return group;
            // Without a tag so far.
            return _owners.FirstOrDefault(each => each.File == place.File && each.List == place.Path) is { } owner
                ? new RowGroup(owner, null, file) { Way = [] }
                : null;
        }
    }

    /// <summary>The first tag of each of these names in a PLC: its file, its path, and where it stands.</summary>
    internal IReadOnlyDictionary<string, (string File, string Path, SourceLocation Spot)> FirstOf(RowOwner owner, IEnumerable<string> names)
    {
        var found = names.Distinct().ToDictionary(static name => name, static _ => -1);
        var lookup = found.GetAlternateLookup<ReadOnlySpan<char>>();
        var lengths = found.Keys.Select(static name => name.Length).ToHashSet();
        var whole = new char[lengths.DefaultIfEmpty().Max()];
        lock (_gate)
        {
            for (var i = owner.First + owner.Count - 1; i >= owner.First; i--)
            {
                if (_places[i] is not { Kind: TagRowKind.Tag } place)
                    continue;
                var prefix = place.Group.Prefix;
                var name = RowKeys.NameIn(place);
                if (!lengths.Contains(prefix.Length + name.Length))
                    continue;
                prefix.CopyTo(whole);
                name.CopyTo(whole.AsSpan(prefix.Length));
                var full = whole.AsSpan(0, prefix.Length + name.Length);
                if (lookup.ContainsKey(full))
                    lookup[full] = i;
            }
            return found
                .Where(static pair => pair.Value >= 0)
                .ToDictionary(
                    static pair => pair.Key,
                    pair =>
                    {
                        var first = _places[pair.Value];
                        return (first.Group.File.Name, PathOf(first), SpotOf(first, ofName: true));
                    }
                );
        }
    }

    private static int? NodeAt(TableFile file, string path)
    {
        if (file.Tree is not { } tree)
            return path.Length == 0 ? -1 : null;
        try
        {
            return new EntryFinder(tree).Find(EditPath.Parse(path)) is { Missing: 0 } found ? found.Node : null;
        }
        catch (EditRefusedException)
        {
            return null;
        }
    }

    private static string FolderOf(RowPlace place) =>
        place.Kind is TagRowKind.Group or TagRowKind.Structure
            ? place.Inner!.Prefix.TrimEnd('/')
            : $"{place.Inner!.Prefix}({RowKeys.NameOf(place)})";

    // A class of the name 'normal' is there without being written.
    private static IReadOnlyList<string> ScansOf(RowOwner owner) =>
        owner.Kind != TagOwnerKind.Plc ? [] : [.. NamesIn(owner.Tree, owner.Tree.FindKey(owner.Node, "scan")).Union(["normal"])];

    private static IEnumerable<string> NamesIn(TextTree tree, int key) =>
        key >= 0 && tree[tree.ValueOfKey(key)].Kind == NodeKind.Mapping
            ? tree.ChildrenOf(tree.ValueOfKey(key)).Select(child => tree.ValueOf(child).ToString())
            : [];

    private TagRow RowOf(RowPlace place)
    {
        var group = place.Group;
        var keys = RowKeys.Of(place);
        return new TagRow(
            place.Kind,
            group.Owner.Name,
            group.Prefix,
            RowKeys.NameOf(place),
            group.File.Name,
            PathOf(place),
            PathOf(group),
            SpotOf(place).Line,
            keys ?? []
        )
        {
            Inner = place.Inner is { } inner ? new TagListPlace(inner.File.Name, PathOf(inner)) : null,
            WhyNot = WhyNot(place, isKnown: keys is not null),
            Note =
                group.File.Uses > 1 ? $"'{group.File.Name}' is read in {group.File.Uses} places; a change here changes all of them."
                : place.Kind == TagRowKind.Use
                    ? $"Stands for the tags of the template '{RowKeys.NameOf(place)}'; they are changed there, for all uses."
                : null,
        };
    }

    private string? WhyNot(RowPlace place, bool isKnown)
    {
        if (place.Group.WhyNot is { } why)
            return why;
        if (_faults.TryGetValue(place, out var fault))
            return $"Its tags cannot be shown: {fault}.";
        if (place.Kind == TagRowKind.Block)
            return "Comes from TIA Portal or STEP 7; change it there and export it again.";
        if (!isKnown)
            return "It is written in a form that only the text shows; change it there.";
        return place.Group.File.Tree is { } tree && tree.HasSpecial(tree.ValueOfChild(place.Group.List, place.Child)) && place.Inner is null
            ? "It has an anchor (&), an alias (*) or a tag (!) of YAML; change it in the text."
            : null;
    }

    private static string PathOf(RowPlace place) =>
        place.Group.File.Tree is null
            ? place.Group.File.PathOfRow(place.Child)
            : $"{PathOf(place.Group)}{place.Group.File.StepOf(place.Group.List, place.Child, isFirst: place.Group.Way.Count == 0)}";

    private static string PathOf(RowGroup group) => group.Way.Count == 0 ? "" : group.Path ??= group.File.PathOf(group.Way);

    private static SourceLocation SpotOf(RowPlace place, bool ofName = false)
    {
        var file = place.Group.File;
        var source = new SourceFile(file.Name.Replace('\\', '/'));
        if (file.Tree is not { } tree)
            return new SourceLocation(source, file.Table!.LineOfRow(place.Child), 1);
        var at = tree[place.Child].Start;
        if (ofName && tree[place.Group.List].Kind == NodeKind.Sequence && tree.FindKey(place.Child, "name") is >= 0 and var name)
            at = tree[tree.ValueOfKey(name)].Start;
        return new SourceLocation(source, file.LineOf(at), at - TextLines.StartOf(tree.Text, at) + 1);
    }
}
