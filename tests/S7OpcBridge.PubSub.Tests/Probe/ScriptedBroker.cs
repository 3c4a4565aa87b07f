using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.PubSub.Tests.Probe;

/// <summary>A broker that answers each type of packet with given bytes; without an answer it closes the connection.</summary>
internal sealed class ScriptedBroker : IAsyncDisposable
{
    public const int Connect = 1,
        Publish = 3,
        Subscribe = 8;

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stopping = new();
    private readonly Func<int, byte[], byte[]?> _answer;
    private readonly Task _running;

    /// <param name="answer">From the type and the body of a packet to the bytes of the answer; null: the connection is closed.</param>
    public ScriptedBroker(Func<int, byte[], byte[]?> answer)
    {
        _answer = answer;
        _listener.Start();
        _running = RunAsync();
    }

    public Uri Address => new($"mqtt://{_listener.LocalEndpoint}");

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        await _running;
        _listener.Stop();
        _stopping.Dispose();
    }

    private async Task RunAsync()
    {
        try
        {
            while (true)
            {
                using var socket = await _listener.AcceptTcpClientAsync(_stopping.Token);
                await ServeAsync(socket.GetStream());
            }
        }
        catch (OperationCanceledException)
        {
            // The test is over.
        }
    }

    private async Task ServeAsync(NetworkStream stream)
    {
        try
        {
            var head = new byte[1];
            while (true)
            {
                await stream.ReadExactlyAsync(head, _stopping.Token);
                var (type, size) = (head[0] >> 4, 0);
                for (var shift = 0; ; shift += 7)
                {
                    await stream.ReadExactlyAsync(head, _stopping.Token);
                    size |= (head[0] & 0x7F) << shift;
                    if (head[0] < 0x80)
                        break;
                }
                var body = new byte[size];
                await stream.ReadExactlyAsync(body, _stopping.Token);
                if (_answer(type, body) is not { } answer)
                    return;
                await stream.WriteAsync(answer, _stopping.Token);
            }
        }
        catch (IOException)
        {
            // The client has gone.
        }
    }
}
