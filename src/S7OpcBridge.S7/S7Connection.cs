using System.Net;
using System.Net.Sockets;
using S7OpcBridge.IsoOnTcp;
using S7OpcBridge.IsoOnTcp.Loop;
using S7OpcBridge.IsoOnTcp.Wire;
using S7OpcBridge.S7.Jobs;
using S7OpcBridge.S7.Transport;

namespace S7OpcBridge.S7;

/// <summary>
/// One connection to one PLC, with several jobs in flight. Jobs beyond the negotiated number wait. Every call may fail with <see cref="S7LinkException"/> or
/// <see cref="S7ProtocolException"/>, after which the connection is no longer usable.
/// </summary>
/// <remarks>
/// An awaited job continues on the thread that received its answer, before the next answer is processed: continuations must be short and must not block. What
/// they send leaves together in one send. This thread is that of the <see cref="EventLoop"/> of all connections. Where a job is the only one in flight and the
/// PLC answers within <see cref="S7ConnectionOptions.SpinTime"/>, it is the caller's: the call then returns with the answer.
/// </remarks>
public sealed class S7Connection : IAsyncDisposable
{
    // How long closing waits for the PLC to close its side, by the clock of the sockets: a test clock might stand still.
    private static readonly TimeSpan Linger = TimeSpan.FromMilliseconds(250);

    [ThreadStatic]
    private static S7Connection? _heldHere;

    private readonly EventLoop _loop;
    private readonly LoopSocket _socket;
    private readonly Peer _peer;
    private readonly FrameReader _frames;
    private readonly S7Receiver _receiver;
    private readonly SendQueue _sends;
    private readonly JobWindow _window;
    private readonly Watchdog _watchdog;
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly AnswerIntake _intake;
    private LinkFault? _fault;
    private long _emptyFrames;

    internal S7Connection(OpenLink link, S7ConnectionOptions options, TimeProvider time)
    {
        Host = link.Host;
        _loop = EventLoop.Of(time);
        _socket = link.Socket;
        _peer = link.Peer;
        _frames = link.Frames;
        PduSize = link.PduSize;
        _sends = new SendQueue(_socket, link.TpduSize, e => Fail(_peer.Lost(e, _frames.IsMidFrame)), _frames.Tap);
        _window = new JobWindow(link.MaxJobs, _sends, time);
        _intake = new AnswerIntake(_window);
        _watchdog = new Watchdog(_window, options.Timeout, EventLoop.TimersOf(time), () => Fail(_peer.NoAnswer(options.Timeout)));
        _receiver = new S7Receiver(link, _loop, _window, options.SpinTime, TakeAnswers, Fail);
        _receiver.Begin();
    }

    /// <summary>Negotiated PDU size in bytes.</summary>
    public int PduSize { get; }

    /// <summary>Jobs that may be in flight: the smallest of the requested number and those for calling and called side.</summary>
    public int MaxJobs => _window.Size;

    /// <summary>True until the connection failed or was closed.</summary>
    public bool IsAlive => Volatile.Read(ref _fault) is null;

    /// <summary>The host that accepted the connection: the first of the options, or the second.</summary>
    public string Host { get; }

    /// <summary>The address that accepted the connection.</summary>
    public EndPoint RemoteEndPoint => _peer.RemoteEndPoint;

    /// <summary>Completes, and never fails, when the connection has ended, also without a pending job.</summary>
    public Task Ended => _ended.Task;

    /// <summary>What ended the connection; null while it is open.</summary>
    public S7Exception? Failure => Volatile.Read(ref _fault)?.ToException();

    /// <summary>Identity, CPU state, block information, clock, session password.</summary>
    public S7Userdata Userdata => new(this);

    /// <summary>What the CPU sends on its own: alarms, changes of mode, entries of the diagnostics buffer.</summary>
    public S7Messages Messages => new(this);

    /// <summary>Diagnostics buffer, LEDs, faulty stations, checksum of the program.</summary>
    public S7Diagnostics Diagnostics => new(this);

    /// <summary>Counters of the connection so far.</summary>
    public S7Counters Counters
    {
        get
        {
            var (waits, waitTicks) = _window.Waits;
            return new S7Counters(
                _intake.Jobs,
                _intake.Refused,
                _sends.Bytes,
                _receiver.Bytes,
                _sends.Sends,
                _intake.Unknown,
                _intake.Pushes,
                Volatile.Read(ref _emptyFrames),
                waits,
                _watchdog.ToTime(waitTicks)
            );
        }
    }

    /// <summary>Connects, negotiates and returns the open connection.</summary>
    /// <exception cref="S7LinkException">Not reachable, refused, or no answer within the timeout; the message names the failed stage.</exception>
    /// <exception cref="S7ProtocolException">The service at this port does not speak S7.</exception>
    public static async Task<S7Connection> ConnectAsync(S7ConnectionOptions options, TimeProvider time, CancellationToken cancellationToken)
    {
        var link = await Connector.OpenAsync(options, time, cancellationToken).ConfigureAwait(false);
        return new S7Connection(link, options, time);
    }

    /// <summary>Sends a read job and waits for its answer. Cancellation works until it is sent; afterwards the answer or the timeout ends the wait.</summary>
    /// <exception cref="S7RefusedException">The PLC refused the whole job.</exception>
    /// <exception cref="InvalidOperationException">The job is still under way, or larger than the negotiated PDU.</exception>
    public ValueTask ReadAsync(S7ReadJob job, CancellationToken cancellationToken) => SubmitAsync(job, cancellationToken);

    /// <summary>Sends a write job and waits for its answer.</summary>
    /// <exception cref="S7RefusedException">The PLC refused the whole job.</exception>
    /// <exception cref="InvalidOperationException">The job is still under way, empty, or larger than the negotiated PDU.</exception>
    public ValueTask WriteAsync(S7WriteJob job, CancellationToken cancellationToken)
    {
        if (job.Count == 0)
            throw new InvalidOperationException("This write job has no items.");
        return SubmitAsync(job, cancellationToken);
    }

    /// <summary>Queries the CPU's state; the job contains the answer.</summary>
    /// <exception cref="S7RefusedException">The CPU does not report it.</exception>
    public ValueTask AskAsync(S7CpuStateJob job, CancellationToken cancellationToken) => SubmitAsync(job, cancellationToken);

    /// <summary>Queries the layout of a data block; the job contains the answer.</summary>
    /// <exception cref="S7RefusedException">The CPU does not report it.</exception>
    public ValueTask AskAsync(S7BlockLayoutJob job, CancellationToken cancellationToken) => SubmitAsync(job, cancellationToken);

    /// <summary>
    /// Delays what this thread sends on this connection until the returned value is disposed, so that several jobs leave in one send: <c>using
    /// (connection.Hold()) { … }</c>.
    /// </summary>
    public SendHold Hold()
    {
        var hold = new SendHold(this, _heldHere);
        _heldHere = this;
        return hold;
    }

    /// <summary>Sends a COTP disconnect and closes the socket. Pending jobs fail with <see cref="S7LinkException"/>.</summary>
    public async ValueTask DisposeAsync()
    {
        if (TryEnd(_peer.ClosedHere()))
        {
            FailAll();
            try
            {
                await _sends.CloseAsync(_peer.Disconnect).WaitAsync(Linger, _loop).ConfigureAwait(false);
                _socket.EndSending();
                // Closing at once would answer bytes still on their way with a TCP reset, which some PLCs treat as a fault.
                _receiver.TakeBack();
                await _receiver.Ended.WaitAsync(Linger, _loop).ConfigureAwait(false);
            }
            catch (Exception e) when (e is TimeoutException or SocketException or ObjectDisposedException)
            {
                // The PLC does not close its side; the socket is closed all the same.
            }
            _socket.Dispose();
            _ended.TrySetResult();
        }
        await _ended.Task.ConfigureAwait(false);
    }

    internal ValueTask SubmitAsync(S7Job job, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
            return ValueTask.FromCanceled(cancellationToken);
        if (job.Request.Length > PduSize || job.LongestAnswer > PduSize)
            throw new InvalidOperationException(
                $"The job takes {job.Request.Length} bytes to ask and {job.LongestAnswer} to answer; the negotiated PDU has "
                    + $"{PduSize}."
            );
        var task = job.Begin();
        if (_window.TryEnter(job, cancellationToken))
        {
            _watchdog.Wake();
            if (_heldHere != this)
            {
                _sends.Flush();
                _receiver.LookFor(job);
            }
        }
        else
        {
            job.Fail(Failure!);
        }
        return task;
    }

    /// <summary>Hands PDUs that answer nothing to somebody. False: somebody has them already.</summary>
    internal bool TryListen(PushListener listener) => _intake.TryListen(listener);

    internal void StopListening() => _intake.StopListening();

    internal void Release(S7Connection? heldBefore)
    {
        _heldHere = heldBefore;
        if (heldBefore == this)
            return;
        _sends.Flush();
        _receiver.Expect();
    }

    private void TakeAnswers()
    {
        try
        {
            while (true)
            {
                var kind = _frames.Next(out var body);
                switch (kind)
                {
                    case FrameKind.Incomplete:
                        return;
                    case FrameKind.Pdu:
                        _intake.Take(body);
                        break;
                    case FrameKind.Empty:
                        _emptyFrames++;
                        break;
                    case FrameKind.Disconnect:
                        Fail(_peer.Disconnected(CotpDisconnect.ReadReason(body)));
                        return;
                    default:
                        throw new S7ProtocolException($"The PLC sends a COTP {kind} on an open connection.");
                }
            }
        }
        finally
        {
            // Waiting jobs are sent before any caller is resumed, so that the PLC works while values are decoded.
            _sends.Flush();
            using (Hold())
                _intake.CompleteAnswered();
        }
    }

    private void Fail(LinkFault fault)
    {
        if (!TryEnd(fault))
            return;
        _loop.Run(static connection => ((S7Connection)connection).Teardown(), this);
    }

    private void Teardown()
    {
        // The socket is closed first: resumed callers may connect again at once, and a PLC limits its connections.
        _receiver.TakeBack();
        _socket.Dispose();
        FailAll();
        _ended.TrySetResult();
    }

    private bool TryEnd(LinkFault fault) => Interlocked.CompareExchange(ref _fault, fault, null) is null;

    private void FailAll()
    {
        _watchdog.Dispose();
        _receiver.Dispose();
        for (var left = _window.Close(); left.Dequeue() is { } job; )
            job.Fail(Failure!);
    }
}
