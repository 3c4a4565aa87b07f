using S7OpcBridge.Map;

namespace S7OpcBridge.Web.Maps;

/// <summary>The texts of the map with somebody's changes.</summary>
/// <param name="Map">The texts; where a change was refused, without it and all edits.</param>
/// <param name="Targets">Where each edit was made.</param>
/// <param name="Refused">Why a change was not made; null: all were.</param>
internal sealed record Candidate(EditableMap Map, IReadOnlyList<EditTarget> Targets, EditRefusal? Refused)
{
    /// <summary>Makes the changes in the texts as they are on disk.</summary>
    /// <param name="map">The texts on disk.</param>
    /// <param name="files">Which files may be changed.</param>
    /// <exception cref="Actions.ActionBodyException">There are too many changes, or one is none.</exception>
    public static Candidate Make(EditableMap map, MapFiles files, CandidateBody body)
    {
        var edits = body.ReadEdits();
        foreach (var (file, text) in body.Texts)
        {
            if (!files.MayWrite(file))
                return new Candidate(map, [], Closed(file, 0));
            var outcome = map.WithText(file, text);
            if (outcome.Map is null)
                return new Candidate(map, [], outcome.Refusals[0] with { Edit = -1 });
            map = outcome.Map;
        }
        for (var i = 0; i < edits.Count; i++)
        {
            if (edits[i].File is { } named && !files.MayWrite(named))
                return new Candidate(map, [], Closed(named, i));
        }
        var made = map.Apply(edits);
        if (made.Map is null)
            return new Candidate(map, [], made.Refusals[0]);
        // A path may lead through an 'include' that a changed text names.
        foreach (var file in made.Map.Changes)
        {
            if (!files.MayWrite(file.File))
                return new Candidate(map, [], Closed(file.File, -1));
        }
        return new Candidate(made.Map, made.Targets, null);
    }

    /// <summary>The edit that is nearest to an entry; null: none touches it.</summary>
    /// <param name="file">The file of the entry.</param>
    /// <param name="path">Its path within the file.</param>
    public int? EditAt(IReadOnlyList<EditBody> edits, string file, string path)
    {
        int? best = null;
        for (var (i, length) = (0, -1); i < Targets.Count; i++)
        {
            var target = Targets[i];
            if (target.File != file)
                continue;
            var touched =
                edits[i].Kind == "insert" ? $"{target.Path}[{edits[i].Name ?? edits[i].Value?["name"]?.ToString()}]" : target.Path;
            if ((IsWithin(path, touched) || IsWithin(touched, path)) && touched.Length >= length)
                (best, length) = (i, touched.Length);
        }
        return best;
    }

    private static bool IsWithin(string path, string around) =>
        path.StartsWith(around, StringComparison.Ordinal)
        && (path.Length == around.Length || around.Length == 0 || path[around.Length] is '/' or '[');

    private static EditRefusal Closed(string file, int edit) =>
        new(
            edit,
            new SourceLocation(new SourceFile(file), 1, 1),
            "this file cannot be changed here: it is no text of the map, nor a new one in the map's folder (.yaml, .csv, .db, .scl, .awl, .udt)"
        );
}
