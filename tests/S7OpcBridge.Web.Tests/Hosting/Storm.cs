using System.Net;
using System.Net.Sockets;
using System.Text;

namespace S7OpcBridge.Web.Tests;

/// <summary>Connections to a port, one after the other as fast as they come, on many threads; each is left open for the next few.</summary>
internal sealed class Storm : IAsyncDisposable
{
    private const int Stormers = 32,
        Open = 8;

    private readonly CancellationTokenSource _over;
    private readonly Task[] _running;
    private TaskCompletionSource _another = new();

    /// <param name="from">The address that it comes from.</param>
    /// <param name="port">The port on the loopback.</param>
    /// <param name="said">What each connection says.</param>
    /// <param name="token">The test is over.</param>
    public Storm(IPAddress from, int port, string said, CancellationToken token)
    {
        _over = CancellationTokenSource.CreateLinkedTokenSource(token);
        _running =
        [
            .. Enumerable
                .Range(0, Stormers)
                .Select(_ => Task.Run(() => RunAsync(from, port, Encoding.ASCII.GetBytes(said)), CancellationToken.None)),
        ];
    }

    /// <summary>Waits until one more connection has been made.</summary>
    public Task AnotherAsync(CancellationToken token) => Volatile.Read(ref _another).Task.WaitAsync(token);

    public async ValueTask DisposeAsync()
    {
        await _over.CancelAsync();
        await Task.WhenAll(_running);
        _over.Dispose();
    }

    private async Task RunAsync(IPAddress from, int port, byte[] said)
    {
        var open = new Queue<Socket>();
        try
        {
            while (!_over.IsCancellationRequested)
            {
                open.Enqueue(
                    new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { LingerState = new LingerOption(true, 0) }
                );
                await ConnectAsync(open.Last(), from, port, said);
                if (open.Count > Open)
                    open.Dequeue().Dispose();
            }
        }
        catch (OperationCanceledException)
        {
            // The test is over.
        }
        finally
        {
            foreach (var socket in open)
                socket.Dispose();
        }
    }

    private async Task ConnectAsync(Socket socket, IPAddress from, int port, byte[] said)
    {
        try
        {
            socket.Bind(new IPEndPoint(from, 0));
            await socket.ConnectAsync(IPAddress.Loopback, port, _over.Token);
            Interlocked.Exchange(ref _another, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).TrySetResult();
            if (said.Length > 0)
                await socket.SendAsync(said, _over.Token);
        }
        catch (SocketException)
        {
            // Turned away.
        }
    }
}
