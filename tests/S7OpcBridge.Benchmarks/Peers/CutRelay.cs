using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.Benchmarks;

/// <summary>Passes TCP connections on to a port of this machine, until they are cut.</summary>
internal sealed class CutRelay : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Lock _gate = new();
    private readonly List<Socket> _open = [];
    private readonly int _target;
    private readonly Task _accepting;

    public CutRelay(int target)
    {
        _target = target;
        _listener.Start();
        _accepting = AcceptAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Ends all connections on both sides; new ones are taken.</summary>
    public void Cut()
    {
        lock (_gate)
        {
            foreach (var socket in _open)
                socket.Dispose();
            _open.Clear();
        }
    }

    public async ValueTask DisposeAsync()
    {
        _listener.Dispose();
        Cut();
        await _accepting.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private async Task AcceptAsync()
    {
        while (true)
        {
            var client = await _listener.AcceptSocketAsync();
            var server = new Socket(SocketType.Stream, ProtocolType.Tcp);
            await server.ConnectAsync(IPAddress.Loopback, _target);
            client.NoDelay = server.NoDelay = true;
            lock (_gate)
                _open.AddRange([client, server]);
            _ = PassAsync(client, server);
            _ = PassAsync(server, client);
        }
    }

    private static async Task PassAsync(Socket from, Socket to)
    {
        try
        {
            var buffer = new byte[65_536];
            while (await from.ReceiveAsync(buffer) is > 0 and var count)
                await to.SendAsync(buffer.AsMemory(0, count));
            to.Shutdown(SocketShutdown.Send);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // It was cut.
        }
    }
}
