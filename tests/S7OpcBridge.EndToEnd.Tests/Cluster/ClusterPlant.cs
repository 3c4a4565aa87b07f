using System.Buffers.Binary;
using S7OpcBridge.Local;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;
using S7OpcBridge.Web;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// Soft PLCs in the process of the tests, a gate before each that sees who reads it, and nodes of one cluster: the built program, a process each. PLC k has a
/// counter in <c>LineK/Count</c>, which waits for its number to be read, and a setpoint that may be written.
/// </summary>
internal sealed class ClusterPlant : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(90);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("s7opcbridge-cluster-");
    private readonly SoftPlc[] _plcs;
    private readonly string _members,
        _server,
        _tags,
        _security,
        _more;

    /// <param name="plcs">How many PLCs.</param>
    /// <param name="nodes">How many nodes.</param>
    /// <param name="members">The value of <c>members</c>.</param>
    /// <param name="server">More keys of <c>server</c>.</param>
    /// <param name="tags">More tags of Line1.</param>
    /// <param name="security">The value of <c>security</c>.</param>
    /// <param name="more">More keys of the map.</param>
    public ClusterPlant(
        int plcs,
        int nodes,
        string members,
        string server = "",
        string tags = "",
        string security = "[None]",
        string more = ""
    )
    {
        (_members, _server, _tags, _security, _more) = (members, server, tags, security, more);
        _plcs = [.. Enumerable.Range(0, plcs).Select(_ => FieldPlc.Start(TimeSpan.FromMilliseconds(100)))];
        Gates = [.. _plcs.Select(plc => new PlcGate(plc.Port))];
        Secret(_folder.FullName);
        Nodes =
        [
            .. Enumerable
                .Range(1, nodes)
                .Select(number => new ClusterPlantNode($"edge{number:00}", Path.Combine(_folder.FullName, $"edge{number:00}"))),
        ];
        foreach (var node in Nodes)
            WriteMap(node);
    }

    /// <summary>The nodes.</summary>
    public ClusterPlantNode[] Nodes { get; }

    /// <summary>The gates before the PLCs.</summary>
    public PlcGate[] Gates { get; }

    /// <summary>Node ids of the counters.</summary>
    public string[] Counters => [.. Enumerable.Range(1, _plcs.Length).Select(number => $"ns=2;s=Line{number}/Count")];

    /// <summary>The number that a PLC holds now.</summary>
    public int NumberOf(int plc)
    {
        using var memory = _plcs[plc].Memory.Hold();
        return BinaryPrimitives.ReadInt32BigEndian(memory.Block(1));
    }

    /// <summary>The setpoint that a PLC holds now, and how many jobs have written it.</summary>
    public (int Value, long Jobs) SetpointOf(int plc)
    {
        using var memory = _plcs[plc].Memory.Hold();
        return (BinaryPrimitives.ReadInt32BigEndian(memory.Block(1)[8..]), _plcs[plc].Counters.WriteJobs);
    }

    /// <summary>Sets a byte in a PLC.</summary>
    public void Poke(int plc, int offset, byte value)
    {
        using var memory = _plcs[plc].Memory.Hold();
        memory.Block(1)[offset] = value;
    }

    /// <summary>Jobs of a second owner at all PLCs since the start.</summary>
    public long OfSecondOwners => Gates.Sum(gate => gate.OfSecondOwner);

    /// <summary>Writes the map of a node, with more tags of Line1 where they are given.</summary>
    public void WriteMap(ClusterPlantNode node, string tags = "")
    {
        Directory.CreateDirectory(node.Folder);
        Secret(node.Folder);
        Write(
            Path.Combine(node.Folder, "plant.yaml"),
            "plcs:\n"
                + string.Concat(
                    Gates.Select(
                        (gate, index) =>
                            $$"""
                                  - name: Line{{index + 1}}
                                    host: 127.0.0.1
                                    port: {{gate.Port}}
                                    scan: { fast: 50ms }
                                    reconnect: { first: 100ms, max: 500ms }
                                    tags:
                                      - { name: Count, address: DB1.DBD0, type: DInt, scan: fast }
                                      - { name: Setpoint, address: DB1.DBD8, type: DInt, scan: fast, access: readwrite }
                                {{(index == 0 ? _tags + tags : "")}}

                                """
                    )
                )
        );
        Write(
            node.Map,
            $$"""
            server: { name: {{node.Name}}, namespace: "urn:test:plant", endpoint: "{{node.Endpoint}}", security: {{_security}}, anonymous: write{{_server}} }
            cluster: { name: plant-a, node: {{node.Name}}, listen: "127.0.0.1:{{node.SiloPort}}", secret: { file: cluster.txt }, members: {{_members}} }
            web: {{node.Web}}
            include: plant.yaml
            {{_more}}
            """
        );
    }

    // Whole, as an editor does; and only where it differs, so that nothing is loaded again without need.
    private static void Write(string file, string text)
    {
        if (File.Exists(file) && File.ReadAllText(file) == text)
            return;
        var unfinished = Path.Combine(Path.GetDirectoryName(file)!, $".{Path.GetFileName(file)}.swp");
        File.WriteAllText(unfinished, text);
        File.Move(unfinished, file, overwrite: true);
    }

    /// <summary>Starts a witness for these nodes, which finds what an earlier one has kept.</summary>
    public ChildProgram StartWitness(string address) =>
        Bridge.Start(
            _folder.FullName,
            "witness",
            "--listen",
            address,
            "--store",
            "nodes.db",
            "--secret",
            Path.Combine(_folder.FullName, "cluster.txt")
        );

    /// <summary>Starts what does not run, wakes what was frozen, and waits until all nodes are there, get all values and name the same owners.</summary>
    public async Task HealAsync(CancellationToken cancellationToken)
    {
        foreach (var node in Nodes)
            await node.StartAsync(cancellationToken);
        await UntilAsync(
            states =>
                states.All(state => state is { } known && known.Nodes.Count == Nodes.Length && known.Troubles().Count == 0)
                && states.Select(state => string.Join(' ', state!.Plcs.Select(plc => plc.Owner))).Distinct().Count() == 1,
            "All nodes see each other, get all values and name the same owners",
            cancellationToken
        );
    }

    /// <summary>Waits until the states of the running nodes are as wanted; null: a node does not answer.</summary>
    public async Task UntilAsync(Func<ClusterState?[], bool> wanted, string what, CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(Patience);
        while (true)
        {
            var states = await Task.WhenAll(Nodes.Where(node => node.Runs).Select(node => node.StateAsync(cancellationToken)));
            if (wanted(states))
                return;
            if (patience.IsCancellationRequested)
                Assert.Fail($"{what}: not within {Patience.TotalSeconds} s.\n{string.Join("\n", states.Select(Describe))}\n{Log()}");
            await Poll.AgainAsync(cancellationToken);
        }
    }

    /// <summary>Owners of the PLCs as a node sees them.</summary>
    public async Task<string?[]> OwnersAsync(ClusterPlantNode node, CancellationToken cancellationToken)
    {
        var state = await node.StateAsync(cancellationToken);
        Assert.That(state, Is.Not.Null, $"{node.Name} does not answer\n{Log()}");
        return [.. state!.Plcs.Select(plc => plc.Owner)];
    }

    /// <summary>What all nodes have logged, for a failing test.</summary>
    public string Log() => string.Join('\n', Nodes.Select(node => $"--- {node.Name} ({(node.Runs ? "runs" : "stopped")}):\n{node.Log}"));

    public async ValueTask DisposeAsync()
    {
        foreach (var node in Nodes)
            await node.DisposeAsync();
        foreach (var gate in Gates)
            await gate.DisposeAsync();
        foreach (var plc in _plcs)
            await plc.DisposeAsync();
        _folder.Delete(recursive: true);
    }

    private static string Describe(ClusterState? state) =>
        state is null
            ? "no answer"
            : $"{state.Node}: view {state.View}, {string.Join(" ", state.Nodes.Select(node => $"{node.Name}={node.ServiceLevel}"))}; "
                + string.Join(" ", state.Troubles());

    private static void Secret(string folder)
    {
        var file = Path.Combine(folder, "cluster.txt");
        if (File.Exists(file))
            return;
        File.WriteAllText(file, "0123456789abcdef0123456789abcdef\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite);
    }
}

/// <summary>A node of the cluster, which may run or not.</summary>
internal sealed class ClusterPlantNode(string name, string folder) : IAsyncDisposable
{
    private ChildProgram? _program;
    private string _before = "";
    private bool _isFrozen;

    public string Name => name;

    public string Folder => folder;

    public string Map => Path.Combine(folder, "map.yaml");

    /// <summary>What its shell sets before it starts; null: nothing.</summary>
    public string? Environment { get; set; }

    /// <summary>The value of <c>web</c>.</summary>
    public string Web { get; set; } = "false";

    public int SiloPort { get; } = Testing.FreePort.Next();

    public string Endpoint { get; } = $"opc.tcp://localhost:{Testing.FreePort.Next()}";

    public bool Runs => _program is { HasExited: false };

    public ChildProgram Program => _program!;

    public string Log => _before + _program?.Output;

    /// <summary>Starts it, or wakes it, and waits until its server listens.</summary>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        if (Runs)
        {
            await WakeAsync();
            return;
        }
        if (_program is not null)
        {
            _before += _program.Output + "\n--- started again\n";
            await _program.DisposeAsync();
        }
        _isFrozen = false;
        _program = Environment is null
            ? Bridge.Start(folder, "run", "map.yaml")
            : ChildProgram.Start("bash", folder, "-c", $"{Environment} exec {TestedProgram.Line} run map.yaml");
        await _program.LineAsync(line => line.Contains(Endpoint, StringComparison.Ordinal), cancellationToken);
    }

    /// <summary>Kills it as a power cut of its process.</summary>
    public async Task KillAsync(CancellationToken cancellationToken)
    {
        await _program!.SignalAsync("KILL");
        await _program.ExitAsync(TimeSpan.FromSeconds(20), cancellationToken);
    }

    /// <summary>Lets it stand still.</summary>
    public Task FreezeAsync()
    {
        _isFrozen = true;
        return _program!.SignalAsync("STOP");
    }

    /// <summary>Lets it go on.</summary>
    public async Task WakeAsync()
    {
        if (_isFrozen)
            await _program!.SignalAsync("CONT");
        _isFrozen = false;
    }

    /// <summary>Stops it as its supervisor does; returns its exit code.</summary>
    public async Task<int> StopAsync(CancellationToken cancellationToken)
    {
        await _program!.TerminateAsync();
        return await _program.ExitAsync(TimeSpan.FromSeconds(40), cancellationToken);
    }

    /// <summary>The cluster as it sees it; null: it does not answer, or has not joined.</summary>
    public async Task<ClusterState?> StateAsync(CancellationToken cancellationToken) => (await AnswerAsync(cancellationToken))?.State;

    /// <summary>What <c>cluster status</c> gets from it; null: nothing.</summary>
    public async Task<ClusterAnswer?> AnswerAsync(CancellationToken cancellationToken)
    {
        if (_isFrozen || !Runs)
            return null;
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(TimeSpan.FromSeconds(5));
        try
        {
            using var bridge = await RunningBridge.FindAsync(Map, TestContext.Progress.WriteLine, patience.Token);
            return bridge is null ? null : await bridge.ClusterAsync(patience.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return null;
        }
    }

    /// <summary>Reads nodes of its server.</summary>
    public async Task<DataValue[]> ReadAsync(CancellationToken cancellationToken, params NodeId[] nodes)
    {
        await using var client = await UaTestClient.ConnectAsync(new Uri(Endpoint).Port, cancellationToken);
        return await client.ReadAsync(cancellationToken, nodes);
    }

    public async ValueTask DisposeAsync()
    {
        if (_program is not null)
            await _program.DisposeAsync();
    }
}
