using System.Net.Sockets;
using System.Runtime.CompilerServices;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Transport.Loop;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>
/// Sends everything on a connection. Answers are queued from any thread without blocking; one drain at a time numbers, secures and sends all that
/// waits, so that many answers leave in one send. While the receive loop handles a batch of requests the queue is held, and the loop drains it afterwards.
/// </summary>
/// <param name="socket">Where they are sent. Closed when a send fails, which wakes the receive loop.</param>
/// <param name="held">Counts the memory of the answers that are queued.</param>
internal sealed class ChannelWriter(ClientSocket socket, HeldMemory held, TimeProvider time) : IThreadPoolWorkItem
{
    /// <summary>Answers that are sent without waiting for more. With fewer each send costs too much; with more client and server do not overlap.</summary>
    private const int Enough = 2;

    /// <summary>Bytes that are sent without waiting for more.</summary>
    private const int LargeBatch = 128 * 1024;

    /// <summary>Most bytes that are numbered, secured and sent on the loop of all clients.</summary>
    private const int Brief = 16 * 1024;

    /// <summary>Memory of queued answers above which nothing more is read from the client; a short answer takes more memory than it has bytes.</summary>
    private const long MostMemory = 8 * 1024 * 1024;

    private readonly Lock _gate = new();
    private readonly PoolYield _pool = new();
    private readonly SendBuffer _output = new(socket);
    private readonly List<OutgoingMessage> _behind = [];
    private List<OutgoingMessage> _waiting = [],
        _sending = [];
    private bool _held,
        _draining,
        _closed;
    private TaskCompletionSource? _room;
    private long _queued,
        _roomFor,
        _sendStarted;
    private volatile string? _failure;

    /// <summary>The channel that secures the messages; set before the first of them is queued.</summary>
    public SecureChannel? Channel { get; set; }

    /// <summary>Why nothing can be sent any more, as a sentence; null: no send has failed.</summary>
    public string? Failure => _failure;

    /// <summary>Bytes queued and not yet sent.</summary>
    public long QueuedBytes => Volatile.Read(ref _queued);

    /// <summary>How long the present send has made no progress; zero when none is under way.</summary>
    public TimeSpan StalledFor => Volatile.Read(ref _sendStarted) is var started and not 0 ? time.GetElapsedTime(started) : TimeSpan.Zero;

    /// <summary>Queues without blocking. After <see cref="Close"/> the message is dropped.</summary>
    /// <param name="message">What to send.</param>
    /// <param name="behindHeld">
    /// True: while the queue is held, the message is queued after all messages of the holder, because a notification must not overtake the answer that has the
    /// id of its item.
    /// </param>
    public void Enqueue(in OutgoingMessage message, bool behindHeld = false)
    {
        lock (_gate)
        {
            if (_closed)
            {
                message.Body?.Dispose();
                return;
            }

            (behindHeld && _held ? _behind : _waiting).Add(message);
            Volatile.Write(ref _queued, _queued + message.Size);
            held.Add(message.Memory);
            if (_held || _draining)
                return;
            _draining = true;
        }

        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    /// <summary>Queues the response to a request; never blocks.</summary>
    public void Send(MessageBuffer response, uint requestId) =>
        Enqueue(new OutgoingMessage(response, null, MessageType.Message, requestId));

    /// <summary>Queues a notification, after the answers of the requests that are being worked on; never blocks.</summary>
    public void SendNotification(MessageBuffer response, uint requestId) =>
        Enqueue(new OutgoingMessage(response, null, MessageType.Message, requestId), behindHeld: true);

    /// <summary>Makes queued answers wait until <see cref="ReleaseAsync"/>, because the caller will queue more.</summary>
    public void Hold()
    {
        lock (_gate)
            _held = true;
    }

    /// <summary>
    /// Sends the queued messages and completes when they are sent; at once if another thread is sending and no more than <paramref name="maxQueued"/> bytes are
    /// queued. So nothing more is read from a client that does not read its answers.
    /// </summary>
    public ValueTask ReleaseAsync(long maxQueued)
    {
        lock (_gate)
        {
            _held = false;
            _waiting.AddRange(_behind);
            _behind.Clear();
            if (_draining)
            {
                if (_queued <= maxQueued && held.Bytes <= MostMemory || _closed)
                    return default;
                _roomFor = maxQueued;
                return new ValueTask((_room ??= new(TaskCreationOptions.RunContinuationsAsynchronously)).Task);
            }

            if (_waiting.Count == 0)
                return default;
            _draining = true;
        }

        return DrainAsync();
    }

    /// <summary>
    /// Called before the next request of a batch. Where enough answers wait they are sent now, so that the client can handle them while the next
    /// requests are handled; large answers also stay in the cache until they are secured.
    /// </summary>
    /// <param name="maxQueued">As for <see cref="ReleaseAsync"/>.</param>
    public ValueTask SendEnoughAsync(long maxQueued)
    {
        lock (_gate)
        {
            if (_waiting.Count < Enough && _queued < LargeBatch)
                return default;
        }

        return SendHeldAsync(maxQueued);
    }

    void IThreadPoolWorkItem.Execute() => _ = DrainAsync();

    /// <summary>Drops the queued messages; nothing is sent any more.</summary>
    public void Close()
    {
        lock (_gate)
        {
            _closed = true;
            Drop(_waiting);
            Drop(_behind);
            Volatile.Write(ref _queued, 0);
            _room?.TrySetResult();
            _room = null;
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask SendHeldAsync(long maxQueued)
    {
        await ReleaseAsync(maxQueued).ConfigureAwait(false);
        Hold();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask DrainAsync()
    {
        try
        {
            while (TakeBatch())
            {
                Volatile.Write(ref _sendStarted, time.GetTimestamp());
                if (SocketLoop.IsHere && QueuedBytes > Brief)
                    await _pool;
                for (var i = 0; i < _sending.Count; i++)
                    await SendAsync(_sending[i]).ConfigureAwait(false);
                await _output.FlushAsync().ConfigureAwait(false);
                Volatile.Write(ref _sendStarted, 0);
            }
        }
        catch (Exception e)
        {
            // After any error (mostly the peer has gone) the connection cannot go on, because a sequence number may be lost.
            Fail(e);
        }
    }

    private bool TakeBatch()
    {
        lock (_gate)
        {
            foreach (var message in _sending)
            {
                message.Body?.Dispose();
                Volatile.Write(ref _queued, Math.Max(0, _queued - message.Size));
                held.Add(-message.Memory);
            }

            _sending.Clear();
            // The message being sent stays queued until it is sent, so that closing waits for it.
            if (_queued <= _roomFor && held.Bytes <= MostMemory)
            {
                _room?.TrySetResult();
                _room = null;
            }

            _draining = _waiting.Count > 0 && !_closed;
            (_waiting, _sending) = (_sending, _waiting);
            return _draining;
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask SendAsync(OutgoingMessage message)
    {
        if (message.Body is not { } body)
        {
            await _output.AddAsync(message.Frame).ConfigureAwait(false);
            return;
        }

        var channel = Channel!;
        if (message.Type == MessageType.Open)
        {
            await _output.AddAsync(channel.SealOpen(body, message.RequestId)).ConfigureAwait(false);
            return;
        }

        for (var i = 0; i < body.SegmentCount; i++)
        {
            var chunk = i == body.SegmentCount - 1 ? ChunkType.Final : ChunkType.Intermediate;
            await _output.AddAsync(channel.Seal(body.Segment(i), body.Body(i).Length, chunk, message.RequestId)).ConfigureAwait(false);
        }

        await _output.EndMessageAsync().ConfigureAwait(false);
    }

    private void Drop(List<OutgoingMessage> messages)
    {
        foreach (var message in messages)
        {
            message.Body?.Dispose();
            held.Add(-message.Memory);
        }

        messages.Clear();
    }

    private void Fail(Exception reason)
    {
        lock (_gate)
        {
            Drop(_sending);
            _draining = false;
        }

        _output.Dispose();
        _failure = reason is SocketException or ObjectDisposedException
            ? "The client closed the connection before its answer was sent."
            : $"An answer could not be sent: {reason.Message}";
        Close();
        socket.Dispose();
    }
}
