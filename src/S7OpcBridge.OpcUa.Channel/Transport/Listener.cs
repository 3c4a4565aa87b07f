using System.Net;
using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel.Frames;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>Listens on the endpoint's addresses and accepts connections.</summary>
internal sealed class Listener : IDisposable
{
    private const int Backlog = 512;
    private static readonly TimeSpan RetryPause = TimeSpan.FromMilliseconds(100),
        Fast = TimeSpan.FromSeconds(1);
    private readonly List<Socket> _sockets = [];
    private readonly List<Task> _loops = [];
    private volatile bool _stopped;
    private readonly HandleReserve _reserve = new();

    /// <summary>The port; chosen by the system if it was 0.</summary>
    public int Port { get; private set; }

    /// <summary>Binds all addresses of a host.</summary>
    /// <exception cref="IOException">The address cannot be listened on; the message says why and what to do.</exception>
    public void Bind(ServerAddress address, IReadOnlyList<IPAddress> hosts)
    {
        Port = address.Port;
        try
        {
            foreach (var host in hosts)
            {
                var socket = new Socket(host.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
                _sockets.Add(socket);
                if (host.AddressFamily == AddressFamily.InterNetworkV6)
                    socket.DualMode = host.Equals(IPAddress.IPv6Any);
                socket.Bind(new IPEndPoint(host, Port));
                socket.Listen(Backlog);
                Port = ((IPEndPoint)socket.LocalEndPoint!).Port;
            }
        }
        catch (SocketException e)
        {
            Dispose();
            throw new IOException($"Cannot listen on {address}: {Advice(e)}", e);
        }
    }

    /// <summary>Accepts until <see cref="Dispose"/>.</summary>
    /// <param name="accepted">Takes each connection.</param>
    /// <param name="starved">Called with true when there are no file handles for connections, and with false when there are again.</param>
    public void Start(Action<Socket> accepted, Action<bool> starved, TimeProvider time)
    {
        foreach (var socket in _sockets)
            _loops.Add(AcceptAsync(socket, accepted, starved, time));
    }

    public void Dispose()
    {
        _stopped = true;
        foreach (var socket in _sockets)
            socket.Dispose();
        _reserve.Dispose();
    }

    private async Task AcceptAsync(Socket socket, Action<Socket> accepted, Action<bool> starved, TimeProvider time)
    {
        while (!_stopped)
        {
            try
            {
                accepted(await socket.AcceptAsync().ConfigureAwait(false));
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                // The client closed while it waited, or no file handles are left. The latter passes, so wait before the next try.
                if (e is SocketException { SocketErrorCode: SocketError.TooManyOpenSockets } && _reserve.Release())
                    starved(true);
                if (!_stopped)
                    await Task.Delay(RetryPause, time, CancellationToken.None).ConfigureAwait(false);
            }
            while (_reserve.IsReleased && !_stopped)
            {
                await Task.Delay(Fast, time, CancellationToken.None).ConfigureAwait(false);
                if (_reserve.TryTakeBack())
                    starved(false);
            }
        }
    }

    private static string Advice(SocketException e) =>
        e.SocketErrorCode switch
        {
            SocketError.AddressAlreadyInUse => "the port is in use by another program; stop that one or choose another port.",
            SocketError.AddressNotAvailable => "this machine has no such address; choose localhost, 0.0.0.0 or one of its own.",
            SocketError.AccessDenied => "the port needs rights that this process does not have; choose one from 1024 on.",
            _ => e.Message,
        };
}
