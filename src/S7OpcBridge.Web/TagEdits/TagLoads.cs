using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Maps;

namespace S7OpcBridge.Web.TagEdits;

/// <summary>Compares the load of a PLC in the running map with that in a map with somebody's changes.</summary>
internal sealed class TagLoads(RunningMap running, TagCommands tags, MapTexts texts)
{
    /// <summary>Loads the changed map and plans the PLC; takes seconds for a large one.</summary>
    public ActionAnswer Compare(ActionCall call)
    {
        var body = call.Read(TagEditJson.Default.LoadBody);
        var before = running.Map() is { } now ? tags.LoadOf(now, body.Plc) : null;
        var candidate = Candidate.Make(texts.Opened.Open(), texts.Files, new CandidateBody(body.Edits, body.Texts));
        var load = CandidateLoad.Load(texts.Map, texts.Files, candidate.Map.Changes);
        return ActionAnswer.Give(
            new LoadsAnswer(
                before,
                load.Loaded is { } loaded ? tags.LoadOf(loaded, body.Plc) : null,
                load.Findings.Count(static finding => finding.IsError)
            ),
            TagEditJson.Default.LoadsAnswer,
            "Planned."
        );
    }
}
