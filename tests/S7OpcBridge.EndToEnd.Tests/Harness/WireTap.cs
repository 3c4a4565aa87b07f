using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// Stands between a client and a server on loopback, hands every byte on, and writes what went over into a capture file that tshark reads: no rights are needed
/// for that, and nothing else on the machine gets into it.
/// </summary>
internal sealed class WireTap : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stopping = new();
    private readonly ConcurrentQueue<(int Connection, bool FromClient, byte[] Bytes)> _seen = new();
    private readonly ConcurrentBag<Task> _lines = [];
    private readonly int _target;
    private readonly Task _accepting;

    public WireTap(int target)
    {
        _target = target;
        _listener.Start();
        _accepting = AcceptAsync();
    }

    /// <summary>Where clients connect.</summary>
    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Bytes that went over so far.</summary>
    public long Bytes => _seen.Sum(piece => (long)piece.Bytes.Length);

    /// <summary>Writes all that was seen as a capture of IPv4 packets; the server's port in it is <see cref="Port"/>.</summary>
    public void WriteCapture(string path)
    {
        using var file = new PacketCapture(path, Port);
        foreach (var (connection, fromClient, bytes) in _seen)
            file.Write(connection, fromClient, bytes);
    }

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        _listener.Dispose();
        await _accepting;
        await Task.WhenAll(_lines);
        _stopping.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            for (var connection = 0; ; connection++)
                _lines.Add(CarryAsync(await _listener.AcceptSocketAsync(_stopping.Token), connection));
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
        {
        }
    }

    private async Task CarryAsync(Socket near, int connection)
    {
        using (near)
        {
            using var far = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            await far.ConnectAsync(IPAddress.Loopback, _target, _stopping.Token);
            near.NoDelay = true;
            await Task.WhenAll(PumpAsync(near, far, connection, true), PumpAsync(far, near, connection, false));
        }
    }

    private async Task PumpAsync(Socket from, Socket to, int connection, bool fromClient)
    {
        var buffer = new byte[32 * 1024];
        try
        {
            for (int count; (count = await from.ReceiveAsync(buffer, _stopping.Token)) > 0;)
            {
                _seen.Enqueue((connection, fromClient, buffer[..count]));
                await to.SendAsync(buffer.AsMemory(0, count), _stopping.Token);
            }

            to.Shutdown(SocketShutdown.Send);
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            from.Close();
            to.Close();
        }
    }
}
