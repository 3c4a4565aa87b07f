using S7OpcBridge.Map;

namespace S7OpcBridge.Web.Maps;

/// <summary>What is wrong with a candidate.</summary>
/// <param name="Findings">The findings of the whole map, as <c>validate</c> gives them.</param>
/// <param name="Refused">Why a change could not be made; null: all were. Then the findings are those of the map without it.</param>
/// <param name="Bases">The versions of the changed files of which the candidate was made.</param>
internal sealed record CheckAnswer(IReadOnlyList<FindingRow> Findings, RefusedEdit? Refused, IReadOnlyDictionary<string, string?> Bases);

/// <summary>A finding.</summary>
/// <param name="IsError">True: the map cannot run.</param>
/// <param name="Sentence">What is wrong and what to do.</param>
/// <param name="File">Its file.</param>
/// <param name="Line">Line, from 1.</param>
/// <param name="Column">Column, from 1.</param>
/// <param name="Path">Path of the entry in which it lies, within its file; null: not known.</param>
/// <param name="Edit">Position of the edit that touches this entry; null: none.</param>
internal sealed record FindingRow(bool IsError, string Sentence, string File, int Line, int Column, string? Path, int? Edit)
{
    // Each path is found in the text; the first findings are those that are read.
    private const int MostWithPath = 200;

    public static IReadOnlyList<FindingRow> From(IReadOnlyList<Finding> findings, Candidate candidate, CandidateBody body)
    {
        var rows = new List<FindingRow>(findings.Count);
        foreach (var (spot, isError, message) in findings)
        {
            var file = spot.File?.Path ?? candidate.Map.Path;
            var path = rows.Count < MostWithPath ? candidate.Map.PathAt(file, spot.Line, spot.Column) : null;
            rows.Add(
                new FindingRow(
                    isError,
                    message,
                    file,
                    spot.Line,
                    spot.Column,
                    path,
                    path is null ? null : candidate.EditAt(body.Edits, file, path)
                )
            );
        }
        return rows;
    }
}

/// <summary>A change that could not be made.</summary>
/// <param name="Edit">Position of the edit; -1: a text.</param>
/// <param name="File">Where to look.</param>
/// <param name="Line">Line, from 1.</param>
/// <param name="Column">Column, from 1.</param>
/// <param name="Sentence">What is in the way and what to do.</param>
internal sealed record RefusedEdit(int Edit, string File, int Line, int Column, string Sentence)
{
    public static RefusedEdit? From(EditRefusal? refusal) =>
        refusal is { } r ? new RefusedEdit(r.Edit, r.Spot.File?.Path ?? "", r.Spot.Line, r.Spot.Column, r.Message) : null;
}

/// <summary>What saving a candidate would write, and what would come of it.</summary>
/// <param name="Findings">As in <see cref="CheckAnswer"/>.</param>
/// <param name="Refused">As in <see cref="CheckAnswer"/>.</param>
/// <param name="Bases">As in <see cref="CheckAnswer"/>.</param>
/// <param name="Files">The differences of the texts.</param>
/// <param name="Effect">What the reload would do; null: the map would not load.</param>
/// <param name="Conflicts">Files that somebody else changed meanwhile.</param>
/// <param name="WhyNot">Why it could not be saved even without errors; null: it could.</param>
internal sealed record PreviewAnswer(
    IReadOnlyList<FindingRow> Findings,
    RefusedEdit? Refused,
    IReadOnlyDictionary<string, string?> Bases,
    IReadOnlyList<FileDiff> Files,
    EffectRow? Effect,
    IReadOnlyList<ConflictRow> Conflicts,
    string? WhyNot
);

/// <summary>What the reload would do; see <see cref="MapEffect"/>.</summary>
/// <param name="Nodes">The nodes of the cluster that get the change; empty: there is no cluster.</param>
/// <param name="OtherNodes">Those that do not, each as a sentence.</param>
internal sealed record EffectRow(
    IReadOnlyList<string> Sentences,
    IReadOnlyList<string> Lines,
    int TagsAdded,
    int TagsGone,
    int TagsReread,
    int TagsChanged,
    IReadOnlyList<string> PlcsTouched,
    IReadOnlyList<string> NeedRestart,
    IReadOnlyList<string> Nodes,
    IReadOnlyList<string> OtherNodes
)
{
    public static EffectRow From(MapEffect effect, MapReach reach) =>
        new(
            effect.Sentences,
            effect.Lines,
            effect.TagsAdded,
            effect.TagsGone,
            effect.TagsReread,
            effect.TagsChanged,
            effect.PlcsTouched,
            effect.NeedRestart,
            reach.Nodes,
            [.. reach.Others.Select(static other => $"Node {other.Node} {other.Why}.")]
        );
}

/// <summary>How a text differs.</summary>
/// <param name="File">The file.</param>
/// <param name="Base">The version of which the new text was made; null: the file is new.</param>
/// <param name="IsCut">True: more lines differ than are shown.</param>
/// <param name="Lines">The lines that differ, with some around them.</param>
internal sealed record FileDiff(string File, string? Base, bool IsCut, IReadOnlyList<DiffRow> Lines)
{
    /// <summary>Most lines of one file.</summary>
    public const int MostLines = 2000;

    public static FileDiff Between(string file, string? @base, string old, string text)
    {
        var (lines, isCut) = TextDiff.Of(old, text, MostLines);
        return new FileDiff(file, @base, isCut, DiffRow.From(lines));
    }
}

/// <summary>A line of a diff; see <see cref="DiffLine"/>.</summary>
internal sealed record DiffRow(string Sign, int Old, int New, string Text)
{
    // A line may be a whole file.
    private const int LongestLine = 1000;

    public static IReadOnlyList<DiffRow> From(IReadOnlyList<DiffLine> lines) =>
        [
            .. lines.Select(static line => new DiffRow(
                line.Sign.ToString(),
                line.Old,
                line.New,
                line.Text.Length <= LongestLine ? line.Text : $"{line.Text.AsSpan(0, LongestLine)}…"
            )),
        ];
}

/// <summary>A file that somebody else changed after the browser had got it.</summary>
/// <param name="File">The file.</param>
/// <param name="Base">The version that the browser had.</param>
/// <param name="Present">The present one; null: the file is gone.</param>
/// <param name="Author">Who saved it; null: not known, it was written by hand.</param>
/// <param name="Lines">What that changed; empty: the version that the browser had is not kept.</param>
internal sealed record ConflictRow(string File, string? Base, string? Present, string? Author, IReadOnlyList<DiffRow> Lines);
