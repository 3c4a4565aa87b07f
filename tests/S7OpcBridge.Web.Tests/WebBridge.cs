using S7OpcBridge.Commands;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Web.Tests;

/// <summary>A bridge with one simulated PLC in this process, and a browser that looks at its pages.</summary>
internal sealed class WebBridge : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop;
    private readonly MapText _map;
    private readonly Task<int> _running;

    private WebBridge(CancellationTokenSource stop, MapText map, Task<int> running, int port, int second) =>
        (_stop, _map, _running, Port, Second) = (stop, map, running, port, second);

    /// <summary>The port of <c>{port}</c>.</summary>
    public int Port { get; }

    /// <summary>The port of <c>{second}</c>.</summary>
    public int Second { get; }

    public HttpClient Browser { get; } = new(new SocketsHttpHandler { AllowAutoRedirect = false });

    /// <param name="keys">Lines of the map before its PLC; <c>{port}</c> and <c>{second}</c> become free ports.</param>
    /// <param name="plc">What is said of the PLC besides its name.</param>
    /// <param name="cancellationToken">The test is over.</param>
    public static async Task<WebBridge> StartAsync(
        string keys,
        CancellationToken cancellationToken,
        string plc = "host: 127.0.0.1, simulate: true",
        string otherPlc = ""
    )
    {
        var (port, second) = (FreePort.Next(), FreePort.Next());
        var map = new MapText().With(
            "map.yaml",
            $$"""
            server: { anonymous: read, security: [None], endpoint: "opc.tcp://127.0.0.1:{{FreePort.Next()}}" }
            {{keys.Replace("{port}", $"{port}").Replace("{second}", $"{second}")}}
            plcs:
              - name: Line1
                profile: s7-1500
                {{plc.Replace(", ", "\n    ")}}
                timezone: UTC
                scan: { fast: 50ms, rare: { interval: 1s, demand: true } }
                tags:
                  - { name: A, address: DB1.DBW0, type: Int, scan: fast }
                  - { name: B, address: DB1.DBW2, type: Int, scan: fast }
                  - { name: Rare, address: DB1.DBW4, type: Int, scan: rare }
              {{otherPlc}}
            """
        );
        var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var (output, error) = (new LineWriter(), new StringWriter());
        var running = CommandLine.RunAsync(["run", map.PathOf("map.yaml")], output, error, stop.Token);
        var started = output.NextAsync(line => line.Contains("Ctrl+C"), cancellationToken);
        if (await Task.WhenAny(started, running) == running)
            throw new InvalidOperationException($"It ended with {await running}: {error}");
        return new WebBridge(stop, map, running, port, second);
    }

    /// <summary>What a page at the first port says.</summary>
    public Task<string> TextAsync(string path, CancellationToken cancellationToken) =>
        Browser.GetStringAsync($"http://127.0.0.1:{Port}{path}", cancellationToken);

    /// <summary>Saves the map with another text, as its author does.</summary>
    public void Save(Func<string, string> change) => _map.With("map.yaml", change(File.ReadAllText(_map.PathOf("map.yaml"))));

    /// <summary>An answer with its head.</summary>
    public async Task<HttpResponseMessage> AskAsync(HttpMethod method, string url, CancellationToken cancellationToken, string? host = null)
    {
        using var request = new HttpRequestMessage(method, url);
        request.Headers.Host = host;
        return await Browser.SendAsync(request, cancellationToken);
    }

    /// <summary>Asks until the figures are as they should be.</summary>
    public async Task<Exposition> FiguresAsync(Predicate<Exposition> fits, CancellationToken cancellationToken)
    {
        return await Poll.UntilAsync(
            async () => Exposition.Parse(await TextAsync("/metrics", cancellationToken)),
            figures => fits(figures),
            cancellationToken
        );
    }

    public async ValueTask DisposeAsync()
    {
        Browser.Dispose();
        await _stop.CancelAsync();
        await _running;
        _stop.Dispose();
        _map.Dispose();
    }
}
