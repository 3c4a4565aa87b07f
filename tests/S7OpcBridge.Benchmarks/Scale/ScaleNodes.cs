using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>A witness, and the maps by which several nodes share the PLCs of one map.</summary>
internal sealed class ScaleNodes : IAsyncDisposable
{
    private readonly PeerProgram _witness;

    private ScaleNodes(PeerProgram witness, string[] maps, int[] ports) => (_witness, Maps, Ports) = (witness, maps, ports);

    /// <summary>The map of each node.</summary>
    public string[] Maps { get; }

    /// <summary>The OPC UA port of each node.</summary>
    public int[] Ports { get; }

    /// <summary>Starts the witness and writes the maps beside the given one, whose first line is <c>server</c>.</summary>
    public static async Task<ScaleNodes> StartAsync(string map, int nodes)
    {
        var folder = Path.GetDirectoryName(map)!;
        var (secret, port) = (Path.Combine(folder, "cluster.txt"), FreePort.Next());
        await File.WriteAllTextAsync(secret, new string('s', 64));
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(secret, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        var witness = PeerProgram.Start(
            "dotnet",
            [
                BridgeProcess.BuiltHere,
                "witness",
                "--listen",
                $"127.0.0.1:{port}",
                "--store",
                Path.Combine(folder, "witness.db"),
                "--secret",
                secret,
            ]
        );
        await witness.LineAsync("The witness listens");
        var plcs = (await File.ReadAllTextAsync(map)).Split('\n', 2)[1];
        var ports = Enumerable.Range(0, nodes).Select(static _ => FreePort.Next()).ToArray();
        var maps = ports.Select((_, i) => Path.Combine(folder, $"node{i + 1}.yaml")).ToArray();
        for (var i = 0; i < nodes; i++)
        {
            await File.WriteAllTextAsync(
                maps[i],
                $$"""
                server:
                  name: node{{i + 1}}
                  namespace: "urn:scale:tags"
                  endpoint: "opc.tcp://127.0.0.1:{{ports[i]}}"
                  security: [None]
                  anonymous: read
                  maxMonitoredItems: 2000000
                cluster:
                  name: scale
                  node: node{{i + 1}}
                  listen: "127.0.0.1:{{FreePort.Next()}}"
                  secret: { file: cluster.txt }
                  members: { witness: "127.0.0.1:{{port}}" }
                web: false
                {{plcs}}
                """
            );
        }
        return new ScaleNodes(witness, maps, ports);
    }

    public ValueTask DisposeAsync() => _witness.DisposeAsync();
}
