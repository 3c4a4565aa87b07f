using System.Net;
using System.Net.Sockets;
using S7OpcBridge.S7.Transport.Loop;
using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests;

[TestFixture(false)]
[TestFixture(true)]
public sealed class LoopSocketTests(bool asOnWindows)
{
    private readonly EventLoop _loop = EventLoop.Begin(wake => asOnWindows ? new SelectWatch(wake) : SocketWatch.Begin(wake));
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    [OneTimeSetUp]
    public void Listen() => _listener.Start();

    [OneTimeTearDown]
    public void Stop() => _listener.Dispose();

    [Test, CancelAfter(20_000)]
    public async Task More_than_the_system_takes_at_once_is_sent_whole(CancellationToken token)
    {
        using var socket = await ConnectAsync(token);
        using var peer = await _listener.AcceptSocketAsync(token);
        var bytes = new byte[16_000_000];
        Random.Shared.NextBytes(bytes);
        var sending = socket.SendAsync(bytes, token).AsTask();
        // Nobody reads yet, and no system buffers 16 MB: this send waits.
        Assert.That(sending.IsCompleted, Is.False);
        var received = new byte[bytes.Length];
        for (var at = 0; at < received.Length;)
            at += await peer.ReceiveAsync(received.AsMemory(at), token);
        await sending.WaitAsync(token);
        Assert.That(received.AsSpan().SequenceEqual(bytes));
    }

    [Test, CancelAfter(10_000)]
    public async Task A_receive_waits_for_what_comes_and_tells_the_end(CancellationToken token)
    {
        using var socket = await ConnectAsync(token);
        using var peer = await _listener.AcceptSocketAsync(token);
        var buffer = new byte[8];
        var receiving = socket.ReceiveAsync(buffer, token).AsTask();
        Assert.That(receiving.IsCompleted, Is.False);
        await peer.SendAsync(new byte[] { 1, 2, 3 }, token);
        Assert.That(await receiving.WaitAsync(token), Is.EqualTo(3));
        receiving = socket.ReceiveAsync(buffer, token).AsTask();
        peer.Shutdown(SocketShutdown.Send);
        Assert.That(await receiving.WaitAsync(token), Is.Zero);
    }

    [Test, CancelAfter(10_000)]
    public async Task A_cancelled_receive_ends_and_the_next_one_works(CancellationToken token)
    {
        using var socket = await ConnectAsync(token);
        using var peer = await _listener.AcceptSocketAsync(token);
        using var cancel = new CancellationTokenSource();
        var buffer = new byte[8];
        var receiving = socket.ReceiveAsync(buffer, cancel.Token).AsTask();
        await cancel.CancelAsync();
        await Assert.ThatAsync(() => receiving.WaitAsync(token), Throws.InstanceOf<OperationCanceledException>());
        await peer.SendAsync(new byte[] { 7 }, token);
        Assert.That(await socket.ReceiveAsync(buffer, token), Is.EqualTo(1));
    }

    [Test, CancelAfter(10_000)]
    public async Task Closing_from_another_thread_ends_a_receive(CancellationToken token)
    {
        var socket = await ConnectAsync(token);
        using var peer = await _listener.AcceptSocketAsync(token);
        var receiving = socket.ReceiveAsync(new byte[8], token).AsTask();
        socket.Dispose();
        await Assert.ThatAsync(
            () => receiving.WaitAsync(token),
            Throws.InstanceOf<Exception>().And.Not.InstanceOf<OperationCanceledException>().And.Not.InstanceOf<TimeoutException>()
        );
        Assert.That(await peer.ReceiveAsync(new byte[8], token), Is.Zero);
    }

    [Test, CancelAfter(10_000)]
    public async Task A_refused_connection_is_a_socket_error(CancellationToken token)
    {
        using var socket = new LoopSocket(AddressFamily.InterNetwork, _loop);
        var nobody = new IPEndPoint(IPAddress.Loopback, FreePort.Next());
        var failure = await Assert.ThrowsAsync<SocketException>(() => socket.ConnectAsync(nobody, token).AsTask());
        Assert.That(failure!.SocketErrorCode, Is.EqualTo(SocketError.ConnectionRefused));
    }

    [Test, CancelAfter(20_000)]
    public async Task Many_sockets_on_one_loop_each_get_what_is_theirs(CancellationToken token)
    {
        var echoes = await Task.WhenAll(Enumerable.Range(0, 50).Select(async number =>
        {
            using var socket = await ConnectAsync(token);
            var buffer = new byte[1];
            await socket.SendAsync(new[] { (byte)number }, token);
            using var peer = await _listener.AcceptSocketAsync(token);
            // Whoever was accepted here, it gets its own byte back, after the waits of all others have begun.
            var receiving = socket.ReceiveAsync(buffer, token).AsTask();
            var theirs = new byte[1];
            await peer.ReceiveAsync(theirs, token);
            await peer.SendAsync(theirs, token);
            return await receiving == 1 && buffer[0] == number;
        }));
        Assert.That(echoes, Is.All.True);
    }

    private async Task<LoopSocket> ConnectAsync(CancellationToken token)
    {
        var socket = new LoopSocket(AddressFamily.InterNetwork, _loop);
        await socket.ConnectAsync(_listener.LocalEndpoint, token);
        return socket;
    }
}
