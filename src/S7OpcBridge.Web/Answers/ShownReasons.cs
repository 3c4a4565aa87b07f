using S7OpcBridge.Import;

namespace S7OpcBridge.Web.Answers;

/// <summary>What cannot be read, what was changed, and why, as pages show it.</summary>
internal static class ShownReasons
{
    private const int MostReasons = 200,
        MostPlaces = 100;

    public static IReadOnlyList<ShownReason> List(ImportReport report) =>
        [
            .. List(report, ImportOutcome.Failed, "failed"),
            .. List(report, ImportOutcome.LeftOut, "leftOut"),
            .. List(report, ImportOutcome.Changed, "changed"),
            .. List(report, ImportOutcome.Note, "note"),
        ];

    private static IEnumerable<ShownReason> List(ImportReport report, ImportOutcome outcome, string name) =>
        ImportReasons
            .Group(report, outcome)
            .Take(MostReasons)
            .Select(reason =>
            {
                var lines = reason.ToList();
                return new ShownReason(
                    name,
                    lines.Count == 1 ? lines[0].Reason : reason.Key,
                    lines.Sum(line => line.Count),
                    [
                        .. lines
                            .Take(MostPlaces)
                            .Select(line => new ShownPlace(line.Name, $"{line.Spot.File?.Path}:{line.Spot.Line}", line.Reason)),
                    ]
                );
            });
}

/// <summary>Why something was left out or changed.</summary>
/// <param name="Outcome">leftOut, changed, note or failed.</param>
/// <param name="Count">Tags with this reason.</param>
/// <param name="Places">The first of them.</param>
internal sealed record ShownReason(string Outcome, string Reason, int Count, IReadOnlyList<ShownPlace> Places);

/// <summary>A tag that was left out or changed.</summary>
internal sealed record ShownPlace(string Name, string Place, string Reason);
