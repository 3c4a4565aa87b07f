using System.Text.RegularExpressions;

namespace S7OpcBridge.Import;

/// <summary>Sums up the lines of a report.</summary>
public static partial class ImportReasons
{
    /// <summary>What had one outcome, by reasons that are the same but for names and numbers, the most frequent first.</summary>
    public static IReadOnlyList<IGrouping<string, ImportLine>> Group(ImportReport report, ImportOutcome outcome) =>
        [
            .. report
                .Lines.Where(line => line.Outcome == outcome)
                .GroupBy(line => Variable().Replace(line.Reason, "…"))
                .OrderByDescending(group => group.Count()),
        ];

    // The parts that differ from tag to tag: names in quotes and numbers.
    [GeneratedRegex(@"'[^']*'|\b[A-Z]{0,3}\d[\w.]*")]
    private static partial Regex Variable();
}
