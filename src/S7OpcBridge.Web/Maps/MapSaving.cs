using System.Text.Json.Serialization.Metadata;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Answers;
using HttpStatus = Microsoft.AspNetCore.Http.StatusCodes;
using UaStatus = S7OpcBridge.OpcUa.StatusCodes;

namespace S7OpcBridge.Web.Maps;

/// <summary>
/// Saves a candidate, or puts a kept version back: only what would load, and never over what somebody else saved meanwhile. The reload follows.
/// </summary>
internal sealed class MapSaving(
    MapCommands map,
    MapFiles files,
    OpenedMap opened,
    MapChecks checks,
    MapConflicts conflicts,
    MapRights rights
)
{
    private const int Unprocessable = HttpStatus.Status422UnprocessableEntity;

    /// <summary>Saves a candidate.</summary>
    public async Task<ActionAnswer> SaveAsync(ActionCall call, CancellationToken cancellationToken)
    {
        var body = call.Read(MapJson.Default.CandidateBody);
        foreach (var (file, _) in body.Texts)
        {
            if (body.Bases?.ContainsKey(file) != true)
                throw new ActionBodyException(
                    $"'bases' has no version of '{file}', whose whole text is to be replaced; null stands for a new file."
                );
        }
        var (candidate, load) = checks.Load(body);
        var changes = candidate.Map.Changes.ToArray();
        if (conflicts.Find(body.Bases, changes) is { Count: > 0 } found)
            return Conflicting(found);
        if (candidate.Refused is not null || load.Loaded is null)
        {
            var faults = FindingRow.From(load.Findings, candidate, body);
            return Refuse(
                Unprocessable,
                UaStatus.BadConfigurationError,
                new CheckAnswer(faults, RefusedEdit.From(candidate.Refused), MapChecks.BasesOf(candidate)),
                MapJson.Default.CheckAnswer,
                candidate.Refused is { } refused
                    ? $"Not saved: {refused}"
                    : $"Not saved: the map would have errors, {faults.Count(static fault => fault.IsError)} of them."
            );
        }
        return await WriteAsync(call, load.Loaded, changes, body.OnlyHere, "Saved", cancellationToken);
    }

    /// <summary>Puts a kept version back.</summary>
    public async Task<ActionAnswer> RestoreAsync(ActionCall call, CancellationToken cancellationToken)
    {
        var body = call.Read(MapJson.Default.RestoreBody);
        if (!files.Has(body.File))
            throw new ActionBodyException("'file' is no text of the map.");
        if (map.Versions.Read(body.File, body.Id) is not { } bytes || map.KeptText(body.File, body.Id) is not { } text)
            return ActionAnswer.Refuse(
                HttpStatus.Status404NotFound,
                UaStatus.BadNotFound,
                $"This version of '{body.File}' is not kept any more."
            );
        var present = opened.Open().OriginalOf(body.File);
        if (present?.Version != body.Present)
            return Conflicting([conflicts.Describe(body.File, body.Present, present?.Version)]);
        var change = new EditedFile(body.File, body.Present, present?.Text ?? "", text, () => bytes);
        var load = CandidateLoad.Load(map, files, [change]);
        if (load.Loaded is null)
            return Refuse(
                Unprocessable,
                UaStatus.BadConfigurationError,
                new CheckAnswer(
                    FindingRow.From(load.Findings, new Candidate(opened.Open(), [], null), new CandidateBody([], [])),
                    null,
                    new Dictionary<string, string?> { [body.File] = body.Present }
                ),
                MapJson.Default.CheckAnswer,
                $"Not put back: with this version of '{body.File}' the map would have errors."
            );
        return await WriteAsync(call, load.Loaded, [change], body.OnlyHere, "Put back", cancellationToken);
    }

    private async Task<ActionAnswer> WriteAsync(
        ActionCall call,
        BridgeMap loaded,
        EditedFile[] changes,
        bool onlyHere,
        string done,
        CancellationToken cancellationToken
    )
    {
        if (changes.Length == 0)
            return ActionAnswer.Give(
                new SavedAnswer("Nothing differs from what is saved already.", []),
                MapJson.Default.SavedAnswer,
                "Nothing differs."
            );
        var user = call.Visitor!;
        if (rights.WhyNot(loaded, user.Roles) is { } why)
            return ActionAnswer.Refuse(HttpStatus.Status403Forbidden, UaStatus.BadUserAccessDenied, why);
        string[] names = [.. changes.Select(static file => file.File)];
        if (!onlyHere && await map.ReachAsync(names, cancellationToken) is { Others: { Count: > 0 } others })
            return ActionAnswer.Refuse(
                HttpStatus.Status403Forbidden,
                UaStatus.BadNotSupported,
                $"Not saved: {string.Join("; ", others.Select(static other => $"node {other.Node} {other.Why}"))}. Save it for this node only, and then on the "
                    + "page of each of the others, one after the other."
            );
        // What has begun to be written is finished, even if the browser goes.
        var outcome = await map.Versions.SaveAsync(
            [.. changes.Select(static file => new FileToSave(file.File, file.Base, file.Bytes))],
            user.User.Name,
            CancellationToken.None
        );
        if (outcome.Conflicts.Count > 0)
            return Conflicting([
                .. outcome.Conflicts.Select(conflict => conflicts.Describe(conflict.File, conflict.Base, conflict.Present)),
            ]);
        if (outcome.Error is { } error)
            return ActionAnswer.Refuse(HttpStatus.Status507InsufficientStorage, UaStatus.BadResourceUnavailable, $"Not saved: {error}.");
        map.AskReload($"{user.User.Name} saved it on the page");
        var message = $"{done}: {string.Join(", ", names)}. The bridge loads the map again.";
        return ActionAnswer.Give(
            new SavedAnswer(message, [.. outcome.Saved.Select(static saved => new SavedFile(saved.Key, saved.Value.Id))]),
            MapJson.Default.SavedAnswer,
            message
        );
    }

    private static ActionAnswer Conflicting(IReadOnlyList<ConflictRow> found)
    {
        var sentence = $"Not saved: somebody else changed {string.Join(", ", found.Select(static conflict => conflict.File))} meanwhile.";
        return Refuse(
            HttpStatus.Status409Conflict,
            UaStatus.BadInvalidState,
            new ConflictAnswer(sentence, found),
            MapJson.Default.ConflictAnswer,
            sentence
        );
    }

    private static ActionAnswer Refuse<T>(int http, StatusCode outcome, T answer, JsonTypeInfo<T> shape, string sentence) =>
        new(http, outcome, sentence, response => JsonAnswer.WriteAsync(response, answer, shape));
}
