using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Answers;
using HttpStatus = Microsoft.AspNetCore.Http.StatusCodes;
using UaStatus = S7OpcBridge.OpcUa.StatusCodes;

namespace S7OpcBridge.Web.Support;

/// <summary>The report, the end of the log, its levels, and the metrics in words.</summary>
internal sealed class SupportActions(BridgeView view, SupportCommands commands)
{
    private const int MostLines = 1000,
        MostMinutes = 240;

    private static readonly string[] Severities = ["Trace", "Debug", "Information", "Warning", "Error", "Critical"];

    // A report loads the map, perhaps of a million tags.
    private readonly SemaphoreSlim _turn = new(1);

    /// <summary>The actions.</summary>
    public IEnumerable<WebAction> List() =>
        [
            new("support/report", "GET", Right.SecurityAdmin, 0, ReportAsync) { IsHeavy = true, Discloses = true },
            new("support/log", "GET", Right.SecurityAdmin, 0, ShowLogAsync),
            new("support/level", "POST", Right.SecurityAdmin, WebAction.SmallBody, SetLevelAsync),
            new("support/metrics", "GET", Right.SecurityAdmin, 0, ShowFiguresAsync),
        ];

    private async Task<ActionAnswer> ReportAsync(ActionCall call, CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken);
        try
        {
            if (await Task.Run(commands.Report, cancellationToken) is not { } zip)
                return ActionAnswer.From(CommandOutcome.NotHere);
            var name = $"s7opcbridge-report-{view.Time.GetUtcNow():yyyyMMdd-HHmmss}.zip";
            return new ActionAnswer(
                HttpStatus.Status200OK,
                UaStatus.Good,
                $"Downloaded: {name}.",
                response =>
                {
                    response.ContentType = "application/zip";
                    response.ContentLength = zip.Length;
                    response.Headers.ContentDisposition = $"attachment; filename=\"{name}\"";
                    return response.Body.WriteAsync(zip, response.HttpContext.RequestAborted).AsTask();
                }
            );
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return ActionAnswer.Refuse(
                HttpStatus.Status409Conflict,
                UaStatus.BadResourceUnavailable,
                $"The report was not made: {e.Message}"
            );
        }
        finally
        {
            _turn.Release();
        }
    }

    private Task<ActionAnswer> ShowLogAsync(ActionCall call, CancellationToken cancellationToken)
    {
        try
        {
            var query = new PageQuery(call.Context.Request.Query);
            var least = query.Text("level") is { Length: > 0 } level ? Array.IndexOf(Severities, level) : 0;
            if (least < 0)
                throw new PageQueryException($"'level' is one of {string.Join(", ", Severities)}.");
            var (after, search) = ((long)query.Number("after", 0, int.MaxValue, 0), query.Text("search"));
            var all = commands.LinesAfter(after);
            var lines = all.Where(line => Array.IndexOf(Severities, line.Level) >= least && Has(line, search))
                .TakeLast(query.Number("count", 1, MostLines, MostLines));
            var answer = new LogAnswer(all.Count == 0 ? after : all[^1].Number, [.. lines], commands.Levels());
            return Task.FromResult(ActionAnswer.Give(answer, SupportJson.Default.LogAnswer, "Shown."));
        }
        catch (PageQueryException e)
        {
            return Task.FromResult(ActionAnswer.Refuse(HttpStatus.Status400BadRequest, UaStatus.BadInvalidArgument, e.Message));
        }
    }

    private static bool Has(LogLine line, string search) =>
        line.Text.Contains(search, StringComparison.OrdinalIgnoreCase)
        || line.Category.Contains(search, StringComparison.OrdinalIgnoreCase);

    private Task<ActionAnswer> SetLevelAsync(ActionCall call, CancellationToken cancellationToken)
    {
        var body = call.Read(SupportJson.Default.LevelBody);
        if (body.Minutes is < 1 or > MostMinutes)
            throw new ActionBodyException($"'minutes' is from 1 to {MostMinutes}.");
        return Task.FromResult(ActionAnswer.From(commands.SetLevel(body.Category, body.Level, TimeSpan.FromMinutes(body.Minutes))));
    }

    private Task<ActionAnswer> ShowFiguresAsync(ActionCall call, CancellationToken cancellationToken) =>
        Task.FromResult(ActionAnswer.Give(new FigureList(commands.Figures()), SupportJson.Default.FigureList, "Shown."));
}
