using System.Net;
using System.Net.Sockets;
using S7OpcBridge.IsoOnTcp.Loop;
using S7OpcBridge.Testing;

namespace S7OpcBridge.IsoOnTcp.Tests;

[TestFixture(false)]
[TestFixture(true)]
public sealed class LoopSocketTests(bool asOnWindows)
{
    private readonly SystemLoop _loop = SystemLoop.Begin(wake => asOnWindows ? new SelectWatch(wake) : SocketWatch.Begin(wake));
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
        for (var at = 0; at < received.Length; )
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
        using var socket = new SystemSocket(AddressFamily.InterNetwork, _loop);
        var nobody = new IPEndPoint(IPAddress.Loopback, FreePort.Next());
        var failure = await Assert.ThrowsAsync<SocketException>(() => socket.ConnectAsync(nobody, token).AsTask());
        Assert.That(failure!.SocketErrorCode, Is.EqualTo(SocketError.ConnectionRefused));
    }

    [Test, CancelAfter(20_000)]
    public async Task Many_sockets_on_one_loop_each_get_what_is_theirs(CancellationToken token)
    {
        var echoes = await Task.WhenAll(
            Enumerable
                .Range(0, 50)
                .Select(async number =>
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
                })
        );
        Assert.That(echoes, Is.All.True);
    }

    [Test, CancelAfter(10_000)]
    public async Task The_loop_s_thread_learns_the_same_of_a_socket_as_others([Values] bool onLoop, CancellationToken token)
    {
        using var socket = await ConnectAsync(token);
        var peer = await _listener.AcceptSocketAsync(token);
        var buffer = new byte[8];
        Assert.That(await CallAsync(onLoop, () => socket.TryReceive(buffer)), Is.EqualTo(-1), "nothing has come");
        Assert.That(await CallAsync(onLoop, () => socket.TrySend([1, 2, 3])), Is.EqualTo(3));
        Assert.That(await peer.ReceiveAsync(buffer, token), Is.EqualTo(3));
        await peer.SendAsync(new byte[] { 7, 8 }, token);
        Assert.That(await ReceiveAsync(), Is.EqualTo(2));
        Assert.That(buffer[..2], Is.EqualTo(new byte[] { 7, 8 }));
        peer.Close(0);
        Assert.That((await Assert.ThrowsAsync<SocketException>(ReceiveAsync))!.SocketErrorCode, Is.EqualTo(SocketError.ConnectionReset));
        var send = await Assert.ThrowsAsync<SocketException>(() => CallAsync(onLoop, () => socket.TrySend([1])));
        Assert.That(send!.SocketErrorCode, Is.EqualTo(SocketError.Shutdown));
        socket.Dispose();
        await Assert.ThrowsAsync<ObjectDisposedException>(() => CallAsync(onLoop: true, () => socket.TrySend([1])));

        async Task<int> ReceiveAsync()
        {
            int count;
            while ((count = await CallAsync(onLoop, () => socket.TryReceive(buffer))) < 0)
                token.ThrowIfCancellationRequested();
            return count;
        }
    }

    private async Task<int> CallAsync(bool onLoop, Func<int> call)
    {
        if (!onLoop)
            return call();
        var done = new TaskCompletionSource<int>(TaskCreationOptions.RunContinuationsAsynchronously);
        _loop.Run(
            _ =>
            {
                try
                {
                    done.SetResult(call());
                }
                catch (Exception e)
                {
                    done.SetException(e);
                }
            },
            this
        );
        return await done.Task;
    }

    private async Task<LoopSocket> ConnectAsync(CancellationToken token)
    {
        var socket = new SystemSocket(AddressFamily.InterNetwork, _loop);
        await socket.ConnectAsync(_listener.LocalEndpoint, token);
        return socket;
    }
}
