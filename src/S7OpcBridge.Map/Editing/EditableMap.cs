using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Text;
using S7OpcBridge.Map.Editing;
using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map;

/// <summary>
/// The texts of a map that can be edited: the map, the files that it includes, and its files of tags. Edits change what they name and leave all other bytes as
/// they are. Immutable; nothing is written to disk (<see cref="MapVersions"/>).
/// </summary>
public sealed class EditableMap
{
    private const int MostEdits = 100_000;

    private readonly ImmutableDictionary<string, EditedFile> _edited;
    private readonly ConcurrentDictionary<string, OpenFile> _open;

    private readonly CodePages? _codePages;

    private EditableMap(
        string path,
        ImmutableDictionary<string, EditedFile> edited,
        ConcurrentDictionary<string, OpenFile> open,
        CodePages? codePages
    ) => (Path, _edited, _open, _codePages) = (path, edited, open, codePages);

    /// <summary>The map as it lies on disk. Its files are read when they are needed.</summary>
    /// <param name="path">Path of the map.</param>
    /// <param name="codePages">The code pages that the map names for its files; null: only edits of tags in such a file know its.</param>
    public static EditableMap Open(string path, CodePages? codePages = null) =>
        new(path, ImmutableDictionary<string, EditedFile>.Empty, [], codePages);

    /// <summary>Path of the map.</summary>
    public string Path { get; }

    /// <summary>What edits changed, file by file.</summary>
    public IEnumerable<EditedFile> Changes => _edited.Values;

    /// <summary>The same as texts in place of files, for <see cref="MapLoader"/>.</summary>
    public IEnumerable<KeyValuePair<string, ReadOnlyMemory<byte>>> Overlay =>
        _edited.Values.Select(file => KeyValuePair.Create(file.File, file.Bytes));

    /// <summary>Makes edits, one after the other, as one change: where one is refused, none is made.</summary>
    /// <param name="edits">The edits, at most 100,000.</param>
    public EditOutcome Apply(IReadOnlyList<MapEdit> edits)
    {
        if (edits.Count > MostEdits)
            return Refused(
                0,
                Path,
                new EditRefusedException(0, $"{edits.Count:N0} edits are too many for one change; send at most {MostEdits:N0}")
            );
        var byFile = new Dictionary<string, List<(int Index, MapEdit Edit)>>();
        var targets = new List<EditTarget>(edits.Count);
        var places = new EntryPlaces(this);
        for (var i = 0; i < edits.Count; i++)
        {
            try
            {
                var (file, edit) = places.Resolve(edits[i]);
                if (!byFile.TryGetValue(file, out var list))
                    byFile[file] = list = [];
                list.Add((i, edit));
                targets.Add(new EditTarget(file, edit.Path));
            }
            catch (EditRefusedException refused)
            {
                return Refused(i, places.Looked, refused);
            }
        }
        var edited = _edited;
        var open = new ConcurrentDictionary<string, OpenFile>(_open);
        foreach (var (file, list) in byFile)
        {
            var current = 0;
            try
            {
                var before = Read(file);
                var after = before.Apply([.. list.Select(entry => entry.Edit)], ref current);
                before.Original.Check(before.Text, after.Text);
                open[file] = after;
                edited =
                    after.Text == before.Original.Text
                        ? edited.Remove(file)
                        : edited.SetItem(
                            file,
                            new EditedFile(
                                file,
                                before.Original.Version,
                                before.Original.Text,
                                after.Text,
                                () => before.Original.Encode(after.Text)
                            )
                        );
            }
            catch (EditRefusedException refused)
            {
                return Refused(list[Math.Min(current, list.Count - 1)].Index, file, refused);
            }
        }
        return new EditOutcome(new EditableMap(Path, edited, open, _codePages), []) { Targets = targets };
    }

    /// <summary>
    /// Puts a whole text in the place of a file's, as written by a person. Where it has no CR, it gets the line ends of the file; a file that is not there
    /// becomes a new one.
    /// </summary>
    /// <param name="file">The file, as <see cref="EditedFile.File"/> names it.</param>
    /// <param name="text">The text.</param>
    public EditOutcome WithText(string file, string text)
    {
        try
        {
            if (text.Length > UserFile.MaxMap)
                throw new EditRefusedException(
                    0,
                    $"the file would have more than {UserFile.MaxMap >> 20} MB; put a part of it into another file"
                );
            var before =
                _open.ContainsKey(file) || File.Exists(file) ? new EntryPlaces(this).Open(file) : OpenFile.New(EntryPlaces.KindOf(file));
            text = LineEnds.Restore(before.Original.Text, text);
            before.Original.Check(before.Original.Text, text);
            var open = new ConcurrentDictionary<string, OpenFile>(_open);
            open[file] = before.Of(text);
            var edited =
                text == before.Original.Text && before.Original.Version is not null
                    ? _edited.Remove(file)
                    : _edited.SetItem(
                        file,
                        new EditedFile(file, before.Original.Version, before.Original.Text, text, () => before.Original.Encode(text))
                    );
            return new EditOutcome(new EditableMap(Path, edited, open, _codePages), []);
        }
        catch (EditRefusedException refused)
        {
            return Refused(0, file, refused);
        }
    }

    /// <summary>A file as it lies on disk.</summary>
    /// <param name="file">The file, as <see cref="EditedFile.File"/> names it.</param>
    /// <returns>Its version and text; null where it cannot be read or is no text.</returns>
    public (string Version, string Text)? OriginalOf(string file)
    {
        try
        {
            return new EntryPlaces(this).Open(file).Original is { Version: { } version } original ? (version, original.Text) : null;
        }
        catch (EditRefusedException)
        {
            return null;
        }
    }

    /// <summary>The files that were read.</summary>
    public IEnumerable<string> ReadFiles => _open.Keys;

    /// <summary>The present text of a file.</summary>
    /// <param name="file">The file; null: the map itself.</param>
    /// <returns>Null where it cannot be read or is no text.</returns>
    public string? TextOf(string? file = null)
    {
        try
        {
            return new EntryPlaces(this).Open(file ?? Path).Text;
        }
        catch (EditRefusedException)
        {
            return null;
        }
    }

    /// <summary>The path of a PLC, as in <see cref="MapEdit.Path"/>.</summary>
    /// <param name="name">Its name.</param>
    public static string PathOfPlc(string name) =>
        EditPath.Format([new EditStep("plcs", IsItem: false, null), new EditStep(name, IsItem: true, null)]);

    /// <summary>Names of the keys of a mapping of the map, in all its files: <c>templates</c>, <c>alarms/classes</c>.</summary>
    /// <param name="path">Keys from the first level on.</param>
    public IReadOnlyList<string> NamesIn(string path)
    {
        try
        {
            var steps = EditPath.Parse(path);
            return
            [
                .. new EntryPlaces(this)
                    .Maps.Select(file => Read(file).Yaml.Tree)
                    .SelectMany(tree =>
                        new EntryFinder(tree).Find(steps) is { Missing: 0, Node: var node } && tree[node].Kind == NodeKind.Mapping
                            ? tree.ChildrenOf(node).Select(child => tree.ValueOf(child).ToString())
                            : []
                    ),
            ];
        }
        catch (EditRefusedException)
        {
            return [];
        }
    }

    /// <summary>Where an entry stands, and whether it can be changed there.</summary>
    /// <param name="path">Its path, as in <see cref="MapEdit.Path"/>.</param>
    public EntryPlace Locate(string path)
    {
        var places = new EntryPlaces(this);
        try
        {
            return places.Locate(path);
        }
        catch (EditRefusedException refused)
        {
            return new EntryPlace(SpotOf(places.Looked, refused.At), null, refused.Message);
        }
    }

    /// <summary>The path of the entry around a place, within its file: for findings.</summary>
    /// <param name="file">The file.</param>
    /// <param name="line">Line, from 1.</param>
    /// <param name="column">Column, from 1.</param>
    /// <returns>Null where there is none.</returns>
    public string? PathAt(string file, int line, int column)
    {
        try
        {
            return new EntryPlaces(this).Open(file).PathAt(line, column);
        }
        catch (EditRefusedException)
        {
            return null;
        }
    }

    /// <summary>A file as it is now.</summary>
    /// <exception cref="EditRefusedException">It cannot be read.</exception>
    internal OpenFile Read(string file, FileKind kind = FileKind.Map, Encoding? encoding = null)
    {
        if (_open.TryGetValue(file, out var known))
            return known;
        try
        {
            return _open.GetOrAdd(
                file,
                new OpenFile(FileText.Of(UserFile.Read(file, UserFile.MaxMap), encoding ?? _codePages?.Find(file)), kind)
            );
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            throw new EditRefusedException(0, $"'{file}' can't be read ({error.Message.TrimEnd('.')}); check its path and permissions");
        }
    }

    internal SourceLocation SpotOf(string file, int at)
    {
        var source = new SourceFile(file.Replace('\\', '/'));
        if (!_open.TryGetValue(file, out var open))
            return new SourceLocation(source, 1, 1);
        at = Math.Clamp(at, 0, open.Text.Length);
        return new SourceLocation(source, TextLines.NumberOf(open.Text, at), at - TextLines.StartOf(open.Text, at) + 1);
    }

    private EditOutcome Refused(int edit, string file, EditRefusedException refused) =>
        new(null, [new EditRefusal(edit, SpotOf(file, refused.At), refused.Message)]);
}

/// <summary>What edits came to.</summary>
/// <param name="Map">The edited map; null: an edit was refused, and nothing was changed.</param>
/// <param name="Refusals">Why; empty where there is a map.</param>
public sealed record EditOutcome(EditableMap? Map, IReadOnlyList<EditRefusal> Refusals)
{
    /// <summary>Where each edit was made; empty where there is no map.</summary>
    public IReadOnlyList<EditTarget> Targets { get; init; } = [];
}

/// <summary>Where an edit was made.</summary>
/// <param name="File">The file.</param>
/// <param name="Path">The path of the edit within that file.</param>
public readonly record struct EditTarget(string File, string Path);

/// <summary>Where an entry of a map stands.</summary>
/// <param name="Spot">Its file, line and column.</param>
/// <param name="Path">Its path within that file; null: it cannot be changed there.</param>
/// <param name="Why">Where else it must be changed; null: it can be changed.</param>
public readonly record struct EntryPlace(SourceLocation Spot, string? Path, string? Why);
