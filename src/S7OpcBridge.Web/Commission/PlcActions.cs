using Microsoft.AspNetCore.Http;
using S7OpcBridge.Core;
using S7OpcBridge.Web.Actions;
using UaStatus = S7OpcBridge.OpcUa.StatusCodes;

namespace S7OpcBridge.Web.Commission;

/// <summary>Examining PLCs, also such as are not in the map yet, releasing their connections, and reading the map again.</summary>
internal sealed class PlcActions(BridgeCommands commands, TimeProvider time)
{
    private const int LongestRelease = 24 * 60;

    private readonly Lazy<Examinations> _examinations = new(() => new Examinations(time));

    /// <summary>The actions.</summary>
    public IEnumerable<WebAction> List() =>
        [
            new("plcs/examine", "POST", Right.ConfigureAdmin, WebAction.SmallBody, ExamineAsync),
            new("plcs/examination", "GET", Right.ConfigureAdmin, 0, ShowAsync),
            new("plcs/stop", "POST", Right.ConfigureAdmin, WebAction.SmallBody, StopAsync),
            new("plcs/release", "POST", Right.ConfigureAdmin, WebAction.SmallBody, ReleaseAsync),
            new("plcs/reload", "POST", Right.ConfigureAdmin, WebAction.SmallBody, ReloadAsync),
        ];

    private Task<ActionAnswer> ExamineAsync(ActionCall call, CancellationToken cancellationToken)
    {
        var body = call.Read(CommissionJson.Default.ExamineBody);
        var user = call.Visitor!.User.Name;
        var begun = body is { Plc: { } plc, Host: null }
            ? _examinations.Value.Start(
                user,
                async (told, token) =>
                    await commands.Plcs.ExamineAsync(plc, told, token) is { } report
                        ? Told(report, told)
                        : throw new InvalidOperationException($"There is no PLC '{plc}' in the running map.")
            )
            : Search(body, user);
        return Answer(
            begun is null
                ? ActionAnswer.Refuse(
                    StatusCodes.Status503ServiceUnavailable,
                    UaStatus.BadTooManyOperations,
                    "Others are examining PLCs; try again in a moment."
                )
                : ActionAnswer.Give(
                    begun.Show(time.GetTimestamp()),
                    CommissionJson.Default.ExaminationAnswer,
                    $"Examining {body.Plc ?? $"{body.Host}:{body.Port}"}."
                )
        );
    }

    private Examination? Search(ExamineBody body, string user)
    {
        var sought = Check(body);
        return _examinations.Value.Start(user, async (told, token) => (await commands.Plcs.SearchAsync(sought, told, token)).Ways);
    }

    // The last results are those of the whole report.
    private static IReadOnlyList<PlcWay>? Told(PlcReport report, Action<PlcReport> told)
    {
        told(report);
        return null;
    }

    private static SoughtPlc Check(ExamineBody body)
    {
        if (body.Plc is not null || body.Host is not { } host)
            throw new ActionBodyException("Give 'plc', the name of a PLC in the map, or 'host', the name or address of another one.");
        if (body.Protocol is not (null or "s7" or "s7plus"))
            throw new ActionBodyException("'protocol' is s7 or s7plus.");
        PlcPlace.Check(host, body.Port, body.Profile, body.Rack, body.Slot);
        return new SoughtPlc(host, body.Port)
        {
            Protocol = body.Protocol,
            Profile = body.Profile,
            Rack = body.Rack,
            Slot = body.Slot,
        };
    }

    private Task<ActionAnswer> ShowAsync(ActionCall call, CancellationToken cancellationToken) =>
        Answer(
            _examinations.Value.Show(call.Visitor!.User.Name, call.Context.Request.Query["id"].ToString()) is { } shown
                ? ActionAnswer.Give(shown, CommissionJson.Default.ExaminationAnswer, "Shown.")
                : ActionAnswer.Refuse(
                    StatusCodes.Status404NotFound,
                    UaStatus.BadNotFound,
                    "This examination is over and forgotten; start it again."
                )
        );

    private Task<ActionAnswer> StopAsync(ActionCall call, CancellationToken cancellationToken)
    {
        call.Read(CommissionJson.Default.EmptyBody);
        return Answer(
            ActionAnswer.From(
                new CommandOutcome(
                    UaStatus.Good,
                    _examinations.Value.Stop(call.Visitor!.User.Name) ? "The examination ends." : "No examination of yours runs."
                )
            )
        );
    }

    private Task<ActionAnswer> ReleaseAsync(ActionCall call, CancellationToken cancellationToken)
    {
        var body = call.Read(CommissionJson.Default.ReleaseBody);
        if (body.Minutes is < 0 or > LongestRelease)
            throw new ActionBodyException($"'minutes' is a number from 0 to {LongestRelease}.");
        return Answer(ActionAnswer.From(commands.Plcs.Release(body.Plc, TimeSpan.FromMinutes(body.Minutes))));
    }

    private Task<ActionAnswer> ReloadAsync(ActionCall call, CancellationToken cancellationToken)
    {
        call.Read(CommissionJson.Default.EmptyBody);
        return Answer(ActionAnswer.From(commands.Plcs.Reload(call.Visitor!.User.Name)));
    }

    private static Task<ActionAnswer> Answer(ActionAnswer answer) => Task.FromResult(answer);
}
