using System.Net;
using S7OpcBridge.S7Plus.Client;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Jobs;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Opening;

namespace S7OpcBridge.S7Plus;

/// <summary>
/// A session with one PLC by S7CommPlus over TLS, with several requests in flight. Every call may fail with <see cref="S7PlusLinkException"/> or <see
/// cref="S7PlusProtocolException"/>, after which the connection is no longer usable.
/// </summary>
/// <remarks>
/// An awaited job continues on the task that received its answer, before the next answer is processed: continuations must be short and must not block.
/// </remarks>
public sealed partial class S7PlusConnection : IAsyncDisposable
{
    /// <summary>Longest accepted message: the description of all types of a large CPU is one message.</summary>
    private const int LongestMessage = 64 << 20;

    // How long closing waits for the PLC to close its side, always in real time.
    private static readonly TimeSpan Linger = TimeSpan.FromMilliseconds(250);

    private readonly OpenPlusLink _link;
    private readonly FrameAssembler _frames = new(LongestMessage);
    private readonly MessageDispatcher _intake;
    private readonly JobQueue _jobs;
    private readonly RequestSender _sender;
    private readonly AnswerWatchdog _watchdog;
    private readonly SubscriptionTable _subscriptions = new();
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Task _receiving;
    private readonly SessionUpkeep _upkeep;
    private readonly TimeProvider _time;
    private PlusFault? _fault;
    private long _bytesReceived;

    internal S7PlusConnection(OpenPlusLink link, S7PlusConnectionOptions options, TimeProvider time)
    {
        (_link, _time) = (link, time);
        Security = link.Security;
        var clock = new AnswerClock(time);
        _jobs = new JobQueue(options.MaxJobs, clock);
        _sender = new RequestSender(link.Duplex, _jobs, e => Fail(PlusFault.From(e, Host)));
        _intake = new MessageDispatcher(_jobs, _subscriptions, link.Host);
        _upkeep = new SessionUpkeep(this);
        _watchdog = new AnswerWatchdog(
            _jobs,
            clock,
            options.Timeout,
            options.KeepAlive,
            time,
            () =>
                Fail(
                    new PlusFault(
                        $"{Host} did not answer within {options.Timeout.TotalSeconds:0.#} s.",
                        link.Stage,
                        S7PlusLinkCause.TimedOut
                    )
                ),
            _upkeep.Ask
        );
        // The loop must not inherit the context of the request that opened the connection.
        using (ExecutionContext.SuppressFlow())
            _receiving = Task.Run(ReceiveAsync);
    }

    /// <summary>The CPU's order number and firmware, for example <c>1;6ES7 512-1DM03-0AB0;V4.1</c>; empty: unknown.</summary>
    public string Cpu { get; private set; } = "";

    /// <summary>The CPU's limits for requests.</summary>
    public S7PlusLimits Limits { get; private set; } = S7PlusLimits.Unknown;

    /// <summary>The certificate of the CPU.</summary>
    public S7PlusCertificate Certificate => _link.Certificate;

    /// <summary>TLS and password of the connection.</summary>
    public S7PlusSecurity Security { get; private set; }

    /// <summary>True until the connection failed or was closed.</summary>
    public bool IsAlive => Volatile.Read(ref _fault) is null;

    /// <summary>The host that accepted the connection: the first of the options, or the second.</summary>
    public string Host => _link.Host;

    /// <summary>The address that accepted the connection.</summary>
    public EndPoint RemoteEndPoint => _link.RemoteEndPoint;

    /// <summary>Completes, and never fails, when the connection has ended, also without a pending job.</summary>
    public Task Ended => _ended.Task;

    /// <summary>What ended the connection; null while it is open.</summary>
    public S7PlusException? Failure => Volatile.Read(ref _fault)?.ToException();

    /// <summary>Counters of the connection so far.</summary>
    public S7PlusCounters Counters =>
        new(
            _intake.Answers,
            _intake.Refused,
            _sender.Bytes,
            Volatile.Read(ref _bytesReceived),
            _intake.Notifications,
            _intake.Unknown,
            _intake.Events
        );

    /// <summary>False: PLC tags that are looked up from now on have no checksum, because the CPU refuses ours.</summary>
    public bool HasTagChecksums { get; set; } = true;

    /// <summary>Ids of the session object and of the object that owns subscriptions.</summary>
    internal SessionIds Ids { get; set; }

    internal SubscriptionTable Subscriptions => _subscriptions;

    /// <summary>Connects, creates a session, sends the password where required, and returns the open connection.</summary>
    /// <exception cref="S7PlusLinkException">Not reachable, refused, or no answer within the timeout; the message names the failed stage.</exception>
    /// <exception cref="S7PlusProtocolException">The service at this port does not speak S7CommPlus.</exception>
    /// <exception cref="S7PlusTrustException">The certificate is not trusted, or the password is missing or wrong.</exception>
    public static async Task<S7PlusConnection> ConnectAsync(
        S7PlusConnectionOptions options,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        var link = await PlusConnector.OpenAsync(options, time, cancellationToken).ConfigureAwait(false);
        var connection = new S7PlusConnection(link, options, time);
        // A sent request waits for its answer, but cancelling the connect does not.
        using var cancelled = cancellationToken.UnsafeRegister(
            static each =>
                ((S7PlusConnection)each!).Fail(new PlusFault("Connecting was cancelled.", S7PlusStage.Session, S7PlusLinkCause.ClosedHere)),
            connection
        );
        try
        {
            var facts = await SessionSetup.RunAsync(connection, link, options, cancellationToken).ConfigureAwait(false);
            connection.Cpu = facts.Cpu;
            connection.Limits = facts.Limits;
            connection.Security = link.Security with { Legitimation = facts.Legitimation };
            connection._upkeep.Begin();
            link.Stage = S7PlusStage.Open;
            return connection;
        }
        catch
        {
            await connection.DisposeAsync().ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
            throw;
        }
    }

    /// <summary>Sends a read and waits for its answer. Cancellation works until it is sent; afterwards the answer or the timeout ends the wait.</summary>
    /// <exception cref="S7PlusRefusedException">The PLC refused the whole request.</exception>
    /// <exception cref="InvalidOperationException">The job is still under way.</exception>
    public ValueTask ReadAsync(S7PlusReadJob job, CancellationToken cancellationToken) => SubmitAsync(job, cancellationToken);

    /// <summary>Sends a write and waits for its answer. For structures the time stamps are read first.</summary>
    /// <exception cref="S7PlusRefusedException">The PLC refused the whole request.</exception>
    /// <exception cref="InvalidOperationException">The job is still under way, or an item has no data.</exception>
    public ValueTask WriteAsync(S7PlusWriteJob job, CancellationToken cancellationToken)
    {
        for (var i = 0; i < job.Count; i++)
        {
            if (job.NeedsTimeStamp(i))
                return PlusStructureWrite.RunAsync(this, job, cancellationToken);
        }
        job.Build([]);
        return SubmitAsync(job, cancellationToken);
    }

    /// <summary>Asks for the operating state.</summary>
    /// <exception cref="S7PlusRefusedException">The PLC refused the request.</exception>
    /// <exception cref="InvalidOperationException">The job is still under way.</exception>
    public ValueTask AskAsync(S7PlusOperatingStateJob job, CancellationToken cancellationToken) => SubmitAsync(job, cancellationToken);

    /// <summary>Subscribes to items: the CPU sends their values and changes.</summary>
    /// <param name="items">At least one. The request fails as a whole where the CPU has no resources for all of them.</param>
    /// <param name="options">Cycle and credit.</param>
    /// <param name="notified">Called with each notification; the first call may precede the return of this method.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <exception cref="S7PlusRefusedException">The CPU does not create the subscription: poll instead.</exception>
    /// <exception cref="ArgumentException">No items, or options outside their ranges.</exception>
    public Task<S7PlusSubscription> SubscribeAsync(
        ReadOnlyMemory<S7PlusItem> items,
        S7PlusSubscriptionOptions options,
        S7PlusNotified notified,
        CancellationToken cancellationToken
    ) => PlusSubscriptionRequests.CreateAsync(this, items, options, notified, cancellationToken);

    /// <summary>Ends the session, closes TLS and the socket. Pending jobs fail with <see cref="S7PlusLinkException"/>.</summary>
    public async ValueTask DisposeAsync()
    {
        if (IsAlive && Ids.Session != 0)
            await _upkeep.EndAsync(Linger).ConfigureAwait(false);
        Fail(new PlusFault($"The connection to {Host} was closed here.", S7PlusStage.Open, S7PlusLinkCause.ClosedHere));
        await _ended.Task.ConfigureAwait(false);
        try
        {
            await _receiving.WaitAsync(Linger, TimeProvider.System).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            // The loop ends because the socket is closed.
        }
    }

    internal void SetSession(SessionIds ids)
    {
        Ids = ids;
        _sender.Session = ids.Session;
    }

    internal ValueTask SubmitAsync(S7PlusJob job, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
            return ValueTask.FromCanceled(cancellationToken);
        var task = job.Begin();
        if (_jobs.TryEnter(job, cancellationToken))
            _sender.Flush();
        else
            job.Fail(Failure!);
        return task;
    }

    /// <summary>Sends a request outside the hot path and returns its answer.</summary>
    internal async ValueTask<T> AskAsync<T>(RequestBody body, AnswerReader<T> read, CancellationToken cancellationToken)
    {
        var job = new AnswerJob<T>(body, read);
        await SubmitAsync(job, cancellationToken).ConfigureAwait(false);
        return job.Answer!;
    }

    private async Task ReceiveAsync()
    {
        try
        {
            while (true)
            {
                var count = await _link.Duplex.ReceiveAsync(_frames.Free(), CancellationToken.None).ConfigureAwait(false);
                if (count == 0)
                {
                    Fail(
                        new PlusFault(
                            $"{Host} closed the connection{(_frames.IsMidMessage ? " in the middle of a message" : "")}.",
                            _link.Stage,
                            S7PlusLinkCause.ClosedByPeer
                        )
                    );
                    return;
                }
                _frames.Advance(count);
                try
                {
                    _intake.TakeAll(_frames);
                }
                finally
                {
                    _watchdog.Heard(_frames.IsMidAnswer);
                    Volatile.Write(ref _bytesReceived, _bytesReceived + count);
                    // Waiting jobs are sent before any caller is resumed, so that the PLC works while values are decoded.
                    _sender.Flush();
                    _intake.CompleteAnswered();
                }
            }
        }
        catch (Exception e)
        {
            // Whatever ends this loop ends the connection, because no further answers are received.
            Fail(PlusFault.From(e, Host));
        }
    }

    private void Fail(PlusFault fault)
    {
        if (Interlocked.CompareExchange(ref _fault, fault, null) is not null)
            return;
        _watchdog.Dispose();
        using (ExecutionContext.SuppressFlow())
            _ = Task.Run(BuryAsync);
    }

    private async Task BuryAsync()
    {
        // The socket is closed first: resumed callers may connect again at once, and a PLC limits its sessions.
        try
        {
            await _link.DisposeAsync().ConfigureAwait(false);
        }
        catch (S7PlusException)
        {
            // It has already ended.
        }
        for (var left = _jobs.Close(); left.Dequeue() is { } job; )
            job.Fail(Failure!);
        _subscriptions.End();
        _ended.TrySetResult();
    }
}
