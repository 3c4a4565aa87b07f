using System.Globalization;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Answers;
using HttpStatus = Microsoft.AspNetCore.Http.StatusCodes;
using UaStatus = S7OpcBridge.OpcUa.StatusCodes;

namespace S7OpcBridge.Web.Values;

/// <summary>Reading recorded values with their types. One reader at a time, because a store may take a while.</summary>
internal sealed class HistoryActions(BridgeView view, ValueCommands commands)
{
    private const int UsualValues = 1000,
        MostValues = 10_000;

    private readonly TagFinder _tags = new(view);
    private readonly SemaphoreSlim _turn = new(1);

    /// <summary>The actions.</summary>
    public IEnumerable<WebAction> List() => [new("history", "GET", Right.Reader, 0, ReadAsync)];

    private async Task<ActionAnswer> ReadAsync(ActionCall call, CancellationToken cancellationToken)
    {
        try
        {
            var query = new PageQuery(call.Context.Request.Query);
            var range = new PastRange(
                TimeOf(query, "from", UaTime.Now(view.Time) - TimeSpan.TicksPerHour),
                TimeOf(query, "to", UaTime.Now(view.Time)),
                After: PositionOf(query.Text("after"))
            );
            if (range.To <= range.From)
                throw new PageQueryException("'to' is later than 'from'.");
            return await ReadAsync(
                query.Text("plc"),
                query.Text("tag"),
                range,
                query.Number("count", 1, MostValues, UsualValues),
                call.Caller,
                cancellationToken
            );
        }
        catch (PageQueryException e)
        {
            return ActionAnswer.Refuse(HttpStatus.Status400BadRequest, UaStatus.BadInvalidArgument, e.Message);
        }
    }

    private async Task<ActionAnswer> ReadAsync(
        string plc,
        string name,
        PastRange range,
        int most,
        PageCaller? caller,
        CancellationToken cancellationToken
    )
    {
        if (view.History is not { } history || _tags.Find(plc, name) is not { Details.History: not null } tag)
            return ActionAnswer.Refuse(HttpStatus.Status404NotFound, UaStatus.BadNotFound, $"There is no recorded tag {plc}/{name}.");
        if (caller is not null && !commands.MayReadHistory(caller, tag).IsGood)
            return ActionAnswer.Refuse(
                HttpStatus.Status403Forbidden,
                UaStatus.BadUserAccessDenied,
                $"{caller.User} may not read {plc}/{name}."
            );
        await _turn.WaitAsync(cancellationToken);
        try
        {
            var found = await history.ReadAsync(tag.Details.NodeId ?? $"{plc}/{name}", range, most, cancellationToken);
            var type = view.Server.TypeOf(tag);
            var list = new HistoryList(
                plc,
                name,
                type == BuiltInType.Null ? null : type.ToString(),
                [.. found.Values.Select(RowOf)],
                found.Next is { } next ? string.Create(CultureInfo.InvariantCulture, $"{next.Time}-{next.Sequence}") : null
            );
            return ActionAnswer.Give(list, ValueJson.Default.HistoryList, "Read.");
        }
        catch (IOException e)
        {
            return ActionAnswer.Refuse(HttpStatus.Status503ServiceUnavailable, UaStatus.BadResourceUnavailable, e.Message);
        }
        finally
        {
            _turn.Release();
        }
    }

    private static PastValue RowOf(DataValue value) =>
        new(
            new DateTime(UaTime.ToTicks(value.SourceTime), DateTimeKind.Utc),
            value.Status.IsBad ? default : value.Value,
            value.Status.Value,
            UaStatus.NameOf(value.Status)
        );

    private static long TimeOf(PageQuery query, string name, long otherwise) =>
        query.Text(name) switch
        {
            "" => otherwise,
            var text when DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time) =>
                UaTime.FromTicks(time.UtcTicks),
            _ => throw new PageQueryException($"'{name}' is a time as 2026-01-31T12:00:00Z."),
        };

    private static PastPosition? PositionOf(string text)
    {
        if (text.Length == 0)
            return null;
        return
            text.Split('-') is [var time, var sequence]
            && long.TryParse(time, NumberStyles.None, CultureInfo.InvariantCulture, out var ticks)
            && long.TryParse(sequence, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? new PastPosition(ticks, number)
            : throw new PageQueryException("'after' is what the answer before said as 'next'.");
    }
}
