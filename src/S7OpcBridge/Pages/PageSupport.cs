using Microsoft.Extensions.Logging;
using S7OpcBridge.Logs;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Support;
using S7OpcBridge.Web;

namespace S7OpcBridge.Pages;

/// <summary>Gives the page what <c>report</c> has, the end of the log, and its levels.</summary>
internal sealed class PageSupport(Func<BridgeMap> running, BridgeView view, RecentLog recent, LogLevels levels, TimeProvider time)
{
    private const int LongestCategory = 100;

    // More than usual only: nobody silences the audit here.
    private static readonly string[] More = [nameof(LogLevel.Trace), nameof(LogLevel.Debug), nameof(LogLevel.Information)];

    public SupportCommands Commands =>
        new()
        {
            Report = Report,
            LinesAfter = LinesAfter,
            Figures = () => ViewTexts.Figures(view),
            Levels = () =>
                [
                    .. levels.ForAWhile.Select(static each => new LevelForAWhile(
                        each.Category,
                        each.Level,
                        Math.Ceiling(each.Left.TotalSeconds)
                    )),
                ],
            SetLevel = SetLevel,
        };

    private byte[] Report()
    {
        var files = SupportFiles.Collect(running().Files[0], SupportAnswer.From(view, recent), logFile: null, time);
        using var zip = new MemoryStream();
        SupportZip.Write(zip, files, time.GetUtcNow());
        return zip.ToArray();
    }

    private IReadOnlyList<LogLine> LinesAfter(long number)
    {
        if (recent.LinesAfter(number) is not { Count: > 0 } lines)
            return [];
        var redaction = new Redaction();
        redaction.Know(running());
        return [.. lines.Select(line => line with { Text = redaction.Redact(line.Text) })];
    }

    private CommandOutcome SetLevel(string category, string level, TimeSpan howLong)
    {
        if (category.Length is 0 or > LongestCategory || !category.All(static letter => char.IsAsciiLetterOrDigit(letter) || letter == '.'))
            return new CommandOutcome(StatusCodes.BadInvalidArgument, "A category is a name such as S7OpcBridge.Core, or Default.");
        if (!More.Contains(level))
            return new CommandOutcome(
                StatusCodes.BadInvalidArgument,
                $"The level is one of {string.Join(", ", More)}: nobody silences the log here."
            );
        return levels.SetForAWhile(category, level, howLong)
            ? new CommandOutcome(StatusCodes.Good, $"{category} tells {level} for {howLong.TotalMinutes:0} minutes.")
            : new CommandOutcome(
                StatusCodes.BadTooManyOperations,
                $"{LogLevels.MostForAWhile} categories tell more already; wait until one has ended."
            );
    }
}
