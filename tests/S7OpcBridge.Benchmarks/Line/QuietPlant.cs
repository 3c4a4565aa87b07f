using System.Globalization;
using System.Text;
using S7OpcBridge.Map;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// A map of tags that hold still, and the soft PLC that serves it in a process of its own, so that what is measured here is the bridge alone.
/// </summary>
internal sealed class QuietPlant : IAsyncDisposable
{
    private readonly PeerProgram _simulator;
    private readonly string _folder;

    private QuietPlant(PeerProgram simulator, string folder, BridgeMap map, int port)
    {
        (_simulator, _folder, Map, Port) = (simulator, folder, map, port);
    }

    public BridgeMap Map { get; }

    /// <summary>The file that the map is in.</summary>
    public string MapPath => MapPathIn(_folder);

    public int Port { get; }

    /// <summary>Starts the soft PLC.</summary>
    /// <param name="tags">Tags to serve.</param>
    /// <param name="scan">Scan interval as the map writes it.</param>
    /// <param name="dataBytes">Least length of DB1, for clients that read bytes that no tag shows.</param>
    /// <param name="profile">What the soft PLC is.</param>
    public static async Task<QuietPlant> StartAsync(IEnumerable<PlantTag> tags, string scan, int dataBytes = 0, string profile = "s7-1500")
    {
        var text = new StringBuilder($"    scan: {{ normal: {scan} }}\n    tags:\n");
        var number = 0;
        foreach (var tag in tags)
            text.AppendLine(
                CultureInfo.InvariantCulture,
                $"      - {{ name: T{number++}, address: {tag.Address}, type: \"{tag.Type}\", access: readwrite }}"
            );
        if (dataBytes > 0)
            text.AppendLine(
                CultureInfo.InvariantCulture,
                $"      - {{ name: Last, address: DB1.DBB{dataBytes - 1}, type: Byte, access: readwrite }}"
            );
        return await StartAsync(text.ToString(), profile);
    }

    /// <summary>Starts the soft PLC.</summary>
    /// <param name="keys">Keys of the PLC in the map, its tags among them, each line indented by four.</param>
    /// <param name="profile">What the soft PLC is.</param>
    public static async Task<QuietPlant> StartAsync(string keys, string profile = "s7-1500")
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-bench-").FullName;
        var (port, endpoint) = (Testing.FreePort.Next(), Testing.FreePort.Next());
        var path = MapPathIn(folder);
        await File.WriteAllTextAsync(
            path,
            $$"""
            server: { name: bench, endpoint: "opc.tcp://localhost:{{endpoint}}", security: [None], anonymous: read }
            web: false
            plcs:
              - name: P
                host: 127.0.0.1
                port: {{port}}
                profile: {{profile}}
            {{keys}}
            """
        );
        var map = Load(path);
        var simulator = PeerProgram.Start(
            "dotnet",
            [Path.Combine(AppContext.BaseDirectory, "s7opcbridge.dll"), "simulate", path, "--port", $"{port}"]
        );
        await simulator.LineAsync("Soft PLCs are running");
        return new QuietPlant(simulator, folder, map, port);
    }

    /// <summary>Loads the map of a plant, which another process of this program has written.</summary>
    public static BridgeMap Load(string path)
    {
        var findings = new FindingList();
        return MapLoader.Load(path, findings)
            ?? throw new InvalidOperationException("The benchmark's own map is wrong: " + string.Join('\n', findings));
    }

    public async ValueTask DisposeAsync()
    {
        await _simulator.DisposeAsync();
        Directory.Delete(_folder, recursive: true);
    }

    private static string MapPathIn(string folder) => Path.Combine(folder, "map.yaml");
}
