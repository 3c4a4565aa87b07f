using Microsoft.AspNetCore.Http;
using S7OpcBridge.Core;
using S7OpcBridge.Import;
using S7OpcBridge.Map;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Answers;
using S7OpcBridge.Web.Maps;

namespace S7OpcBridge.Web.ImportPage;

/// <summary>What is chosen on the page, with its plan, until the map is written. Any thread.</summary>
internal sealed class ImportPageSession : IAsyncDisposable
{
    /// <summary>Rows of one answer at most.</summary>
    public const int MostRows = 500;

    private const int MostSearch = 300;
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(10),
        Longest = TimeSpan.FromDays(1),
        PlanPatience = TimeSpan.FromSeconds(5);
    private static readonly string[] UsualIntervals = ["100ms", "200ms", "500ms", "1s", "2s", "5s", "10s", "1min"];

    private readonly Lock _gate = new();
    private readonly SemaphoreSlim _writing = new(1);
    private readonly ImportChoice _choice;
    private readonly ChoiceRows _rows;
    private readonly ImportBrowseOptions _wish;
    private readonly bool _isRestored;
    private volatile ImportPageEnd? _over;
    private readonly TaskCompletionSource<ImportPageEnd> _end = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <param name="list">What was read.</param>
    /// <param name="wish">The map to write.</param>
    public ImportPageSession(ImportList list, ImportBrowseOptions wish, TimeProvider time)
    {
        (_choice, _wish, Time) = (new ImportChoice(list), wish, time);
        _rows = new ChoiceRows(_choice);
        Texts = new ImportedTexts(wish, Snapshot);
        if (LastImport.TagsOf(wish.Path) is { } last)
        {
            _choice.Restore(last);
            _isRestored = true;
        }
        Planner = new ImportPlanner(Snapshot, wish.Plan, time);
        Map = MapOf(wish);
    }

    /// <summary>The clock.</summary>
    public TimeProvider Time { get; }

    /// <summary>What the ticked tags make of the map's files.</summary>
    public ImportedTexts Texts { get; }

    /// <summary>Plans the map with somebody's changes.</summary>
    public TagCommands Tags => _wish.Tags;

    /// <summary>The map as it would be written, for those who edit it first.</summary>
    public MapCommands Map { get; }

    /// <summary>Plans what is ticked.</summary>
    public ImportPlanner Planner { get; }

    /// <summary>Ends when the map was written, or somebody stopped.</summary>
    public Task<ImportPageEnd> End => _end.Task;

    /// <summary>What the page shows once.</summary>
    public ImportOverview Overview()
    {
        var report = _choice.Report;
        var found = _choice
            .Nodes.Where(node => node.Kind == ChoiceKind.Tag)
            .Select(node => node.Scan!.Value)
            .Distinct()
            .Select(Durations.Format);
        return new ImportOverview(
            _wish.Path,
            File.Exists(_wish.Path),
            _isRestored,
            _choice.Tags,
            [.. UsualIntervals.Concat(found).Distinct().OrderBy(text => Durations.TryParse(text, out var interval) ? interval : default)],
            [.. report.Sources.Select(source => new ShownSource(source.Path, source.Format, source.Taken, source.LeftOut))],
            ShownReasons.List(report),
            _wish.Version
        );
    }

    /// <summary>Rows of the tree.</summary>
    /// <exception cref="PageQueryException">The wish is not possible.</exception>
    public ShownRows Rows(RowsRequest wish)
    {
        var search = SearchOf(wish.Search, wish.TickedOnly);
        if (wish.From < 0 || wish.Count is < 0 or > MostRows)
            throw new PageQueryException($"'count' is a number from 0 to {MostRows}.");
        lock (_gate)
        {
            var page = _rows.Select(search, wish.Toggled.ToHashSet(), wish.From, wish.Count);
            return new ShownRows(page.Total, page.Tags, _choice.Ticked, _choice.Changes, [.. page.Rows.Select(Shown)]);
        }
    }

    /// <summary>Ticks, or sets interval and access.</summary>
    /// <exception cref="PageQueryException">The wish is not possible.</exception>
    public ChangeAnswer Change(ChangeRequest wish)
    {
        var search = SearchOf(wish.Search, wish.TickedOnly);
        // What somebody types is answered, not refused.
        if (!TryInterval(wish.Scan, out var interval))
            return new ChangeAnswer(_choice.Changes, _choice.Ticked, ["An interval is written as 100ms, 1s or 5min, from 10ms to 24h."]);
        TagAccess? access = wish.Access switch
        {
            null or "" => null,
            "read" => TagAccess.Read,
            "readwrite" => TagAccess.ReadWrite,
            "write" => TagAccess.Write,
            _ => throw new PageQueryException("'access' is read, readwrite or write."),
        };
        if (wish.Id < 0 || wish.Id >= _choice.Nodes.Count)
            throw new PageQueryException("There is no such node.");
        lock (_gate)
        {
            var node = _choice.Nodes[wish.Id];
            if (wish.Scan is not null)
                _choice.SetScan(node, interval, search);
            var refused = wish.Access is null ? [] : _choice.SetAccess(node, access, search).Select(Sentence).ToArray();
            if (wish.Tick is { } tick)
                _choice.Tick(node, tick, search);
            Planner.Wake();
            return new ChangeAnswer(_choice.Changes, _choice.Ticked, refused);
        }
    }

    /// <summary>The plan that counts a change, or the last one where it takes too long.</summary>
    public Task<LoadAnswer> LoadAsync(int change, CancellationToken cancellationToken) =>
        Planner.AtAsync(change, PlanPatience, cancellationToken);

    /// <summary>Saves the map as the console does, and ends the import with it.</summary>
    /// <param name="save">Saves a candidate.</param>
    public async Task<ActionAnswer> SaveAsync(WebAction save, ActionCall call, CancellationToken cancellationToken)
    {
        await _writing.WaitAsync(cancellationToken);
        try
        {
            if (Texts.Now() is not { WhyNot: null, Result: { } result } made)
                return Refuse(Texts.Now().WhyNot ?? "");
            var before = made
                .Texts.Select(static file => file.Key)
                .Union(Map.Texts())
                .Where(File.Exists)
                .ToDictionary(static file => file, static file => UserFile.ReadText(file, UserFile.MaxMap));
            var answer = await save.RunAsync(call, cancellationToken);
            if (answer.Http != StatusCodes.Status200OK)
                return answer;
            using var text = new StringWriter();
            new ImportTarget(_wish.Path, text, text).Conclude(result, before);
            foreach (var line in ImportText.NextSteps(result, _wish.Path))
                text.WriteLine(line);
            _over = new ImportPageEnd(result, text.ToString());
            return ActionAnswer.Give(new SavedAnswer(_over.Text, []), MapJson.Default.SavedAnswer, "Written.");
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            return Refuse(fault.Message);
        }
        finally
        {
            _writing.Release();
        }
    }

    /// <summary>Ends without a map.</summary>
    public ActionAnswer Stop()
    {
        _over = new ImportPageEnd(Result: null, "");
        return ActionAnswer.From(new CommandOutcome(OpcUa.StatusCodes.Good, "No map is written."));
    }

    /// <summary>Ends the program where an answer has said so.</summary>
    public void CloseIfOver()
    {
        if (_over is { } end)
            _end.TrySetResult(end);
    }

    public async ValueTask DisposeAsync()
    {
        await Planner.DisposeAsync();
        _writing.Dispose();
    }

    private static ActionAnswer Refuse(string sentence) =>
        ActionAnswer.Refuse(StatusCodes.Status403Forbidden, OpcUa.StatusCodes.BadInvalidState, sentence);

    private MapCommands MapOf(ImportBrowseOptions wish)
    {
        // A map that is there may name files that no import made.
        var findings = new FindingList { TakesOpenHosts = true };
        if (File.Exists(wish.Path))
            _ = MapLoader.Load(wish.Path, findings);
        string[] own = [.. findings.Texts];
        string[] sought = [.. findings.Sought];
        return new MapCommands
        {
            Path = wish.Path,
            TakesOpenHosts = true,
            Incoming = () => Texts.Now().Texts,
            Texts = () => [wish.Path, .. Texts.Now().Texts.Select(static file => file.Key).Union(own).Except([wish.Path])],
            Files = () => [.. Texts.Now().Texts.Select(static file => file.Key).Union(sought)],
            Load = found => MapLoader.Load(wish.Path, found),
            Examine = wish.Examine,
            EffectOf = static loaded => new MapEffect(
                [$"The map has {Counted(loaded.Tags.Tags.Length, "tag")} of {Counted(loaded.Tags.Plcs.Length, "PLC")}."],
                [],
                0,
                0,
                0,
                0,
                [],
                []
            ),
            ReachAsync = static (_, _) => Task.FromResult(MapReach.Alone),
            Versions = new MapVersions(MapVersions.FolderFor(wish.Path), Time),
            AskReload = static _ => { },
        };
    }

    private (int Change, ChosenTags Tags) Snapshot()
    {
        lock (_gate)
            return (_choice.Changes, _choice.Snapshot());
    }

    private static string Sentence(KeyValuePair<string, int> refused) => $"{Counted(refused.Value, "tag")}: {refused.Key}";

    private static string Counted(int number, string what) => $"{number:N0} {what}{(number == 1 ? "" : "s")}";

    private static ChoiceSearch SearchOf(string text, bool isTickedOnly) =>
        text.Length <= MostSearch
            ? new ChoiceSearch(text, isTickedOnly)
            : throw new PageQueryException($"'search' is longer than {MostSearch} characters.");

    private static bool TryInterval(string? text, out TimeSpan? interval)
    {
        interval = null;
        if (string.IsNullOrEmpty(text))
            return true;
        var isGood = Durations.TryParse(text, out var parsed) && parsed >= Shortest && parsed <= Longest;
        interval = parsed;
        return isGood;
    }

    private static ShownRow Shown(ChoiceRow row)
    {
        var node = row.Node;
        return new ShownRow
        {
            Id = node.Id,
            Level = row.Level,
            Parent = row.Parent,
            Name = node.Name,
            Kind = node.Kind switch
            {
                ChoiceKind.Plc => "plc",
                ChoiceKind.Source => "source",
                ChoiceKind.Tag => "tag",
                _ => "folder",
            },
            Open = node.Kind == ChoiceKind.Tag ? null : row.IsOpen,
            Ticks =
                node.Ticked == 0 ? "none"
                : node.Ticked == node.Tags ? "all"
                : "some",
            Tags = node.Tags,
            Ticked = node.Ticked,
            Found = row.Shown,
            Type = node.Type,
            Place = node.Place,
            Scan = node.Scan is { } scan ? Durations.Format(scan) : null,
            Access = node.Access switch
            {
                null => null,
                TagAccess.ReadWrite => "readwrite",
                TagAccess.Write => "write",
                _ => "read",
            },
            About = node.Description,
            Source = node.Kind == ChoiceKind.Tag ? $"{node.Spot.File?.Path}:{node.Spot.Line}" : null,
            ReadOnly = node.ReadOnlyReason,
        };
    }
}

/// <summary>How the page ended.</summary>
/// <param name="Result">What was written; null: nothing.</param>
/// <param name="Text">What the command line prints of it.</param>
internal sealed record ImportPageEnd(ImportResult? Result, string Text);
