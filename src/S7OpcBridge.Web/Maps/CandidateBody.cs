using System.Text.Json.Nodes;
using S7OpcBridge.Map;
using S7OpcBridge.Web.Actions;

namespace S7OpcBridge.Web.Maps;

/// <summary>A map as a browser would have it: the files on disk with these changes. Texts come first, edits are made in them.</summary>
/// <param name="Edits">The edits, one after the other.</param>
/// <param name="Texts">Whole texts of files.</param>
/// <param name="Bases">The versions of the files on which the changes were made; without one a file counts as seen as it is now.</param>
/// <param name="OnlyHere">True: save also where other nodes of the cluster do not get the change.</param>
internal sealed record CandidateBody(
    IReadOnlyList<EditBody> Edits,
    IReadOnlyList<TextBody> Texts,
    IReadOnlyDictionary<string, string?>? Bases = null,
    bool OnlyHere = false
)
{
    /// <summary>Limits.</summary>
    public const int MostBytes = 8 << 20,
        MostEdits = 10_000,
        MostTexts = 200;

    /// <summary>The edits as the map takes them.</summary>
    /// <exception cref="ActionBodyException">They are too many, or one is none.</exception>
    public IReadOnlyList<MapEdit> ReadEdits()
    {
        if (Edits.Count > MostEdits)
            throw new ActionBodyException($"'edits' has {Edits.Count} entries, and at most {MostEdits} are taken.");
        if (Texts.Count > MostTexts)
            throw new ActionBodyException($"'texts' has {Texts.Count} entries, and at most {MostTexts} are taken.");
        return [.. Edits.Select((edit, at) => edit.Read(at))];
    }
}

/// <summary>An edit; see <see cref="MapEdit"/>.</summary>
internal sealed record EditBody(
    string Kind,
    string Path,
    JsonNode? Value = null,
    string? Name = null,
    int? At = null,
    string? File = null,
    string? To = null,
    int? By = null
)
{
    public MapEdit Read(int at) =>
        new(
            Kind switch
            {
                "set" => MapEditKind.Set,
                "remove" => MapEditKind.Remove,
                "insert" => MapEditKind.Insert,
                "rename" => MapEditKind.Rename,
                "move" => MapEditKind.Move,
                _ => throw new ActionBodyException($"'kind' of edit {at} is set, remove, insert, rename or move."),
            },
            Path
        )
        {
            Value = Value,
            Name = Name,
            At = At,
            File = File,
            To = To,
            By = By,
        };
}

/// <summary>The whole text of a file.</summary>
/// <param name="File">The file, as the list of files names it; or a new one in the folder of the map.</param>
/// <param name="Text">Its text.</param>
internal sealed record TextBody(string File, string Text);

/// <summary>Which file of a candidate is wanted.</summary>
internal sealed record EditedTextBody(IReadOnlyList<EditBody> Edits, IReadOnlyList<TextBody> Texts, string File);

/// <summary>Which version is to be put back.</summary>
/// <param name="File">The file.</param>
/// <param name="Id">The version.</param>
/// <param name="Present">The version that the file had when its user chose.</param>
/// <param name="OnlyHere">As in <see cref="CandidateBody"/>.</param>
internal sealed record RestoreBody(string File, string Id, string Present, bool OnlyHere = false);
