using S7OpcBridge.Import;

namespace S7OpcBridge.Web.ImportPage;

/// <summary>What cannot be read, what was changed, and why, as the page shows it.</summary>
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
