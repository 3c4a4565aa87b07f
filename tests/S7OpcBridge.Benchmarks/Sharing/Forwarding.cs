using System.Diagnostics;
using System.Globalization;

namespace S7OpcBridge.Benchmarks;

/// <summary>What passing values on to another node costs: CPU of both ends together, and memory while the other node takes nothing.</summary>
internal static class Forwarding
{
    private const int Rounds = 100,
        WarmUp = 20;

    /// <summary>CPU seconds per million values, both ends together, with TLS; publishing on the sender is not in it, publishing on the receiver is.</summary>
    public static async Task<double?> CpuAsync()
    {
        var alone = await PerMillionAsync(nodes: 1, tls: true, batchSize: 100);
        var both = await PerMillionAsync(nodes: 2, tls: true, batchSize: 100);
        return both.Cpu - alone.Cpu;
    }

    /// <summary>Growth of the heap, in bytes per tag, during five seconds in which all values change and the other node takes none.</summary>
    public static async Task<double?> FrozenBytesAsync()
    {
        await using var pair = await ForwardingPair.StartAsync(tls: true);
        for (var round = 0; round < WarmUp; round++)
            await ChangeAsync(pair, 100);
        pair.Freeze();
        var before = GC.GetTotalMemory(forceFullCollection: true);
        var start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < TimeSpan.FromSeconds(8))
        {
            await pair.ChangeAsync(100);
            await Task.Delay(50);
        }
        var after = GC.GetTotalMemory(forceFullCollection: true);
        pair.Thaw();
        return (double)(after - before) / (ForwardingPair.Plcs * ForwardingPair.TagsPerPlc);
    }

    /// <summary>A table of the ways to measure it.</summary>
    public static async Task<int> TableAsync()
    {
        foreach (
            var (nodes, tls, size) in ((int, bool, int)[])[(1, true, 100), (2, false, 100), (2, true, 100), (2, true, 1000), (3, true, 100)]
        )
        {
            var (cpu, rate, values, bytes, batches) = await PerMillionAsync(nodes, tls, size);
            Console.WriteLine(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{nodes} node(s), TLS {(tls ? "on " : "off")}, batches of {size, 4}: {cpu:0.000} CPU s per million values made, "
                        + $"{rate / 1e6:0.00} M values/s, "
                        + $"{values / 1e6:0.0} M values sent, {(values > 0 ? (double)bytes / values : 0):0.0} B per value, "
                        + $"{(batches > 0 ? values / batches : 0)} values per message"
                )
            );
        }
        foreach (var (nodes, perRound) in ((int, int)[])[(1, 1000), (2, 0), (2, 10), (2, 100), (2, 1000)])
        {
            var (share, values, batches) = await PacedAsync(nodes, perRound);
            Console.WriteLine(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{nodes} node(s), {perRound} values every 20 ms: {share:0.0} % of a core, {batches} messages, "
                        + $"{(batches > 0 ? values / batches : 0)} values each"
                )
            );
        }
        var frozen = await FrozenBytesAsync();
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"the other node frozen: {frozen:0.0} B per tag more on the heap"));
        return 0;
    }

    private static async Task<(double Cpu, double Rate, long Values, long Bytes, long Batches)> PerMillionAsync(
        int nodes,
        bool tls,
        int batchSize
    )
    {
        await using var pair = await ForwardingPair.StartAsync(tls, nodes);
        for (var round = 0; round < WarmUp; round++)
            await ChangeAsync(pair, batchSize);
        var links = pair.Sender.Shared.Links;
        var (values, bytes, batches) = (
            links.Sum(static link => link.Values),
            links.Sum(static link => link.Bytes),
            links.Sum(static link => link.Batches)
        );
        using var process = Process.GetCurrentProcess();
        var (cpu, start) = (process.TotalProcessorTime, Stopwatch.GetTimestamp());
        for (var round = 0; round < Rounds; round++)
            await ChangeAsync(pair, batchSize);
        process.Refresh();
        var made = (double)Rounds * ForwardingPair.Plcs * ForwardingPair.TagsPerPlc;
        links = pair.Sender.Shared.Links;
        return (
            (process.TotalProcessorTime - cpu).TotalSeconds / made * 1e6,
            made / Stopwatch.GetElapsedTime(start).TotalSeconds,
            links.Sum(static link => link.Values) - values,
            links.Sum(static link => link.Bytes) - bytes,
            links.Sum(static link => link.Batches) - batches
        );
    }

    /// <summary>The same at a steady rate, as a plant delivers: many small messages.</summary>
    private static async Task<(double Share, long Values, long Batches)> PacedAsync(int nodes, int perRound)
    {
        const int Rounds = 500,
            SettleRounds = 150;
        await using var pair = await ForwardingPair.StartAsync(tls: true, nodes);
        for (var round = 0; round < WarmUp; round++)
            await ChangeAsync(pair, 100);
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(20));
        await PaceAsync(SettleRounds);
        var links = pair.Sender.Shared.Links;
        var (values, batches) = (links.Sum(static link => link.Values), links.Sum(static link => link.Batches));
        using var process = Process.GetCurrentProcess();
        var (cpu, start) = (process.TotalProcessorTime, Stopwatch.GetTimestamp());
        await PaceAsync(Rounds);
        process.Refresh();
        links = pair.Sender.Shared.Links;
        return (
            (process.TotalProcessorTime - cpu) / Stopwatch.GetElapsedTime(start) * 100,
            links.Sum(static link => link.Values) - values,
            links.Sum(static link => link.Batches) - batches
        );

        async Task PaceAsync(int rounds)
        {
            for (var round = 0; round < rounds; round++)
            {
                await timer.WaitForNextTickAsync();
                if (perRound > 0)
                    await pair.ChangeOneAsync(round % ForwardingPair.Plcs, perRound);
            }
        }
    }

    // Each value is sent: the next round waits until all nodes have confirmed the last one.
    private static async Task ChangeAsync(ForwardingPair pair, int batchSize)
    {
        await pair.ChangeAsync(batchSize);
        while (pair.Sender.Shared.Links.Any(static link => link.Waiting > 0 || link.Lag > TimeSpan.Zero))
            await Task.Delay(1);
    }
}
