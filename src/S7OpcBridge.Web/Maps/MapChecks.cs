using S7OpcBridge.Map;
using S7OpcBridge.Web.Actions;

namespace S7OpcBridge.Web.Maps;

/// <summary>Tells what is wrong with a candidate, and what would come of saving it. Nothing is written.</summary>
/// <param name="conflicts">Finds what somebody else changed.</param>
/// <param name="whyNoMapChange">Why nobody can change the map; null: users can.</param>
internal sealed class MapChecks(
    MapCommands map,
    MapFiles files,
    OpenedMap opened,
    MapConflicts conflicts,
    MapRights rights,
    Func<string?> whyNoMapChange
)
{
    /// <summary>What is wrong with it.</summary>
    public ActionAnswer Check(ActionCall call)
    {
        var body = call.Read(MapJson.Default.CandidateBody);
        var (candidate, load) = Load(body);
        return ActionAnswer.Give(
            new CheckAnswer(FindingRow.From(load.Findings, candidate, body), RefusedEdit.From(candidate.Refused), BasesOf(candidate)),
            MapJson.Default.CheckAnswer,
            "Checked."
        );
    }

    /// <summary>What would come of saving it.</summary>
    public async Task<ActionAnswer> PreviewAsync(ActionCall call, CancellationToken cancellationToken)
    {
        var body = call.Read(MapJson.Default.CandidateBody);
        var (candidate, load) = Load(body);
        var diffs = candidate.Map.Changes.Select(file => FileDiff.Between(file.File, file.Base, file.Old, file.Text)).ToArray();
        EffectRow? effect = null;
        if (load.Loaded is { } loaded && candidate.Refused is null)
        {
            var reach =
                diffs.Length > 0 && whyNoMapChange() is null
                    ? await map.ReachAsync([.. diffs.Select(static diff => diff.File)], cancellationToken)
                    : MapReach.Alone;
            effect = EffectRow.From(map.EffectOf(loaded), reach);
        }
        return ActionAnswer.Give(
            new PreviewAnswer(
                FindingRow.From(load.Findings, candidate, body),
                RefusedEdit.From(candidate.Refused),
                BasesOf(candidate),
                diffs,
                effect,
                conflicts.Find(body.Bases, candidate.Map.Changes),
                whyNoMapChange()
                    ?? candidate
                        .Map.Changes.Select(static file => file.Base is null ? null : EditAccess.WhyNot(file.File))
                        .FirstOrDefault(static why => why is not null)
                    ?? (load.Loaded is null ? null : rights.WhyNot(load.Loaded, call.Visitor!.Roles))
            ),
            MapJson.Default.PreviewAnswer,
            "Shown."
        );
    }

    /// <summary>The candidate with what loading it says; a refused one is not loaded.</summary>
    public (Candidate Candidate, CandidateLoad Load) Load(CandidateBody body)
    {
        var candidate = Candidate.Make(opened.Open(), files, body);
        return (candidate, candidate.Refused is null ? CandidateLoad.Load(map, files, candidate.Map.Changes) : new CandidateLoad(null, []));
    }

    /// <summary>The versions of which the changed texts were made.</summary>
    public static IReadOnlyDictionary<string, string?> BasesOf(Candidate candidate) =>
        candidate.Map.Changes.ToDictionary(static file => file.File, static file => file.Base);
}
