using System.CommandLine;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Hosting;
using S7OpcBridge.Startup;
using S7OpcBridge.Web;

namespace S7OpcBridge.FirstStart;

/// <summary>Serves the page of the first start until the map is written. The code stands in the log, as only who runs the bridge reads it.</summary>
internal sealed partial class FirstStartService(string map, ILoggerFactory loggers, CancellationTokenSource end) : IHostedService
{
    private readonly ILogger _logger = loggers.CreateLogger("S7OpcBridge");
    private readonly CancellationTokenSource _stopping = new();
    private readonly SystemdNotify _systemd = SystemdNotify.FromEnvironment(
        Environment.GetEnvironmentVariable,
        Environment.ProcessId,
        TimeProvider.System
    );
    private FirstStartHost? _page;
    private Task _waiting = Task.CompletedTask;

    /// <summary>Serves it; returns the exit code, or null where the map is written and the bridge can run on it.</summary>
    /// <param name="map">Full path of the map to make.</param>
    public static async Task<int?> RunAsync(string map, InvocationConfiguration console, CancellationToken cancellationToken)
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        FirstStartService? service = null;
        var exit = await ConsoleHost.RunAsync(loggers => service = new FirstStartService(map, loggers, end), console.Error, end.Token);
        return service?._page?.Done.IsCompleted == true ? null : exit;
    }

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        var listen = ListenUrl();
        var plant = new FirstPlant(map, listen);
        _page = await FirstStartHost.StartAsync(
            new FirstStartOptions
            {
                Listen = listen,
                Map = map,
                Version = ProgramVersion.Text,
                Write = plant.Write,
                ConsoleOf = plant.ConsoleOf,
            },
            TimeProvider.System,
            cancellationToken
        );
        // An address that a browser on this machine can open, also where a port of a container leads to it.
        var address = _page.Address.TrimEnd('/').Replace("0.0.0.0", "localhost").Replace("[::]", "localhost");
        Waiting(_logger, map, $"{address}/#{_page.Code}", _page.Code);
        if (_page.Thumbprint is { } thumbprint)
            Certificate(_logger, thumbprint);
        _systemd.Ready();
        _waiting = WaitAsync(_page.Done);
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        await _stopping.CancelAsync();
        await _waiting.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (_page is not null)
            await _page.DisposeAsync();
        _systemd.Dispose();
    }

    private async Task WaitAsync(Task done)
    {
        // The watchdog of systemd wants to hear something meanwhile.
        while (_systemd.Watchdog is { } watchdog && !done.IsCompleted)
        {
            _systemd.Alive();
            await Task.WhenAny(done, Task.Delay(watchdog / 3, TimeProvider.System, _stopping.Token));
            _stopping.Token.ThrowIfCancellationRequested();
        }
        await done.WaitAsync(_stopping.Token);
        Made(_logger, map);
        await end.CancelAsync();
    }

    private static Uri ListenUrl()
    {
        var text = Environment.GetEnvironmentVariable(FirstStartOptions.Variable) is { Length: > 0 } given
            ? given
            : Map.WebSettings.DefaultListen;
        return
            Uri.TryCreate(text, UriKind.Absolute, out var url)
            && url.Scheme is "http" or "https"
            && (url.Host == "localhost" || System.Net.IPAddress.TryParse(url.Host.Trim('[', ']'), out _))
            ? url
            : throw new StartException(
                $"{FirstStartOptions.Variable} is '{text}'; write a URL with an address of this machine, such as https://0.0.0.0:8443."
            );
    }

    [LoggerMessage(
        180,
        LogLevel.Warning,
        "There is no map at {Map}. The page that makes it is at {Address}; it asks for the code {Code}, which works once and for an hour."
    )]
    private static partial void Waiting(ILogger logger, string map, string address, string code);

    [LoggerMessage(181, LogLevel.Information, "Until then the page shows a certificate with the thumbprint {Thumbprint}.")]
    private static partial void Certificate(ILogger logger, string thumbprint);

    [LoggerMessage(182, LogLevel.Information, "The map {Map} was made; the bridge starts with it.")]
    private static partial void Made(ILogger logger, string map);
}
