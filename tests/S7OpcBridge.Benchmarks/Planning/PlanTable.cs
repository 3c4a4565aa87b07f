using System.Diagnostics;
using S7OpcBridge.S7;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// What the planner makes of the corpus of maps and of whole PLCs: requests against the proven bound and against clients that join over a constant gap, and the
/// time it takes.
/// </summary>
internal static class PlanTable
{
    private const int Seeds = 4,
        Rounds = 3;

    private static readonly (int Pdu, int Cap)[] Links = [(240, 20), (480, 20), (960, 20)];

    public static ResultTable Measure()
    {
        var table = new ResultTable(
            "plan",
            "Read requests: the planner, the bound, and clients that join over a constant gap",
            new Column("requests"),
            new Column("proven bound"),
            new Column("best constant gap"),
            new Column("that gap", "B"),
            new Column("above the bound", "%", Drawn: true),
            new Column("constant gap above it", "%", Drawn: true),
            new Column("planned in", "ms", Drawn: true)
        );
        foreach (var (pdu, cap) in Links)
            Add(table, "corpus of maps", $"PDU {pdu}", [.. PlanCorpus.Maps(Seeds).Select(map => map.Ranges)], pdu, cap);
        foreach (var tags in new[] { 1_000, 10_000, 20_000, 100_000 })
            Add(table, "one PLC, PDU 240", $"{tags:N0} tags", [PlanCorpus.Large(tags)], 240, 20);
        table.Notes.Add(
            $"Corpus: {PlanCorpus.Maps(Seeds).Count()} maps of {PlanCorpus.FamilyNames.Count()} families (docs/internals/planner.md). A constant gap is "
                + $"chosen once for all maps of a row, the best of {string.Join(", ", OtherClients.GapConstants)} bytes; -1 never joins. Both sides fill "
                + "requests exactly."
        );
        table.Notes.Add($"Time: the best of {Rounds}, one core.");
        return table;
    }

    private static void Add(ResultTable table, string group, string label, PlanRange[][] maps, int pdu, int cap)
    {
        var time = double.MaxValue;
        var plans = Array.Empty<ReadPlan>();
        for (var round = 0; round < Rounds; round++)
        {
            var began = Stopwatch.GetTimestamp();
            plans = Array.ConvertAll(maps, map => ReadPlanner.Plan(map, pdu, cap));
            time = Math.Min(time, Stopwatch.GetElapsedTime(began).TotalMilliseconds);
        }
        var (requests, bound) = (plans.Sum(plan => plan.Requests.Length), plans.Sum(plan => plan.LowerBound));
        var (gap, others) = OtherClients
            .GapConstants.Select(gap => (gap, maps.Sum(map => OtherClients.Requests(map, pdu, cap, gap))))
            .MinBy(other => other.Item2);
        table.Add(group, label, requests, bound, others, gap, 100.0 * (requests - bound) / bound, 100.0 * (others - bound) / bound, time);
    }
}
