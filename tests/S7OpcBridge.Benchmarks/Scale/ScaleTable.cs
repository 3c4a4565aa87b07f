using System.Buffers.Binary;
using System.Diagnostics;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Benchmarks;

/// <summary>The whole bridge at work: what it costs, how late news are, and whether each client ends up with what the PLCs have.</summary>
internal static class ScaleTable
{
    private const double PublishingMilliseconds = 250;

    /// <param name="sizes">Numbers of tags, and of a hundred stamps how many move each second.</param>
    /// <param name="clients">Clients that subscribe to all tags each.</param>
    /// <param name="time">How long each is measured.</param>
    /// <param name="name">Name of the table.</param>
    /// <param name="divided">Each client subscribes to a share of the tags instead of all.</param>
    /// <param name="nodes">Nodes that share the PLCs; the clients take turns at them.</param>
    public static async Task<ResultTable> MeasureAsync(
        (int Tags, int Moving)[] sizes,
        int clients,
        TimeSpan time,
        string name,
        bool divided = false,
        int nodes = 1
    )
    {
        var table = new ResultTable(
            name,
            name == "scale"
                ? $"{sizes[0].Tags:N0} tags on {ScaleTags.Of(sizes[0].Tags).Plcs} PLCs at 1 s, {clients} clients with "
                    + (divided ? "a share each" : "all of them")
                    + (nodes > 1 ? $", {nodes} nodes of a cluster" : "")
                : "What a bridge costs as it grows, 20 PLCs (a million tags: 200) at 1 s, one client with all tags",
            new Column("notifications", "1/s"),
            new Column("CPU of the bridge", "ms/s", Drawn: true),
            new Column("CPU per tag and second", "µs", Drawn: true),
            new Column("resident", "MB", Drawn: true),
            new Column("age p50", "ms"),
            new Column("age p99", "ms"),
            new Column("age p99.9", "ms"),
            new Column("subscribed in", "s"),
            new Column("first values", "s"),
            new Column("lost"),
            new Column("overruns")
        );
        foreach (var (tags, moving) in sizes)
        {
            var figures = await MeasureAsync(ScaleTags.Of(tags), moving, clients, time, divided, nodes);
            var label = name == "scale" ? $"{moving / 10.0:0.#} % change each second" : $"{tags:N0} tags";
            table.Add(
                "",
                label,
                figures.PerSecond,
                figures.CpuPerSecond * 1000,
                figures.CpuPerSecond * 1e6 / tags,
                figures.Resident / 1e6,
                figures.Age(0.5),
                figures.Age(0.99),
                figures.Age(0.999),
                figures.Subscribing,
                figures.FirstValues,
                figures.Lost,
                figures.Overruns
            );
        }
        table.Notes.Add(
            $"Bridge, soft PLCs and clients are processes of their own on one machine. Publishing interval {PublishingMilliseconds:0} ms, queue size 1, "
                + $"policy None; measured for {time.TotalSeconds:0} s."
        );
        table.Notes.Add(
            "Age: from the moment a PLC wrote a value into its memory to the moment a client took it from the message; up to one scan (1 s) and one "
                + "publishing interval of it are the timers'."
        );
        table.Notes.Add(
            "Lost: tags whose last value at some client is not the one in the PLC's memory once all stands still, and message numbers that no client saw. "
                + "Overruns: as _Status counts them, over all PLCs."
        );
        return table;
    }

    /// <summary>Tags whose value was lost on the way, and messages that never came, with 20,000 tags and 5 clients.</summary>
    public static async Task<double?> LostAsync() =>
        (await MeasureAsync(ScaleTags.Of(20_000), 100, 5, TimeSpan.FromSeconds(5), divided: false)).Lost;

    /// <summary>CPU time per tag with 50,000 tags, as a multiple of that with 5,000.</summary>
    public static async Task<double?> GrowthAsync()
    {
        var few = await MeasureAsync(ScaleTags.Of(5_000), 100, 1, TimeSpan.FromSeconds(5), divided: false);
        var many = await MeasureAsync(ScaleTags.Of(50_000), 100, 1, TimeSpan.FromSeconds(5), divided: false);
        return many.CpuPerSecond / 10 / few.CpuPerSecond;
    }

    private static async Task<ScaleFigures> MeasureAsync(
        ScaleTags tags,
        int moving,
        int clients,
        TimeSpan time,
        bool divided,
        int nodes = 1
    )
    {
        await using var bench = await ScaleBench.StartAsync(tags, moving, nodes: nodes);
        var listeners = new List<ScaleClient>();
        try
        {
            for (var i = 0; i < clients; i++)
                listeners.Add(await ScaleClient.ConnectAsync(bench.Ports[i % nodes], tags.Count, PublishingMilliseconds));
            var began = Stopwatch.GetTimestamp();
            var share = divided ? tags.Count / clients : tags.Count;
            await listeners[0].SubscribeAsync(tags, 0, share);
            var subscribing = Stopwatch.GetElapsedTime(began).TotalSeconds;
            for (var i = 1; i < clients; i++)
                await listeners[i].SubscribeAsync(tags, divided ? i * share : 0, divided ? (i + 1) * share : tags.Count);
            await UntilAsync(() => listeners.TrueForAll(listener => listener.Came == share), TimeSpan.FromSeconds(60));
            await Task.Delay(TimeSpan.FromSeconds(3));

            var overruns = await OverrunsAsync(bench.Port, tags.Plcs);
            listeners.ForEach(listener => listener.Measure());
            var (cpu, notifications, start) = (bench.Cpu, listeners.Sum(listener => listener.Notifications), Stopwatch.GetTimestamp());
            await Task.Delay(time);
            var seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
            (cpu, notifications) = (bench.Cpu - cpu, listeners.Sum(listener => listener.Notifications) - notifications);
            int[] ages = [.. listeners.SelectMany(listener => listener.Ages()).Order()];
            overruns = await OverrunsAsync(bench.Port, tags.Plcs) - overruns;

            var memory = await bench.FreezeAsync();
            var lost = 0;
            // What changed last is still on its way for a scan and a publishing interval, longer on a machine without rest.
            await UntilAsync(
                () =>
                    (lost = listeners.Select((listener, i) => Differences(tags, divided ? i * share : 0, share, listener, memory)).Sum())
                    == 0,
                TimeSpan.FromSeconds(15)
            );
            lost += listeners.Sum(listener => listener.MissingMessages());
            return new ScaleFigures(
                notifications / seconds,
                cpu.TotalSeconds / seconds,
                bench.Bridges.Sum(static bridge => bridge.Resident),
                ages,
                subscribing,
                bench.FirstValues.TotalSeconds,
                lost,
                overruns
            );
        }
        finally
        {
            foreach (var listener in listeners)
                await listener.DisposeAsync();
        }
    }

    private static int Differences(ScaleTags tags, int first, int count, ScaleClient listener, byte[] memory)
    {
        var differences = 0;
        for (var tag = first; tag < first + count; tag++)
        {
            var (block, offset, kind) = ScaleTags.PlaceOf(tag % tags.PerPlc);
            var bytes = memory.AsSpan(((tag / tags.PerPlc * tags.Blocks) + block - 1) * ScaleTags.BlockBytes + offset);
            // All but the stamps are zero, and stay so.
            var expected = kind == ScaleTags.Stamp ? BinaryPrimitives.ReadInt32BigEndian(bytes) : 0;
            differences += listener.Last(tag) is { IsNull: false } last && last.Bits == expected ? 0 : 1;
        }
        return differences;
    }

    private static async Task<long> OverrunsAsync(int port, int plcs)
    {
        await using var client = await ScaleSession.OpenAsync(port);
        var values = await client.ReadAsync(
            CancellationToken.None,
            [.. Enumerable.Range(1, plcs).Select(plc => new NodeId(2, $"PLC{plc:00}/_Status/Scans/normal/Overruns"))]
        );
        return values.Sum(value =>
            value.Status.IsGood ? value.Value.Bits : throw new InvalidOperationException($"The overruns cannot be read: {value.Status}.")
        );
    }

    private static async Task UntilAsync(Func<bool> isTrue, TimeSpan within)
    {
        for (var began = Stopwatch.GetTimestamp(); !isTrue() && Stopwatch.GetElapsedTime(began) < within; )
            await Task.Delay(TimeSpan.FromMilliseconds(250));
    }
}

/// <summary>What one run found.</summary>
/// <param name="PerSecond">Notifications per second to all clients.</param>
/// <param name="CpuPerSecond">CPU seconds of the bridge per second, of all nodes together.</param>
/// <param name="Resident">Resident bytes, of all nodes together.</param>
/// <param name="Ages">Microseconds from the PLC's memory to the client, rising.</param>
/// <param name="Subscribing">Seconds that the first client took to subscribe.</param>
/// <param name="FirstValues">Seconds from the start to the values of all tags.</param>
/// <param name="Lost">Values and messages lost.</param>
/// <param name="Overruns">Scans that came too late.</param>
internal sealed record ScaleFigures(
    double PerSecond,
    double CpuPerSecond,
    long Resident,
    int[] Ages,
    double Subscribing,
    double FirstValues,
    int Lost,
    long Overruns
)
{
    /// <summary>A quantile of the ages in milliseconds.</summary>
    public double? Age(double quantile) => Ages.Length == 0 ? null : Ages[(int)(quantile * (Ages.Length - 1))] / 1000.0;
}
