using System.Net.Sockets;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Cluster.Calls;
using S7OpcBridge.Cluster.Fencing;
using S7OpcBridge.Cluster.Lives;
using S7OpcBridge.Cluster.Logging;
using S7OpcBridge.Cluster.Members;
using S7OpcBridge.Cluster.Security;
using S7OpcBridge.Cluster.Silos;
using S7OpcBridge.Cluster.Tables;

namespace S7OpcBridge.Cluster;

/// <summary>
/// This process as a member of a cluster: who is there, whether this node may talk to PLCs, and requests to the other nodes. Thrown out of the cluster, it
/// joins again by itself; the process goes on.
/// </summary>
public sealed class ClusterNode : IAsyncDisposable
{
    // Grows with each change that older nodes can't follow, above all with a new major version of Orleans.
    private const int Protocol = 1;

    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan LeaveTimeout = TimeSpan.FromSeconds(3);

    // Orleans gives up after 3 s, but a silo that ends meanwhile may never say so.
    private static readonly TimeSpan GivenUp = TimeSpan.FromSeconds(4);

    private readonly ClusterOptions _options;
    private readonly TimeProvider _time;
    private readonly ILoggerFactory _loggers;
    private readonly ILogger _logger;
    private readonly TableStore _store;
    private readonly RequestDispatch _dispatch;
    private readonly PeerConnections _connections;
    private readonly SiloGenerations _generations;
    private readonly CancellationTokenSource _stopping = new();
    private volatile NodeMembership? _life;
    private Task _running = Task.CompletedTask;
    private readonly Lock _fenceGate = new();
    private bool _toldFenced = true;
    private int _evictions;
    private bool _disposed;

    private ClusterNode(ClusterOptions options, NodeRequestHandler handler, TimeProvider time, ILoggerFactory loggers)
    {
        (_options, _time, _loggers) = (options, time, loggers);
        _logger = loggers.CreateLogger<ClusterNode>();
        _store = options.Members.Open(options.Name);
        _generations = new SiloGenerations(_store, SiloDetails.EndpointOf(options), time);
        _dispatch = new RequestDispatch(handler, _logger);
        var handshake = new ClusterHandshake(options.Name, options.Node, Protocol, new ClusterSecret(options.Secret));
        _connections = new PeerConnections(options.Certificate, options.Trusts, handshake, time, _logger);
    }

    /// <summary>The members as this node knows them now. Kept while the node is out of the cluster.</summary>
    public ClusterView View { get; private set; } = ClusterView.None;

    /// <summary>
    /// The list of members has a new version, mostly because members came or went. One call after the other, on the thread pool; versions only grow.
    /// </summary>
    public event Action<ClusterView>? ViewChanged;

    /// <summary>
    /// This node must not talk to any PLC: it was frozen, is cut off, or is no member (any more). Ask before each exchange with a PLC: it turns true by the
    /// clock alone, before any event can be raised. Costs some 50 ns.
    /// </summary>
    public bool IsFenced => _life is not { } life || life.IsFenced;

    /// <summary>
    /// <see cref="IsFenced"/> has changed to the value given; up to a quarter of a second late. True always comes, perhaps again, before the node joins anew.
    /// </summary>
    public event Action<bool>? FenceChanged;

    /// <summary>How the node stands, for people and for metrics.</summary>
    public ClusterStanding Standing
    {
        get
        {
            var life = _life;
            var fenced = life is null || life.IsFenced;
            var reason = fenced ? life?.FenceReason ?? "it has not joined the cluster yet" : null;
            return new ClusterStanding(
                fenced,
                reason,
                life is null or { IsStoreReachable: true },
                _store.Name,
                Volatile.Read(ref _evictions),
                life?.Absent ?? []
            );
        }
    }

    /// <summary>Begins to join the cluster and goes on trying. The node is fenced until it has joined.</summary>
    /// <exception cref="ClusterStoreException">The store of the members can't be used as it is.</exception>
    /// <exception cref="ArgumentException">The options can't work together.</exception>
    /// <exception cref="SocketException">The address to listen on can't be used.</exception>
    public static async Task<ClusterNode> StartAsync(
        ClusterOptions options,
        NodeRequestHandler handler,
        TimeProvider time,
        ILoggerFactory loggers,
        CancellationToken cancellationToken
    )
    {
        options.Check();
        using (var probe = new Socket(options.Listen.AddressFamily, SocketType.Stream, ProtocolType.Tcp))
            probe.Bind(options.Listen);
        var node = new ClusterNode(options, handler, time, loggers);
        try
        {
            await node.PrepareStoreAsync(cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            await node.DisposeAsync().ConfigureAwait(false);
            throw;
        }
        node._running = Task.WhenAll(node.RunAsync(), node.WatchFenceAsync());
        return node;
    }

    /// <summary>Asks a node and waits for its answer.</summary>
    /// <param name="node">Name of a member; this node's own is answered without the network.</param>
    /// <param name="kind">What is asked for.</param>
    /// <param name="body">The request. It is not copied: after an answer it may be used again, after a failure it may still be on its way.</param>
    /// <param name="cancellationToken">Ends the waiting; the request may be executed nevertheless.</param>
    /// <exception cref="ClusterCallException">There was no answer: the node is gone, did not answer within 3 s, or refused.</exception>
    public async ValueTask<byte[]> AskAsync(string node, byte kind, ReadOnlyMemory<byte> body, CancellationToken cancellationToken)
    {
        NodeAnswer answer;
        if (node == _options.Node)
            answer = await _dispatch.AnswerAsync(node, kind, body, cancellationToken).ConfigureAwait(false);
        else if (_life is not { } life || life.View.Find(node) is not { } silo)
            throw new ClusterCallException(ClusterCallFailure.NodeGone, $"Node {node} is no member of the cluster now.");
        else
        {
            try
            {
                answer = await life.Service(silo)
                    .AskAsync(_options.Node, kind, body)
                    .WaitAsync(GivenUp, _time, cancellationToken)
                    .ConfigureAwait(false);
            }
            catch (Exception failure) when (failure is not OperationCanceledException || !cancellationToken.IsCancellationRequested)
            {
                throw new ClusterCallException(
                    ClusterCallFailure.OutcomeUnknown,
                    $"Node {node} did not answer: {failure.Message}",
                    failure
                );
            }
        }
        return answer.Body ?? throw new ClusterCallException(ClusterCallFailure.Refused, answer.Refusal ?? $"Node {node} refused.");
    }

    /// <summary>Leaves the cluster: this node is fenced first, then the others are told.</summary>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _disposed, true))
            return;
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _running.ConfigureAwait(false);
        await _store.DisposeAsync().ConfigureAwait(false);
        _stopping.Dispose();
    }

    private async Task PrepareStoreAsync(CancellationToken cancellationToken)
    {
        try
        {
            await _store
                .InitializeAsync(cancellationToken)
                .WaitAsync(TimeSpan.FromSeconds(5), _time, cancellationToken)
                .ConfigureAwait(false);
        }
        catch (Exception failure) when (failure is not ClusterStoreException && !cancellationToken.IsCancellationRequested)
        {
            _logger.StoreAway(_store.Name, failure.Message);
        }
    }

    private async Task RunAsync()
    {
        var pause = FirstPause;
        while (!_stopping.IsCancellationRequested)
        {
            try
            {
                var reason = await LiveAsync().ConfigureAwait(false);
                Interlocked.Increment(ref _evictions);
                _logger.Evicted(reason);
                pause = FirstPause;
            }
            catch (OperationCanceledException) when (_stopping.IsCancellationRequested) { }
            catch (Exception failure)
            {
                _logger.JoinFailed(_options.Name, failure.Message);
            }
            await Task.Delay(pause, _time, _stopping.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            pause = pause * 2 < LongestPause ? pause * 2 : LongestPause;
        }
    }

    // Gives the reason why the node is no member any more.
    private async Task<string> LiveAsync()
    {
        var generation = await _generations.NextAsync(_stopping.Token).ConfigureAwait(false);
        var life = new NodeMembership(_options, generation, _store, _dispatch, _connections, Publish, _time, _logger, _loggers);
        _life = life;
        try
        {
            await life.JoinAsync(_stopping.Token).ConfigureAwait(false);
            return await life.Ended.WaitAsync(_stopping.Token).ConfigureAwait(false);
        }
        finally
        {
            await EndAsync(life).ConfigureAwait(false);
            TellFence(isEnd: true);
        }
    }

    // Orleans tries for minutes to tell a store that is away that it leaves: after some seconds nobody waits for that any more.
    private async Task EndAsync(NodeMembership life) =>
        await Task.WhenAny(LeaveAsync(life), Task.Delay(LeaveTimeout, _time, CancellationToken.None)).ConfigureAwait(false);

    private async Task LeaveAsync(NodeMembership life)
    {
        // One that was declared dead has nobody to tell.
        using var limit = new CancellationTokenSource(life.Ended.IsCompleted ? TimeSpan.Zero : LeaveTimeout, _time);
        try
        {
            await life.LeaveAsync(limit.Token).ConfigureAwait(false);
        }
        catch (Exception failure)
        {
            _logger.LeaveFailed(failure);
        }
        await life.DisposeAsync().ConfigureAwait(false);
    }

    private void Publish(ActiveMembers members)
    {
        if (_life is not { } life)
            return;
        var view = members.View(life.Self);
        var changed = !view.Members.SequenceEqual(View.Members);
        View = view;
        if (changed)
            _logger.MembersChanged(_options.Name, string.Join(", ", view.Members.Select(static member => member.Node)), view.Version);
        try
        {
            ViewChanged?.Invoke(view);
        }
        catch (Exception failure)
        {
            _logger.ViewNotTaken(failure, view.Version);
        }
    }

    private async Task WatchFenceAsync()
    {
        using var timer = new PeriodicTimer(LeaseTimes.Beat / 2, _time);
        try
        {
            while (await timer.WaitForNextTickAsync(_stopping.Token).ConfigureAwait(false))
                TellFence(isEnd: false);
        }
        catch (OperationCanceledException) when (_stopping.IsCancellationRequested) { }
        TellFence(isEnd: false);
    }

    // The watch looks now and then, and can miss both the end of a life and that it worked at all: nothing of it may be left when the next one begins.
    private void TellFence(bool isEnd)
    {
        lock (_fenceGate)
        {
            var fenced = isEnd || IsFenced || _stopping.IsCancellationRequested;
            if (fenced == _toldFenced && !isEnd)
                return;
            if (!fenced)
                _logger.Unfenced();
            else if (!_toldFenced && !_stopping.IsCancellationRequested)
                _logger.Fenced(Standing.FenceReason ?? "its lease was over for a moment");
            _toldFenced = fenced;
            FenceChanged?.Invoke(fenced);
        }
    }
}
