using System.Globalization;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The demo plant as the built program runs it, with alarms of its PLCs and its figures in reach.</summary>
internal sealed class MeasuredPlant : IAsyncDisposable
{
    private readonly Bridge _bridge;
    private readonly HttpClient _browser = new();

    private MeasuredPlant(Bridge bridge, int port) => (_bridge, Port) = (bridge, port);

    /// <summary>Where the figures are.</summary>
    public int Port { get; }

    public string Endpoint => _bridge.Endpoint;

    public static async Task<MeasuredPlant> StartAsync(CancellationToken cancellationToken)
    {
        var port = Testing.FreePort.Next();
        var map = (await File.ReadAllTextAsync(Path.Combine(Repository.Root, "config", "bridge.yaml"), cancellationToken)).Replace(
            "opc.tcp://localhost:4840",
            "{endpoint}",
            StringComparison.Ordinal
        );
        return new MeasuredPlant(
            await Bridge.StartAsync($"{map}\nweb: {{ listen: \"http://127.0.0.1:{port}\" }}\nalarms: {{}}\n", cancellationToken),
            port
        );
    }

    /// <summary>All figures by series, written as in <c>name{plc="Line1"}</c>.</summary>
    public async Task<Dictionary<string, double>> FiguresAsync(CancellationToken cancellationToken) =>
        (await TextAsync(cancellationToken))
            .Split('\n')
            .Where(line => line.Length > 0 && line[0] != '#')
            .ToDictionary(
                line => line[..line.LastIndexOf(' ')],
                line => double.Parse(line[(line.LastIndexOf(' ') + 1)..], CultureInfo.InvariantCulture)
            );

    public Task<string> TextAsync(CancellationToken cancellationToken) =>
        _browser.GetStringAsync($"http://127.0.0.1:{Port}/metrics", cancellationToken);

    /// <summary>Waits until all PLCs have been read.</summary>
    public async Task UntilConnectedAsync(IEnumerable<string> plcs, CancellationToken cancellationToken)
    {
        while (
            await FiguresAsync(cancellationToken) is var figures
            && plcs.Any(plc =>
                figures.GetValueOrDefault($"s7opcbridge_scan_cycle_seconds_count{{plc=\"{plc}\",scan_class=\"normal\"}}") == 0
            )
        )
            await Poll.AgainAsync(cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        _browser.Dispose();
        await _bridge.DisposeAsync();
    }
}
