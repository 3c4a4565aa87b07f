using S7OpcBridge.S7;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>How many PDUs the planner needs over the corpus of maps, on all kinds of link; counts, the same on every machine.</summary>
internal static class PlanQuality
{
    private const int Seeds = 2;

    private static readonly (int Pdu, int Cap)[] Links = [(240, 20), (480, 20), (480, 255), (960, 20), (960, 255)];

    private static readonly Lazy<Totals> Measured = new(Measure);

    /// <summary>Requests above the proven bound, in percent of it.</summary>
    public static Task<double?> PercentAboveBoundAsync() =>
        Task.FromResult<double?>(100.0 * (Measured.Value.Requests - Measured.Value.Bound) / Measured.Value.Bound);

    /// <summary>Requests as a share of those of the best client that joins over a constant gap, the best constant taken for the corpus as a whole.</summary>
    public static Task<double?> ShareOfConstantGapAsync() =>
        Task.FromResult<double?>((double)Measured.Value.Requests / Measured.Value.Others.Min());

    /// <summary>Maps on which some other client needs fewer requests: any of those that <see cref="OtherClients"/> knows.</summary>
    public static Task<double?> MapsLostAsync() => Task.FromResult<double?>(Measured.Value.Lost);

    private static Totals Measure()
    {
        var (requests, bound, lost) = (0L, 0L, 0);
        var others = new long[OtherClients.GapConstants.Length];
        foreach (var map in PlanCorpus.Maps(Seeds))
        {
            foreach (var (pdu, cap) in Links)
            {
                var plan = ReadPlanner.Plan(map.Ranges, pdu, cap);
                requests += plan.Requests.Length;
                bound += plan.LowerBound;
                for (var i = 0; i < others.Length; i++)
                    others[i] += OtherClients.Requests(map.Ranges, pdu, cap, OtherClients.GapConstants[i]);
                lost += plan.Requests.Length > plan.LowerBound && plan.Requests.Length > OtherClients.Fewest(map.Ranges, pdu, cap) ? 1 : 0;
            }
        }
        Console.WriteLine(
            $"     {requests} requests, bound {bound}, constant gaps {string.Join(", ", OtherClients.GapConstants.Zip(others))}"
        );
        return new Totals(requests, bound, others, lost);
    }

    private sealed record Totals(long Requests, long Bound, long[] Others, int Lost);
}
