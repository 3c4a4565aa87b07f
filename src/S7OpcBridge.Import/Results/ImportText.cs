using S7OpcBridge.Map;
using S7OpcBridge.Words;

namespace S7OpcBridge.Import;

/// <summary>Prints the report of an import: each source with its share, then each reason once with its number of tags and first locations.</summary>
public static class ImportText
{
    private const int MostPlaces = 3,
        MostReasons = 40;

    /// <summary>Prints it.</summary>
    /// <param name="output">Receives results.</param>
    /// <param name="error">Receives errors.</param>
    public static void Write(ImportReport report, TextWriter output, TextWriter error)
    {
        foreach (var line in report.Lines.Where(line => line.Outcome == ImportOutcome.Failed))
            error.WriteLine(Printable.From($"{line.Spot}: error: {line.Reason}", int.MaxValue));
        foreach (var source in report.Sources.Where(source => source.Format.Length > 0))
            output.WriteLine(Printable.From($"{source.Path} ({source.Format}): {SharesOf(source)}.", int.MaxValue));
        Group(report, ImportOutcome.LeftOut, "Left out", output);
        Group(report, ImportOutcome.Changed, "Changed", output);
        Group(report, ImportOutcome.Skipped, "No tag of a PLC", output);
        foreach (var line in report.Lines.Where(line => line.Outcome == ImportOutcome.Note))
            output.WriteLine(Printable.From($"{line.Spot}: {line.Reason}", int.MaxValue));
        if (report.MoreLines > 0)
            output.WriteLine($"{report.MoreLines:N0} more lines are not kept.");
        if (report.Taken + report.LeftOut == 0)
        {
            if (report.Messages == 0)
                output.WriteLine("No tags were found.");
            return;
        }
        output.WriteLine(
            FormattableString.Invariant(
                $"{report.Taken:N0} of {report.Taken + report.LeftOut:N0} tags, {Math.Floor(report.Share * 100) / 100:0.##} %."
            )
        );
    }

    /// <summary>What to do once the map is written.</summary>
    public static IEnumerable<string> NextSteps(ImportResult result, string path)
    {
        if (result.Plcs == 0)
        {
            yield return $"Name the texts at the PLC that sends the messages: 'alarms: {{ plc: true, texts: {result.Files[0].Name} }}' in {path}.";
            yield break;
        }
        if (result.HasOpenHost)
            yield return $"No source tells the address of every PLC: write it at 'host: {OpenHost.Text}' in {path}, or give --host.";
        yield return $"Next: {ProgramInvocation.Command($"validate {ProgramInvocation.Quoted(path)}")}";
    }

    private static string SharesOf(ImportedSource source) =>
        source.Messages > 0
            ? $"texts of {source.Messages:N0} {(source.Messages == 1 ? "message" : "messages")} taken, {source.Changed:N0} of them changed, "
                + $"{source.LeftOut:N0} left out"
            : $"{source.Taken:N0} tags taken, {source.Changed:N0} of them changed, {source.LeftOut:N0} left out";

    private static void Group(ImportReport report, ImportOutcome outcome, string title, TextWriter output)
    {
        var reasons = ImportReasons.Group(report, outcome);
        foreach (var reason in reasons.Take(MostReasons))
        {
            var (lines, count) = (reason.Count(), reason.Sum(line => (long)line.Count));
            output.WriteLine(
                Printable.From(
                    $"{title}, {count:N0} {(count == 1 ? "tag" : "tags")}: {(lines == 1 ? reason.First().Reason : reason.Key)}",
                    int.MaxValue
                )
            );
            foreach (var line in reason.Take(MostPlaces))
                output.WriteLine(Printable.From($"  {line.Spot.File?.Path}:{line.Spot.Line} {line.Name}", int.MaxValue));
            if (lines > MostPlaces)
                output.WriteLine("  …");
        }
        if (reasons.Count > MostReasons)
            output.WriteLine(
                $"{title}, {reasons.Skip(MostReasons).Sum(reason => reason.Sum(line => (long)line.Count)):N0} tags for "
                    + $"{reasons.Count - MostReasons:N0} more reasons (--report has all)."
            );
    }
}
