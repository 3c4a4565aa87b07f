using System.Diagnostics;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// How long a change in the PLC's memory takes to the clients, against the timers on its way: those alone would take the sum of two random waits if they knew
/// nothing of each other.
/// </summary>
internal static class EndToEndTable
{
    private const int Subscribers = 5;

    /// <summary>What counts as one measurement.</summary>
    public static readonly TimeSpan Stretch = TimeSpan.FromSeconds(2);

    private static readonly double[] Percentiles = [0.5, 0.99, 0.999];

    public static async Task<ResultTable?> MeasureAsync(TimeSpan time, CancellationToken cancellationToken)
    {
        var table = new ResultTable(
            "e2e",
            "From a change in the PLC to the client",
            new Column("p50", "ms", Drawn: true),
            new Column("p99", "ms", Drawn: true),
            new Column("p99.9", "ms", Drawn: true),
            new Column("changes seen"),
            new Column("GC pauses", "ms"),
            new Column("allocated", "B/notification")
        );
        foreach (var milliseconds in (int[])[100, 50, 10])
            await MeasureAsync(table, milliseconds, time, cancellationToken);
        table.Notes.Add(
            $"{ChangingPlant.Tags:N0} tags of a soft PLC; one changes every four milliseconds or so. {Subscribers} subscribers whose publishing cycles begin "
                + $"at different times. {time.TotalSeconds:0.#} s each, in stretches of {Stretch.TotalSeconds:0} s, of which the median counts: other "
                + "programs on the machine hold everything up now and then."
        );
        table.Notes.Add(
            "The timers alone: a change waits for the next scan and then for the next publishing cycle, each anywhere between nothing and its whole interval. "
                + "That holds where cycles know nothing of scans; ours settle behind the scan that feeds them."
        );
        table.Notes.Add("PLC, bridge and clients are one process here: pauses and allocations are those of all three.");
        return table;
    }

    private static async Task MeasureAsync(ResultTable table, int milliseconds, TimeSpan time, CancellationToken cancellationToken)
    {
        await using var plant = new ChangingPlant(TimeSpan.FromMilliseconds(milliseconds));
        await plant.StartAsync(cancellationToken);
        var changes = (int)time.TotalMilliseconds * 2;
        var (changedAt, latencies) = (new long[changes], new List<long>(changes * Subscribers));
        var streams = await OpenAsync(plant.Url, milliseconds, changedAt, latencies, cancellationToken);
        using var stopping = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var changing = Task.Run(() => plant.ChangeAsync(changedAt, stopping.Token), CancellationToken.None);
        LoadLoop.Run(streams, TimeSpan.FromSeconds(2), null);
        latencies.Clear();

        var (seen, pauses, allocated) = (0, GC.GetTotalPauseDuration(), GC.GetTotalAllocatedBytes(precise: true));
        var stretches = new List<double[]>();
        for (var stretch = 0; stretch < time / Stretch; stretch++)
        {
            LoadLoop.Run(streams, Stretch, null);
            latencies.Sort();
            stretches.Add([
                .. Percentiles.Select(p => Stopwatch.GetElapsedTime(0, latencies[(int)(p * (latencies.Count - 1))]).TotalMilliseconds),
            ]);
            seen += latencies.Count;
            latencies.Clear();
        }
        (pauses, allocated) = (GC.GetTotalPauseDuration() - pauses, GC.GetTotalAllocatedBytes(precise: true) - allocated);
        await stopping.CancelAsync();
        await changing;
        streams.ForEach(s => s.Dispose());

        var group = $"scan {milliseconds} ms, publishing {milliseconds} ms";
        var found = Percentiles.Select((_, i) => (double?)stretches.Select(s => s[i]).Order().ElementAt(stretches.Count / 2));
        table.Add(group, "S7OpcBridge", [.. found, seen, pauses.TotalMilliseconds, (double)allocated / seen]);
        table.Add(group, "the timers alone", [.. Percentiles.Select(p => (double?)OfTwoWaits(p, milliseconds))]);
    }

    private static async Task<List<LoadStream>> OpenAsync(
        string url,
        int milliseconds,
        long[] changedAt,
        List<long> latencies,
        CancellationToken cancellationToken
    )
    {
        var streams = new List<LoadStream>();
        for (var i = 0; i < Subscribers; i++)
        {
            await Task.Delay(milliseconds * i / Subscribers + 1, cancellationToken);
            streams.Add(new LatencyStream(LoadSession.Open(url, null), ChangingPlant.Nodes, milliseconds, changedAt, latencies));
            streams[i].Start();
        }
        return streams;
    }

    // Percentile of the sum of two waits, both uniform over the interval.
    private static double OfTwoWaits(double p, double interval) =>
        p <= 0.5 ? interval * Math.Sqrt(2 * p) : interval * (2 - Math.Sqrt(2 * (1 - p)));
}
