using System.Text;
using System.Text.Json.Nodes;
using S7OpcBridge.Map.Compiling;
using S7OpcBridge.Map.TagRows;

namespace S7OpcBridge.Map;

/// <summary>A row as somebody is writing it.</summary>
/// <param name="List">The list in which it stands or will stand.</param>
/// <param name="Path">Its path in the file of the list; null: it is new.</param>
/// <param name="Kind">What it is.</param>
/// <param name="Name">Its name.</param>
/// <param name="Keys">Its other keys.</param>
public sealed record TagRowDraft(TagListPlace List, string? Path, TagRowKind Kind, string Name, JsonObject Keys);

/// <summary>A finding in a row.</summary>
/// <param name="Row">Number of the row, from 0.</param>
/// <param name="Key">The key; null: the row as a whole.</param>
/// <param name="IsError">True: the map would be refused.</param>
/// <param name="Sentence">As <c>validate</c> says it.</param>
public readonly record struct TagRowFinding(int Row, string? Key, bool IsError, string Sentence);

/// <summary>
/// Checks rows by loading a small map of them, so that the findings are those of the loader and a large map costs nothing. Names are compared with all others
/// as they are written; what templates and structures stand for is checked with the whole map only.
/// </summary>
/// <param name="table">The tags of the map.</param>
/// <param name="mayRead">Whether a file, by its full path, may be read from disk; null: all may.</param>
public sealed class TagRowCheck(TagTable table, Func<string, bool>? mayRead)
{
    // Beside the map, so that paths begin there; never written.
    private const string DraftName = ".rows-being-checked.yaml";

    private static readonly string[] Sections = ["types", "constants", "templates"];

    /// <summary>The findings in some rows of PLCs and UDTs; rows of templates, and rows between anchors, have none here.</summary>
    public IReadOnlyList<TagRowFinding> Check(IReadOnlyList<TagRowDraft> rows)
    {
        var found = new List<TagRowFinding>();
        var placed = Placed(rows, TagOwnerKind.Plc);
        var twice = new HashSet<int>();
        foreach (
            var plc in placed.Where(static each => each.Row is { Kind: TagRowKind.Tag, Name.Length: > 0 }).GroupBy(each => each.Group.Owner)
        )
        {
            var others = table.FirstOf(plc.Key, plc.Select(each => each.Group.Prefix + each.Row.Name));
            var names = new HashSet<string>();
            foreach (var (number, row, group) in plc)
            {
                var name = group.Prefix + row.Name;
                if (others.TryGetValue(name, out var other) && !IsSame(other.File, other.Path, row, rows))
                    found.Add(new TagRowFinding(number, "name", IsError: true, TagNameCheck.TwiceText(plc.Key.Name, name, other.Spot)));
                if (!names.Add(name))
                    twice.Add(number);
            }
        }
        var draft = new RowDraft();
        if (
            placed.Count > 0
            && draft.TryWrite(
                placed,
                ServerKeys(),
                Included.Select(static file => file.Key),
                (number, row) => twice.Contains(number) ? $"{row.Name} {number}" : row.Name
            )
        )
            found.AddRange(FindingsIn(draft.Text, draft.Lines));
        if (Placed(rows, TagOwnerKind.Type) is { Count: > 0 } members)
        {
            var types = new MemberDraft();
            types.Write(members, ServerKeys(), Included.Select(static file => file.Key));
            found.AddRange(types.Twice);
            found.AddRange(FindingsIn(types.Text, types.Lines));
        }
        return found;
    }

    private IEnumerable<TagRowFinding> FindingsIn(string draft, IReadOnlyList<(int Row, string? Key)> lines) =>
        Load(draft, out _)
            .Where(finding => finding.Spot.File?.Path.EndsWith(DraftName, StringComparison.Ordinal) == true)
            .Select(finding => (Finding: finding, Line: lines.ElementAtOrDefault(finding.Spot.Line - 1)))
            .Where(each => each is { Line.Row: >= 0 } && !IsOfDraft(each.Finding.Message))
            .Select(each => new TagRowFinding(each.Line.Row, each.Line.Key, each.Finding.IsError, each.Finding.Message));

    private static bool IsOfDraft(string message) =>
        message.Contains(DraftName, StringComparison.Ordinal) || message.Contains(MemberDraft.Mark, StringComparison.Ordinal);

    /// <summary>
    /// The tags that rows of one PLC stand for, named by the numbers of the rows: <c>r0</c>, or <c>r0/Speed</c> where a row is a structure.
    /// </summary>
    /// <returns>Null: a row has an error, or its PLC has one.</returns>
    public BridgeMap? Compile(IReadOnlyList<TagRowDraft> rows)
    {
        var placed = Placed(rows, TagOwnerKind.Plc);
        var draft = new RowDraft();
        if (
            placed.Count == 0
            || !draft.TryWrite(placed, ServerKeys(), Included.Select(static file => file.Key), static (number, _) => $"r{number}")
        )
            return null;
        Load(draft.Text, out var map);
        return map;
    }

    // The rows of PLCs, or those of UDTs, with the lists in which they stand.
    private List<(int Number, TagRowDraft Row, RowGroup Group)> Placed(IReadOnlyList<TagRowDraft> rows, TagOwnerKind kind)
    {
        var lists = rows.Select(static row => row.List).Distinct().ToDictionary(static list => list, table.ListAt);
        var placed = new List<(int Number, TagRowDraft Row, RowGroup Group)>();
        for (var i = 0; i < rows.Count; i++)
        {
            if (
                lists[rows[i].List] is { } group
                && group.Owner.Kind == kind
                && (rows[i].Kind == TagRowKind.Member) == (kind == TagOwnerKind.Type)
            )
                placed.Add((i, rows[i], group));
        }
        return placed;
    }

    // True: the tag that is there is this one, or one that is being written with another name.
    private static bool IsSame(string file, string path, TagRowDraft row, IReadOnlyList<TagRowDraft> rows) =>
        (file == row.List.File && path == row.Path)
        || rows.Any(other => other.List.File == file && other.Path == path && other.Name != row.Name);

    // Files with types, constants and templates, cut to these.
    private List<KeyValuePair<string, ReadOnlyMemory<byte>>> Included =>
        field ??= [
            .. table
                .Files.Select(file => (file.Name, Text: SectionsOf(file)))
                .Where(static file => file.Text is not null)
                .Select(static file => FileOf(Path.GetFullPath(file.Name), file.Text!)),
        ];

    private IReadOnlyList<Finding> Load(string draft, out BridgeMap? map)
    {
        var path = Path.Combine(Path.GetDirectoryName(table.Map.Path) ?? "", DraftName);
        var findings = new FindingList { TakesOpenHosts = true, Overlay = new MapOverlay([.. Included, FileOf(path, draft)], mayRead) };
        map = MapLoader.Load(path, findings);
        return findings.Sorted;
    }

    private static KeyValuePair<string, ReadOnlyMemory<byte>> FileOf(string path, string text) => new(path, Encoding.UTF8.GetBytes(text));

    // Types, constants and templates of a file; null: it has none.
    private static string? SectionsOf(TableFile file)
    {
        if (file.Tree is not { } tree)
            return null;
        var text = new StringBuilder("{");
        foreach (var section in Sections)
        {
            if (tree.FindKey(0, section) is not (>= 0 and var key))
                continue;
            var (length, begin) = (text.Length, $"{FlowText.Quoted(section)}: ");
            text.Append(begin);
            if (FlowText.TryWrite(tree, tree.ValueOfKey(key), text))
                text.Append(", ");
            else
                text.Length = length;
        }
        return text.Length > 1 ? text.Append('}').ToString() : null;
    }

    // Whether there is a history decides about tags that have one; where it is does not.
    private string ServerKeys()
    {
        var keys = "\"anonymous\": \"read\", \"security\": [\"None\"]";
        if (
            table.Files.FirstOrDefault(file => file.Name == table.Map.Path)?.Tree is not { } tree
            || tree.FindKey(0, "server") is not (>= 0 and var server)
        )
            return keys;
        var node = tree.ValueOfKey(server);
        if (tree.FindKey(node, "history") >= 0)
            keys += ", \"history\": { \"store\": \"history\" }";
        return Editing.EntryPlaces.TextOf(tree, node, "nodeIds") is { } pattern ? $"{keys}, \"nodeIds\": {FlowText.Quoted(pattern)}" : keys;
    }
}
