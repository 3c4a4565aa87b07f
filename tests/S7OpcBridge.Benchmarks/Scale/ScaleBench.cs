using System.Diagnostics;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>A plant, a bridge or several nodes before it, and how long the start took; each a process of its own.</summary>
internal sealed class ScaleBench : IAsyncDisposable
{
    private readonly PeerProgram _plant;
    private readonly string _folder;

    private readonly ScaleNodes? _nodes;

    private ScaleBench(PeerProgram plant, BridgeProcess[] bridges, string folder, int[] ports, ScaleNodes? nodes) =>
        (_plant, Bridges, _folder, Ports, _nodes) = (plant, bridges, folder, ports, nodes);

    /// <summary>The nodes; without a cluster one.</summary>
    public BridgeProcess[] Bridges { get; }

    /// <summary>The first node.</summary>
    public BridgeProcess Bridge => Bridges[0];

    /// <summary>Port of each node.</summary>
    public int[] Ports { get; }

    /// <summary>Port of the first node.</summary>
    public int Port => Ports[0];

    /// <summary>From the start of the process to the last line of its banner.</summary>
    public TimeSpan Listening { get; private init; }

    /// <summary>From the start of the process until the values of all tags were there.</summary>
    public TimeSpan FirstValues { get; private set; }

    /// <summary>CPU time of all nodes so far.</summary>
    public TimeSpan Cpu => Bridges.Aggregate(TimeSpan.Zero, static (sum, bridge) => sum + bridge.Cpu);

    /// <summary>CPU time of all nodes until then.</summary>
    public TimeSpan StartCpu { get; private set; }

    /// <summary>Starts all, and waits for the values, with several nodes at each.</summary>
    public static async Task<ScaleBench> StartAsync(
        ScaleTags tags,
        int moving = 100,
        bool tables = false,
        string? program = null,
        int nodes = 1
    )
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-scale-").FullName;
        var (ports, port) = (FreePorts(tags.Plcs), FreePort.Next());
        var map = tags.WriteMap(folder, ports, port, tables || tags.NeedTables);
        var plant = PeerProgram.Start(
            "dotnet",
            [typeof(ScaleBench).Assembly.Location, "plant", $"{tags.Count}", $"{tags.Plcs}", $"{ports}", $"{moving}"]
        );
        ScaleNodes? cluster = null;
        BridgeProcess[] bridges = [];
        try
        {
            cluster = nodes == 1 ? null : await ScaleNodes.StartAsync(map, nodes);
            await plant.LineAsync(ScalePlant.Ready);
            var began = Stopwatch.GetTimestamp();
            bridges = await Task.WhenAll((cluster?.Maps ?? [map]).Select(each => BridgeProcess.StartAsync(each, program)));
            var bench = new ScaleBench(plant, bridges, folder, cluster?.Ports ?? [port], cluster)
            {
                Listening = Stopwatch.GetElapsedTime(began),
            };
            await bench.WaitForValuesAsync(tags, began);
            return bench;
        }
        catch
        {
            foreach (var bridge in bridges)
                await bridge.DisposeAsync();
            if (cluster is not null)
                await cluster.DisposeAsync();
            await plant.DisposeAsync();
            Directory.Delete(folder, recursive: true);
            throw;
        }
    }

    /// <summary>Lets all values stand still; the bytes of all blocks, PLC by PLC.</summary>
    public async Task<byte[]> FreezeAsync()
    {
        var file = Path.Combine(_folder, "plant.bin");
        await _plant.Input.WriteLineAsync($"freeze {file}");
        await _plant.Input.FlushAsync();
        await _plant.LineAsync(ScalePlant.Frozen);
        return await File.ReadAllBytesAsync(file);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var bridge in Bridges)
            await bridge.DisposeAsync();
        if (_nodes is not null)
            await _nodes.DisposeAsync();
        await _plant.DisposeAsync();
        Directory.Delete(_folder, recursive: true);
    }

    private async Task WaitForValuesAsync(ScaleTags tags, long began)
    {
        // Ten tags of each PLC, from its first to its last block: the requests of a cycle go through them in order.
        NodeId[] nodes =
        [
            .. Enumerable
                .Range(0, tags.Plcs)
                .SelectMany(plc =>
                    Enumerable
                        .Range(1, 10)
                        .Select(tenth => new NodeId(2, tags.NodeOf((plc * tags.PerPlc) + (tags.PerPlc * tenth / 10) - 1)))
                ),
        ];
        foreach (var port in Ports)
        {
            await using var client = await ScaleSession.OpenAsync(port);
            while (!Array.TrueForAll(await client.ReadAsync(CancellationToken.None, nodes), value => value.Status.IsGood))
                await Task.Delay(TimeSpan.FromMilliseconds(20));
        }
        (FirstValues, StartCpu) = (Stopwatch.GetElapsedTime(began), Cpu);
    }

    // A row of free ports below the range that systems hand out.
    private static int FreePorts(int count)
    {
        for (var first = 20_000 + Environment.ProcessId % 100 * 100; ; first += count)
        {
            if (Enumerable.Range(first, count).All(IsFree))
                return first;
        }
    }

    private static bool IsFree(int port)
    {
        using var listener = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, port);
        try
        {
            listener.Start();
            return true;
        }
        catch (System.Net.Sockets.SocketException)
        {
            return false;
        }
    }
}
