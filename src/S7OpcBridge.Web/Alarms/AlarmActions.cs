using S7OpcBridge.OpcUa;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Answers;
using HttpStatus = Microsoft.AspNetCore.Http.StatusCodes;

namespace S7OpcBridge.Web.Alarms;

/// <summary>What users do with alarms, several at once.</summary>
internal sealed class AlarmActions(BridgeView view, AlarmCommands commands)
{
    private const int MaxBody = 64 * 1024,
        Most = 100,
        MostMinutes = 7 * 24 * 60,
        AtOnce = 4;

    /// <summary>The actions.</summary>
    public IEnumerable<WebAction> List() =>
        [
            new("alarms", "GET", Right.Reader, 0, ShowAsync),
            Change("alarms/acknowledge", AlarmAct.Acknowledge),
            Change("alarms/confirm", AlarmAct.Confirm),
            Change("alarms/comment", AlarmAct.Comment),
            Change("alarms/shelve", AlarmAct.Shelve),
            Change("alarms/unshelve", AlarmAct.Unshelve),
        ];

    private WebAction Change(string name, AlarmAct act) =>
        new(name, "POST", Right.Permission, MaxBody, (call, cancellationToken) => RunAsync(act, call, cancellationToken))
        {
            AtOnceOfUser = AtOnce,
        };

    // As on the page, but only with what the user may do.
    private Task<ActionAnswer> ShowAsync(ActionCall call, CancellationToken cancellationToken)
    {
        try
        {
            var list = AlarmQuery.Answer(view, new PageQuery(call.Context.Request.Query));
            var rows = list.Rows.Select(row => row with { Acts = [.. (row.Acts ?? []).Where(act => May(call.Caller, row.Id, act))] });
            return Task.FromResult(ActionAnswer.Give(list with { Rows = [.. rows] }, AlarmJson.Default.AlarmList, "Shown."));
        }
        catch (PageQueryException e)
        {
            return Task.FromResult(ActionAnswer.Refuse(HttpStatus.Status400BadRequest, StatusCodes.BadInvalidArgument, e.Message));
        }
    }

    private bool May(PageCaller? caller, string alarm, AlarmAct act) => caller is not null && commands.MayCall(caller, alarm, act).IsGood;

    private async Task<ActionAnswer> RunAsync(AlarmAct act, ActionCall call, CancellationToken cancellationToken)
    {
        var body = call.Read(AlarmJson.Default.AlarmBody);
        if (body.Alarms.Count is 0 or > Most || body.Alarms.Contains(null!))
            throw new ActionBodyException($"'alarms' has 1 to {Most} alarms.");
        if (body.Minutes is { } minutes && (act != AlarmAct.Shelve || minutes is not (> 0 and <= MostMinutes)))
            throw new ActionBodyException(
                $"'minutes' is for shelving, from more than 0 to {MostMinutes}; without it an alarm is shelved until it is gone."
            );
        if (act == AlarmAct.Comment && string.IsNullOrWhiteSpace(body.Comment))
            throw new ActionBodyException("'comment' is the text.");
        if (act is AlarmAct.Shelve or AlarmAct.Unshelve && body.Comment is not null)
            throw new ActionBodyException("There is no comment with shelving; comment the alarm instead.");
        var statuses = await Task.WhenAll(body.Alarms.Select(alarm => CallAsync(act, alarm, body, call.Caller!, cancellationToken)));
        var results = body
            .Alarms.Zip(
                statuses,
                (alarm, status) => new AlarmResult(alarm.Id, status.IsGood, AlarmSentences.Describe(act, alarm.Id, status))
            )
            .ToList();
        var sentence = string.Join(' ', results.Select(static each => each.Sentence).Distinct());
        var failed = statuses.FirstOrDefault(static status => status.IsBad);
        if (!statuses.Any(static status => status.IsGood))
            return ActionAnswer.From(new CommandOutcome(failed, sentence));
        return ActionAnswer.Give(new AlarmResults(results), AlarmJson.Default.AlarmResults, sentence) with { Outcome = failed };
    }

    private async Task<StatusCode> CallAsync(
        AlarmAct act,
        ChosenAlarm alarm,
        AlarmBody body,
        PageCaller caller,
        CancellationToken cancellationToken
    )
    {
        TimeSpan? shelving = body.Minutes is { } minutes ? TimeSpan.FromMinutes(minutes) : null;
        return await commands.CallAsync(caller, new AlarmCall(alarm.Id, act, alarm.Event, body.Comment, shelving), cancellationToken);
    }
}
