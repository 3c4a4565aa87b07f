using System.Diagnostics;
using S7OpcBridge.Local;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;
using S7OpcBridge.Web;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// How long a client at a surviving node waits for new values of the PLCs of a node that is killed, frozen or stopped; and what a node holds more than a bridge
/// without a cluster.
/// </summary>
internal static class FailoverTable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <param name="plcs">How many PLCs.</param>
    /// <param name="rounds">How often each way of failing is measured.</param>
    /// <param name="program">The program; null: the one that was built with the benchmarks.</param>
    public static async Task<ResultTable> MeasureAsync(int plcs, int rounds, string? program)
    {
        var table = new ResultTable(
            "failover",
            $"Three nodes, {plcs} PLCs, list of nodes in Redis: time without new values of a lost node's PLCs, at a client of another node",
            new Column("median", "s", Drawn: true),
            new Column("worst", "s", Drawn: true),
            new Column("PLCs measured")
        );
        await using var plant = await FailoverPlant.StartAsync(plcs, program);
        foreach (
            var (what, signal) in new[]
            {
                ("killed (kill -9)", "KILL"),
                ("frozen (SIGSTOP 10 s, then SIGCONT)", "STOP"),
                ("stopped (SIGTERM)", "TERM"),
            }
        )
        {
            var gaps = new List<double>();
            for (var round = 0; round < rounds; round++)
            {
                await AllWellAsync(plant);
                gaps.AddRange(await LoseAsync(plant, plant.Nodes[round % 3], signal));
                if (plant.OfSecondOwners > 0)
                    throw new InvalidOperationException(
                        $"{what}, round {round + 1}: jobs of a second owner\n{string.Join('\n', plant.Gates.Index().Where(gate => gate.Item.First is not null)
                            .Select(gate => $"Line{gate.Index + 1}: {gate.Item.First}, {gate.Item.OfSecondOwner} in all"))}\n"
                            + string.Join('\n', plant.Nodes.Select(node => $"--- {node.Name}\n{File.ReadAllText(node.Log)}"))
                    );
            }
            gaps.Sort();
            table.Add("", what, gaps[gaps.Count / 2], gaps[^1], gaps.Count);
        }
        await AllWellAsync(plant);
        var inCluster = await plant.Nodes[0].Bridge.SettledAsync();
        // Before the bridge alone, which reads beside the cluster.
        table.Notes.Add($"Jobs of a second owner at the PLCs, in all rounds: {plant.OfSecondOwners}.");
        var port = FreePort.Next();
        await using var alone = await BridgeProcess.StartAsync(plant.MapOfOne(port));
        var single = await alone.SettledAsync();
        table.Notes.Add(
            $"Resident memory of a node of the cluster {inCluster >> 20} MB, of a bridge alone that reads all PLCs {single >> 20} MB."
        );
        table.Notes.Add(
            $"{rounds} rounds each, the nodes in turn. A counter in each PLC moves every 20 ms and is read every 50 ms; the client reads all "
                + "counters every 20 ms. Wall time on a machine that others use is an upper limit."
        );
        return table;
    }

    /// <summary>Loses a node; the time without new values of each of its PLCs.</summary>
    private static async Task<IReadOnlyList<double>> LoseAsync(FailoverPlant plant, ClusterNodeProcess lost, string signal)
    {
        var survivor = plant.Nodes.First(node => node != lost);
        var owned = (await StateAsync(survivor))!
            .Plcs.Select((plc, index) => (plc.Owner, index))
            .Where(plc => plc.Owner == lost.Name)
            .Select(plc => plc.index)
            .ToArray();
        NodeId[] nodes = [.. owned.Select(plc => new NodeId(2, $"Line{plc + 1}/Count"))];
        await using var client = await ScaleSession.OpenAsync(survivor.Port);
        var values = (await client.ReadAsync(CancellationToken.None, nodes)).Select(value => value.Value.Bits).ToArray();
        var (changed, gaps) = (Array.ConvertAll(values, _ => Stopwatch.GetTimestamp()), new double[values.Length]);
        var began = Stopwatch.GetTimestamp();
        await lost.SignalAsync(signal);
        // Until every PLC has moved on for two seconds.
        while (Array.Exists(gaps, gap => gap == 0) || Stopwatch.GetElapsedTime(began) < TimeSpan.FromSeconds(10))
        {
            if (Stopwatch.GetElapsedTime(began) > Patience)
                throw new InvalidOperationException(
                    $"After {signal} of {lost.Name} not all of its PLCs came back within {Patience.TotalSeconds} s."
                );
            var read = await client.ReadAsync(CancellationToken.None, nodes);
            for (var i = 0; i < read.Length; i++)
            {
                if (!read[i].Status.IsGood || read[i].Value.Bits == values[i])
                    continue;
                gaps[i] = Math.Max(gaps[i], Stopwatch.GetElapsedTime(changed[i]).TotalSeconds);
                (values[i], changed[i]) = (read[i].Value.Bits, Stopwatch.GetTimestamp());
            }
            await Task.Delay(TimeSpan.FromMilliseconds(20));
        }
        if (signal == "STOP")
            await lost.SignalAsync("CONT");
        else
            await lost.EndedAsync();
        return gaps;
    }

    private static async Task AllWellAsync(FailoverPlant plant)
    {
        var began = Stopwatch.GetTimestamp();
        await plant.StartNodesAsync();
        while (true)
        {
            var states = await Task.WhenAll(plant.Nodes.Select(StateAsync));
            if (Array.TrueForAll(states, state => state is { Nodes.Count: 3 } known && known.Troubles().Count == 0))
                break;
            if (Stopwatch.GetElapsedTime(began) > Patience)
                throw new InvalidOperationException(
                    string.Join(
                        '\n',
                        plant.Nodes.Zip(
                            states,
                            (node, state) =>
                                $"{node.Name}: {string.Join(' ', state?.Troubles() ?? ["no answer"])}\n{File.ReadAllText(node.Log)}"
                        )
                    )
                );
            await Task.Delay(TimeSpan.FromMilliseconds(100));
        }
        // The owners have settled, and the JIT compiler with them.
        await Task.Delay(TimeSpan.FromSeconds(3));
    }

    private static async Task<ClusterState?> StateAsync(ClusterNodeProcess node)
    {
        using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(5));
        try
        {
            using var bridge = await RunningBridge.FindAsync(node.Map, static _ => { }, patience.Token);
            return bridge is null ? null : (await bridge.ClusterAsync(patience.Token))?.State;
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }
}
