using System.Net;
using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel.Transport.Loop;

namespace S7OpcBridge.OpcUa.Channel.Tests.Transport;

/// <summary>A socket and its peer on loopback, with the loop's waiting and with the runtime's, which is what systems without a loop have.</summary>
[TestFixture(true), TestFixture(false), CancelAfter(20_000)]
internal sealed class ClientSocketTests(bool onLoop)
{
    private const int Large = 8 * 1024 * 1024;

    private Socket _peer = null!;
    private ClientSocket _socket = null!;

    private static CancellationToken Stop => TestContext.CurrentContext.CancellationToken;

    [SetUp]
    public async Task Connect()
    {
        if (onLoop && SocketLoop.Shared is null)
            Assert.Ignore("This system has no loop.");
        (_peer, var socket) = await PairAsync(Stop);
        _socket = new ClientSocket(socket, onLoop ? SocketLoop.Shared : null);
    }

    [TearDown]
    public void Close()
    {
        _peer?.Dispose();
        _socket?.Dispose();
    }

    public static async Task<(Socket Peer, Socket Socket)> PairAsync(CancellationToken cancellationToken)
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(1);
        var peer = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await peer.ConnectAsync(listener.LocalEndPoint!, cancellationToken);
        return (peer, await listener.AcceptAsync(cancellationToken));
    }

    [Test]
    public async Task No_byte_is_overlooked_however_they_come()
    {
        const int Total = 300_000;
        var sending = Task.Run(
            async () =>
            {
                var random = new Random(1);
                var sent = 0;
                while (sent < Total)
                {
                    var bytes = new byte[Math.Min(random.Next(1, 700), Total - sent)];
                    for (var i = 0; i < bytes.Length; i++)
                        bytes[i] = (byte)(sent + i);
                    sent += await _peer.SendAsync(bytes, Stop);
                    if (random.Next(10) == 0)
                        await Task.Yield();
                }
            },
            Stop
        );
        // A small buffer, so that one event stands for several receives.
        var received = await Task.Run(() => ReceiveAsync(new byte[256], Total), Stop);
        await sending;
        Assert.That(received.SequenceEqual(Enumerable.Range(0, Total).Select(i => (byte)i)), Is.True);
    }

    [Test]
    public async Task Who_waits_is_let_go_when_the_socket_is_closed()
    {
        var waiting = Task.Run(
            async () =>
            {
                await _socket.WaitAsync(onTheSpot: true);
                await Task.Yield();
                _socket.Receive(new byte[1]);
            },
            Stop
        );
        _socket.Dispose();
        Assert.That(async () => await waiting.WaitAsync(Stop), Throws.TypeOf<ObjectDisposedException>().Or.TypeOf<SocketException>());
    }

    [Test]
    public async Task What_the_peer_does_not_take_at_once_waits_until_it_does()
    {
        var bytes = Pattern();
        var sending = _socket.SendAsync(bytes).AsTask();
        Assert.That(sending.IsCompleted, Is.False, "so much does not fit into the system's buffers");
        Assert.That((await TakeAsync()).SequenceEqual(bytes), Is.True);
        await sending;
    }

    [Test]
    public async Task A_peer_that_has_said_all_it_wanted_is_still_sent_to()
    {
        var bytes = Pattern();
        _peer.Shutdown(SocketShutdown.Send);
        await _socket.WaitAsync(onTheSpot: false);
        Assert.That(_socket.Receive(new byte[1]), Is.Zero);
        var sending = _socket.SendAsync(bytes).AsTask();
        Assert.That((await TakeAsync()).SequenceEqual(bytes), Is.True);
        await sending;
    }

    private static byte[] Pattern()
    {
        var bytes = new byte[Large];
        new Random(2).NextBytes(bytes);
        return bytes;
    }

    private async Task<byte[]> ReceiveAsync(byte[] buffer, int total)
    {
        var all = new List<byte>();
        while (all.Count < total)
        {
            var count = _socket.Receive(buffer);
            if (count > 0)
                all.AddRange(buffer.AsSpan(0, count));
            if (count < buffer.Length && all.Count < total)
                await _socket.WaitAsync(onTheSpot: true).ConfigureAwait(false);
        }

        await Task.Yield();
        return [.. all];
    }

    private async Task<byte[]> TakeAsync()
    {
        var all = new byte[Large];
        for (var at = 0; at < Large; )
            at += await _peer.ReceiveAsync(all.AsMemory(at), Stop);
        return all;
    }
}
