using S7OpcBridge.Web.Actions;

namespace S7OpcBridge.Web.Maps;

/// <summary>
/// Editing the map: its texts, checks, what saving would do, saving, and its versions. Texts may hold hashes of passwords, so all of it is for ConfigureAdmin.
/// </summary>
/// <param name="running">The running map, and the errors of a newer one on disk.</param>
/// <param name="texts">The texts of the map; null: there is none that could be edited.</param>
/// <param name="whyNoMapChange">Why nobody can change the map; null: users can.</param>
internal sealed class MapActions(RunningMap running, Lazy<MapTexts?> texts, Func<string?> whyNoMapChange)
{
    // Made by the first request: a bridge without an open page has none of it.
    private readonly Lazy<Parts?> _parts = new(() => texts.Value is { } map ? new Parts(map, running, whyNoMapChange) : null);

    /// <summary>The actions.</summary>
    public IEnumerable<WebAction> List() =>
        [
            Question("map", static (parts, _) => parts.Questions.List()),
            Question("map/text", static (parts, call) => parts.Questions.Text(call)),
            Question("map/schema", static (_, _) => MapQuestions.Schema()),
            Question("map/versions", static (parts, call) => parts.Questions.Versions(call)),
            Question("map/version", static (parts, call) => parts.Questions.Version(call)),
            Asks("map/edited", static (parts, call, _) => Task.FromResult(parts.Questions.Edited(call))),
            Asks("map/check", static (parts, call, _) => Task.FromResult(parts.Checks.Check(call))),
            Asks("map/preview", static (parts, call, cancellationToken) => parts.Checks.PreviewAsync(call, cancellationToken)),
            Change(
                "map/save",
                CandidateBody.MostBytes,
                static (parts, call, cancellationToken) => parts.Saving.SaveAsync(call, cancellationToken)
            ),
            Change(
                "map/restore",
                WebAction.SmallBody,
                static (parts, call, cancellationToken) => parts.Saving.RestoreAsync(call, cancellationToken)
            ),
        ];

    private WebAction Question(string name, Func<Parts, ActionCall, ActionAnswer> answer) =>
        new(name, "GET", Right.ConfigureAdmin, 0, (call, _) => RunAsync(parts => Task.FromResult(answer(parts, call)))) { IsHeavy = true };

    private WebAction Asks(string name, Func<Parts, ActionCall, CancellationToken, Task<ActionAnswer>> answer) =>
        new(
            name,
            "POST",
            Right.ConfigureAdmin,
            CandidateBody.MostBytes,
            (call, cancellationToken) => RunAsync(parts => answer(parts, call, cancellationToken))
        )
        {
            IsHeavy = true,
            IsQuestion = true,
        };

    private WebAction Change(string name, int maxBody, Func<Parts, ActionCall, CancellationToken, Task<ActionAnswer>> answer) =>
        new(
            name,
            "POST",
            Right.ConfigureAdmin,
            maxBody,
            (call, cancellationToken) => RunAsync(parts => answer(parts, call, cancellationToken))
        )
        {
            IsHeavy = true,
            WritesMap = true,
        };

    private Task<ActionAnswer> RunAsync(Func<Parts, Task<ActionAnswer>> answer) =>
        _parts.Value is { } parts ? answer(parts) : Task.FromResult(MapTexts.Missing);

    private sealed class Parts
    {
        public Parts(MapTexts texts, RunningMap running, Func<string?> whyNoMapChange)
        {
            var (map, files, opened) = (texts.Map, texts.Files, texts.Opened);
            var (conflicts, rights) = (new MapConflicts(map, opened), new MapRights(map, running));
            Questions = new MapQuestions(map, files, opened, running, whyNoMapChange);
            Checks = new MapChecks(map, files, opened, conflicts, rights, whyNoMapChange);
            Saving = new MapSaving(map, files, opened, Checks, conflicts, rights);
        }

        public MapQuestions Questions { get; }

        public MapChecks Checks { get; }

        public MapSaving Saving { get; }
    }
}
