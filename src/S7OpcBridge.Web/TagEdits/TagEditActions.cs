using Microsoft.AspNetCore.Http;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Answers;
using S7OpcBridge.Web.Maps;
using UaStatus = S7OpcBridge.OpcUa.StatusCodes;

namespace S7OpcBridge.Web.TagEdits;

/// <summary>The table in which tags are edited: its rows, checks while somebody types, values of the moment, and the load. Saving is that of the map.</summary>
/// <param name="running">The running map; null: none runs.</param>
/// <param name="tags">What it asks of the running bridge.</param>
/// <param name="texts">The texts of the map; null: there is none that could be edited.</param>
internal sealed class TagEditActions(RunningMap running, TagCommands tags, Lazy<MapTexts?> texts)
{
    private const int MostOfRows = 256 * 1024,
        MostGroups = 1000;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private static readonly ActionAnswer Unknown = ActionAnswer.Refuse(
        StatusCodes.Status404NotFound,
        UaStatus.BadNotFound,
        "This state of the map is not kept any more; ask for its entries again."
    );

    // Made by the first request.
    private readonly Lazy<TagTables?> _tables = new(() => texts.Value is { } map ? new TagTables(map) : null);
    private readonly SemaphoreSlim _turn = new(1),
        _peek = new(1);

    /// <summary>The actions.</summary>
    public IEnumerable<WebAction> List() =>
        [
            new("map/tags", "GET", Right.ConfigureAdmin, 0, (call, _) => RunAsync(tables => Task.FromResult(Show(tables, call))))
            {
                IsHeavy = true,
            },
            Asks("map/entries", CandidateBody.MostBytes, isHeavy: true, (tables, call) => Task.FromResult(Open(tables, call))),
            Asks("map/entries/more", MostOfRows, isHeavy: false, async (tables, call) => (await InTurnAsync(() => More(tables, call)))!),
            Asks("map/rows", MostOfRows, isHeavy: false, async (tables, call) => (await InTurnAsync(() => Check(tables, call)))!),
            Asks(
                "map/load",
                CandidateBody.MostBytes,
                isHeavy: true,
                (_, call) => Task.FromResult(new TagLoads(running, tags, texts.Value!).Compare(call))
            ),
            new(
                "map/peek",
                "POST",
                Right.ConfigureAdmin,
                MostOfRows,
                (call, cancellationToken) => RunAsync(tables => PeekAsync(tables, call, cancellationToken))
            )
            {
                AtOnceOfUser = 1,
            },
        ];

    private static ActionAnswer Show(TagTables tables, ActionCall call)
    {
        try
        {
            var query = new PageQuery(call.Context.Request.Query);
            var (plc, template, type) = (query.Text("plc"), query.Text("template"), query.Text("type"));
            return Give(
                tables.With([], []),
                new FindBody(
                    null,
                    type.Length > 0 ? type
                        : template.Length > 0 ? template
                        : plc.Length > 0 ? plc
                        : null,
                    template.Length > 0,
                    query.Text("search"),
                    query.Number("after", 0, int.MaxValue, 0),
                    query.Number("count", 1, FindBody.MostRows, FindBody.UsualRows),
                    IsType: type.Length > 0
                ).Checked()
            );
        }
        catch (PageQueryException e)
        {
            throw new ActionBodyException(e.Message);
        }
    }

    private static ActionAnswer Open(TagTables tables, ActionCall call)
    {
        var body = call.Read(TagEditJson.Default.EntriesBody);
        return Give(tables.With(body.Edits, body.Texts), body.Find.Checked());
    }

    private static ActionAnswer More(TagTables tables, ActionCall call)
    {
        var find = call.Read(TagEditJson.Default.FindBody).Checked();
        return tables.Shown(find.State) is { } shown ? Give(tables.More(shown, find.Edits ?? []), find) : Unknown;
    }

    private static ActionAnswer Give(ShownTags shown, FindBody find)
    {
        var owners = shown.Table?.Owners ?? [];
        var owner = find.Owner is null
            ? owners.FirstOrDefault()
            : owners.FirstOrDefault(each => each.Name == find.Owner && each.Kind == find.Kind());
        var page = owner is null ? null : shown.Table!.Find(owner.Name, owner.Kind, find.Search, find.After, find.Count);
        return ActionAnswer.Give(
            new EntriesAnswer(
                shown.Key,
                [.. owners.Select(OwnerRow.From)],
                owner is null ? null : OwnerRow.From(owner),
                shown.Table?.Types ?? [],
                owner is null
                    ? []
                    :
                    [
                        .. shown
                            .Table!.GroupsOf(owner.Name, owner.Kind, MostGroups)
                            .Select(static group => new GroupRow(group.Folder, ListRow.From(group.List))),
                    ],
                page?.Total ?? 0,
                page?.After ?? 0,
                [.. (page?.Rows ?? []).Select(EntryRow.From)],
                RefusedEdit.From(shown.Refused),
                shown.Fault
            ),
            TagEditJson.Default.EntriesAnswer,
            "Shown."
        );
    }

    private ActionAnswer Check(TagTables tables, ActionCall call)
    {
        var body = call.Read(TagEditJson.Default.RowsBody);
        var rows = body.ReadRows();
        if (tables.Shown(body.State) is not { } shown)
            return Unknown;
        IReadOnlyList<CellFinding> found = shown.Table is { } table
            ? [.. new Map.TagRowCheck(table, texts.Value!.Files.Readable()).Check(rows).Select(CellFinding.From)]
            : [];
        return ActionAnswer.Give(new RowsAnswer(found), TagEditJson.Default.RowsAnswer, "Checked.");
    }

    private async Task<ActionAnswer> PeekAsync(TagTables tables, ActionCall call, CancellationToken cancellationToken)
    {
        var body = call.Read(TagEditJson.Default.RowsBody);
        var rows = body.ReadRows();
        var peek = new TagPeek(tags, texts.Value!);
        if (await InTurnAsync(() => tables.Shown(body.State) is { } shown ? peek.Prepare(shown, rows) : Unknown) is { } refusal)
            return refusal;
        // One at a time, so that many users take no more of a PLC than one.
        if (!await _peek.WaitAsync(Patience, cancellationToken))
            return ActionAnswer.Busy;
        try
        {
            return await peek.ReadAsync(cancellationToken);
        }
        finally
        {
            _peek.Release();
        }
    }

    // Away from the thread that serves the connection, one after the other: each takes some milliseconds.
    private async Task<ActionAnswer?> InTurnAsync(Func<ActionAnswer?> work)
    {
        if (!await _turn.WaitAsync(Patience, CancellationToken.None))
            return ActionAnswer.Busy;
        try
        {
            return await Task.Run(work, CancellationToken.None);
        }
        finally
        {
            _turn.Release();
        }
    }

    private WebAction Asks(string name, int maxBody, bool isHeavy, Func<TagTables, ActionCall, Task<ActionAnswer>> answer) =>
        new(name, "POST", Right.ConfigureAdmin, maxBody, (call, _) => RunAsync(tables => answer(tables, call)))
        {
            IsHeavy = isHeavy,
            IsQuestion = true,
        };

    private Task<ActionAnswer> RunAsync(Func<TagTables, Task<ActionAnswer>> answer) =>
        _tables.Value is { } tables ? answer(tables) : Task.FromResult(MapTexts.Missing);
}
