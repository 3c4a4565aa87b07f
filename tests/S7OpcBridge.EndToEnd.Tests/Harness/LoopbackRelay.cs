using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Stands between clients and a server on loopback; what it does with a connection is its kind's affair.</summary>
internal abstract class LoopbackRelay : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stopping = new();
    private readonly List<Task> _lines = [];
    private readonly int _target;
    private readonly Task _accepting;
    private int _connections;

    protected LoopbackRelay(int target)
    {
        _target = target;
        _listener.Start();
        _accepting = AcceptAsync();
    }

    /// <summary>Where clients connect.</summary>
    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Connections since the start.</summary>
    public int Connections => Volatile.Read(ref _connections);

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        _listener.Dispose();
        await _accepting;
        await Task.WhenAll(_lines);
        _stopping.Dispose();
    }

    /// <summary>Hands on what one side sends until it ends.</summary>
    /// <param name="from">The side that sends.</param>
    /// <param name="to">The other side.</param>
    /// <param name="connection">Number of the connection, from 0.</param>
    /// <param name="fromClient">True for what the client sends.</param>
    /// <param name="cancellationToken">The relay ends.</param>
    protected virtual async Task PassAsync(Socket from, Socket to, int connection, bool fromClient, CancellationToken cancellationToken)
    {
        var buffer = new byte[64 * 1024];
        for (int count; (count = await from.ReceiveAsync(buffer, cancellationToken)) > 0; )
        {
            Seen(buffer.AsSpan(0, count), connection, fromClient);
            await to.SendAsync(buffer.AsMemory(0, count), cancellationToken);
        }
    }

    /// <summary>Called with each piece before it goes on.</summary>
    protected virtual void Seen(ReadOnlySpan<byte> bytes, int connection, bool fromClient) { }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                var client = await _listener.AcceptSocketAsync(_stopping.Token);
                _lines.Add(CarryAsync(client, Interlocked.Increment(ref _connections) - 1));
            }
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException) { }
    }

    private async Task CarryAsync(Socket near, int connection)
    {
        using (near)
        {
            using var far = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            near.NoDelay = true;
            try
            {
                await far.ConnectAsync(IPAddress.Loopback, _target, _stopping.Token);
            }
            catch (Exception e) when (e is OperationCanceledException or SocketException)
            {
                return;
            }
            await Task.WhenAll(PassToEndAsync(near, far, connection, true), PassToEndAsync(far, near, connection, false));
        }
    }

    private async Task PassToEndAsync(Socket from, Socket to, int connection, bool fromClient)
    {
        try
        {
            await PassAsync(from, to, connection, fromClient, _stopping.Token);
            to.Shutdown(SocketShutdown.Send);
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            from.Close();
            to.Close();
        }
    }
}
