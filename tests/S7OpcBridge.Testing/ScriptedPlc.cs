using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.Testing;

/// <summary>
/// A fake PLC on loopback that plays scripts, one per connection in the order in which they come. Await <see cref="Finished"/> before the test ends: it
/// fails when the client left the script. It hangs up on everybody after <see cref="Patience"/>, so that no test waits for ever.
/// </summary>
public sealed class ScriptedPlc : IAsyncDisposable
{
    /// <summary>How long all scripts together may take, in real time.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly CancellationTokenSource _stop = new(Patience, TimeProvider.System);
    private readonly Socket _listener;

    /// <summary>Listens on a free port of the IPv4 loopback and plays.</summary>
    public ScriptedPlc(params ScriptedPlcScript[] scripts)
        : this(IPAddress.Loopback, scripts) { }

    /// <summary>Listens on a free port of an address and plays.</summary>
    public ScriptedPlc(IPAddress address, params ScriptedPlcScript[] scripts)
    {
        _listener = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        _listener.Bind(new IPEndPoint(address, 0));
        _listener.Listen();
        Port = ((IPEndPoint)_listener.LocalEndPoint!).Port;
        Finished = PlayAsync(scripts);
    }

    /// <summary>The port it listens on.</summary>
    public int Port { get; }

    /// <summary>Completes when all scripts were played to their end; fails when the client did something else.</summary>
    public Task Finished { get; }

    /// <summary>Where the client of the last accepted connection came from.</summary>
    public EndPoint? Client { get; private set; }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Dispose();
        await Finished.ContinueWith(static _ => { }, TaskScheduler.Default);
        _stop.Dispose();
    }

    private async Task PlayAsync(ScriptedPlcScript[] scripts)
    {
        try
        {
            foreach (var script in scripts)
            {
                using var socket = await _listener.AcceptAsync(_stop.Token);
                socket.NoDelay = true;
                Client = socket.RemoteEndPoint;
                await new ScriptedPlcSession(socket).PlayAsync(script, _stop.Token);
            }
        }
        finally
        {
            // Whoever comes now is refused instead of waiting in the backlog.
            _listener.Dispose();
        }
    }
}
