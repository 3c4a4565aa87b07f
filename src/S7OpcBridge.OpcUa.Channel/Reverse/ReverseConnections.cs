using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel.Frames;

namespace S7OpcBridge.OpcUa.Channel.Reverse;

/// <summary>All clients that a server dials, each with a loop of its own.</summary>
internal sealed class ReverseConnections : IDisposable
{
    private readonly CancellationTokenSource _stopping = new();
    private readonly ReverseLoop[] _loops;
    private Task _running = Task.CompletedTask;

    /// <param name="clients">The clients.</param>
    /// <param name="serverUri">This server's ApplicationUri.</param>
    /// <param name="urlOf">The URL of this server that a client is told.</param>
    /// <param name="admit">Takes over a socket whose client begins.</param>
    /// <param name="report">Receives an event for each change.</param>
    /// <param name="time">The clock.</param>
    /// <exception cref="ArgumentException">A URL is none.</exception>
    public ReverseConnections(
        IReadOnlyList<ReverseClient> clients,
        string serverUri,
        Func<ReverseClient, string> urlOf,
        Func<Socket, Action, Admitted> admit,
        Action<UaServerEvent> report,
        TimeProvider time
    ) =>
        _loops = [
            .. clients.Select(client =>
            {
                if (!ServerAddress.TryParse(client.Url, out var address))
                    throw new ArgumentException($"'{client.Url}' is no client to connect to; write opc.tcp://host:port.");
                var url = urlOf(client);
                return new ReverseLoop(
                    new ReverseDial(address, serverUri, url, time),
                    url,
                    new RedialPause(client.Retry, Random.Shared.NextDouble),
                    new ReverseProgress(client.Url, url, time, report),
                    admit,
                    time
                );
            }),
        ];

    /// <summary>The clients as they are now, in the order of the settings.</summary>
    public IReadOnlyList<ReverseStatus> Statuses => [.. _loops.Select(static loop => loop.Status)];

    /// <summary>Begins to dial.</summary>
    public void Start() =>
        _running = Task.WhenAll(_loops.Select(loop => Task.Run(() => loop.RunAsync(_stopping.Token), CancellationToken.None)));

    /// <summary>Ends the dials and the idle connections. Connections with a client are the server's.</summary>
    public async Task StopAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _running.ConfigureAwait(false);
    }

    public void Dispose() => _stopping.Dispose();
}
