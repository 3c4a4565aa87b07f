using System.Buffers.Binary;
using System.Diagnostics;
using System.Globalization;
using S7OpcBridge.EndToEnd.Tests;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// Soft PLCs in this process, each with a counter that moves every 20 ms, a gate before each that sees who reads it, and three nodes of a cluster.
/// </summary>
internal sealed class FailoverPlant : IAsyncDisposable
{
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(20);

    private readonly string _folder = Directory.CreateTempSubdirectory("s7opcbridge-failover-").FullName;
    private readonly SoftPlc[] _plcs;
    private readonly CancellationTokenSource _ending = new();
    private readonly Task _counting;
    private readonly Process? _redis;

    private FailoverPlant(SoftPlc[] plcs, int redisPort, string? program)
    {
        _plcs = plcs;
        Gates = [.. plcs.Select(plc => new PlcGate(plc.Port))];
        _counting = CountAsync();
        Nodes = [.. Enumerable.Range(1, 3).Select(number => new ClusterNodeProcess($"edge0{number}", _folder, program))];
        WriteMaps(redisPort);
        Directory.CreateDirectory(Path.Combine(_folder, "redis"));
        _redis = Process.Start(
            "redis-server",
            [
                "--port",
                $"{redisPort}",
                "--bind",
                "127.0.0.1",
                "--dir",
                Path.Combine(_folder, "redis"),
                "--appendonly",
                "yes",
                "--save",
                "",
                "--loglevel",
                "warning",
                "--logfile",
                "redis.log",
            ]
        );
    }

    public PlcGate[] Gates { get; }

    public ClusterNodeProcess[] Nodes { get; }

    /// <summary>Jobs of a second owner, of all PLCs.</summary>
    public long OfSecondOwners => Gates.Sum(gate => gate.OfSecondOwner);

    /// <param name="plcs">How many PLCs.</param>
    /// <param name="program">The program; null: the one that was built with the benchmarks.</param>
    public static async Task<FailoverPlant> StartAsync(int plcs, string? program)
    {
        var soft = Enumerable
            .Range(0, plcs)
            .Select(_ =>
            {
                var plc = new SoftPlc(new SoftPlcOptions(), TimeProvider.System);
                plc.Memory.AddBlock(1, 1000);
                plc.Start();
                return plc;
            })
            .ToArray();
        var plant = new FailoverPlant(soft, FreePort.Next(), program);
        await plant.StartNodesAsync();
        return plant;
    }

    /// <summary>Starts the nodes that do not run, one after the other.</summary>
    public async Task StartNodesAsync()
    {
        foreach (var node in Nodes)
            await node.StartAsync();
    }

    /// <summary>A map of the same PLCs for one node without a cluster.</summary>
    public string MapOfOne(int port)
    {
        var file = Path.Combine(_folder, "alone.yaml");
        File.WriteAllText(
            file,
            $"""
            server: {"{"} name: alone, endpoint: "opc.tcp://localhost:{port}", security: [None], anonymous: read {"}"}
            web: false
            include: plcs/
            """
        );
        return file;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var node in Nodes)
            await node.DisposeAsync();
        await _ending.CancelAsync();
        await _counting;
        foreach (var gate in Gates)
            await gate.DisposeAsync();
        foreach (var plc in _plcs)
            await plc.DisposeAsync();
        _redis?.Kill();
        _redis?.WaitForExit();
        _redis?.Dispose();
        _ending.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private async Task CountAsync()
    {
        using var timer = new PeriodicTimer(Step);
        try
        {
            for (var number = 1; await timer.WaitForNextTickAsync(_ending.Token); number++)
            {
                foreach (var plc in _plcs)
                {
                    using var memory = plc.Memory.Hold();
                    BinaryPrimitives.WriteInt32BigEndian(memory.Block(1), number);
                }
            }
        }
        catch (OperationCanceledException)
        {
            // The plant ends.
        }
    }

    private void WriteMaps(int redis)
    {
        var secret = Path.Combine(_folder, "cluster.txt");
        File.WriteAllText(secret, "0123456789abcdef0123456789abcdef\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(secret, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        Directory.CreateDirectory(Path.Combine(_folder, "plcs"));
        File.WriteAllText(
            Path.Combine(_folder, "plcs", "all.yaml"),
            "plcs:\n"
                + string.Concat(
                    Gates.Select(
                        (gate, index) =>
                            string.Create(
                                CultureInfo.InvariantCulture,
                                $"""
                                  - name: Line{index + 1}
                                    host: 127.0.0.1
                                    port: {gate.Port}
                                    scan: {"{"} fast: 50ms {"}"}
                                    tags:
                                      - {"{"} name: Count, address: DB1.DBD0, type: DInt, scan: fast {"}"}
                                      - {"{"} name: Rest, address: DB1.DBD8, type: "DInt(0..199)", scan: fast {"}"}

                                """
                            )
                    )
                )
        );
        foreach (var node in Nodes)
        {
            File.WriteAllText(
                node.Map,
                $$"""
                server: { name: {{node.Name}}, namespace: "urn:test:plant", endpoint: "opc.tcp://localhost:{{node.Port}}", security: [None], anonymous: read }
                cluster:
                  name: bench
                  node: {{node.Name}}
                  listen: "127.0.0.1:{{node.SiloPort}}"
                  secret: { file: cluster.txt }
                  members: { redis: "127.0.0.1:{{redis}}" }
                web: false
                include: plcs/
                """
            );
        }
    }
}
