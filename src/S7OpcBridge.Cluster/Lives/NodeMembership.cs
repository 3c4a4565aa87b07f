using Microsoft.Extensions.Logging;
using S7OpcBridge.Cluster.Calls;
using S7OpcBridge.Cluster.Fencing;
using S7OpcBridge.Cluster.Members;
using S7OpcBridge.Cluster.Security;
using S7OpcBridge.Cluster.Silos;
using S7OpcBridge.Cluster.Tables;

namespace S7OpcBridge.Cluster.Lives;

/// <summary>
/// This node's membership from joining to leaving or being declared dead. It is fenced until it has joined and all others know, and whenever its lease is
/// over: see <see cref="LeaseTimes"/>.
/// </summary>
internal sealed class NodeMembership : IAsyncDisposable
{
    private readonly string _node;
    private readonly TimeProvider _time;
    private readonly Action<ActiveMembers> _published;
    private readonly NodeSilo _silo;
    private readonly StoreCheck _store;
    private readonly Lease _lease;
    private readonly PeerContacts _peers = new();
    private readonly Lock _gate = new();
    private readonly CancellationTokenSource _stopping = new();
    private readonly TaskCompletionSource<string> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Task _work = Task.CompletedTask;
    private Task _asking = Task.CompletedTask;
    private long _askedStore;
    private volatile ActiveMembers _view = ActiveMembers.None;
    private volatile bool _admitted;
    private volatile bool _tableLost;
    private readonly ClockStep _clock;
    private readonly DeadNodeWait _deadNodes;
    private bool _founded;
    private long? _joinedAt;

    public NodeMembership(
        ClusterOptions options,
        int generation,
        TableStore store,
        RequestDispatch dispatch,
        PeerConnections connections,
        Action<ActiveMembers> published,
        TimeProvider time,
        ILogger logger,
        ILoggerFactory loggers
    )
    {
        (_node, _time, _published, _lease, _clock) = (options.Node, time, published, new Lease(time), new ClockStep(time));
        _deadNodes = new DeadNodeWait(time);
        _silo = NodeSilo.Create(options, generation, store, dispatch, AnswerPing, connections, End, time, loggers);
        _store = new StoreCheck(store, _silo.Address, time, logger);
    }

    public SiloAddress Self => _silo.Address;

    /// <summary>The members that this node acts by.</summary>
    public ActiveMembers View => _view;

    /// <summary>Ends, with the reason, when this life is over: the others have declared it dead, or the store has forgotten it.</summary>
    public Task<string> Ended => _ended.Task;

    public bool IsStoreReachable => _store.IsReachable;

    /// <summary>Nodes that ought to be members and are not. Whoever has become one since the store was asked is none of them.</summary>
    public IReadOnlyList<AbsentNode> Absent => [.. _store.Absent.Where(absent => absent.Node != _node && _view.Find(absent.Node) is null)];

    public bool IsFenced => !_admitted || _ended.Task.IsCompleted || _lease.IsOver;

    /// <summary>Why it is fenced.</summary>
    public string FenceReason =>
        _ended.Task.IsCompleted ? "it is no member of the cluster any more"
        : !_admitted && _joinedAt is not null && _view.Find(_node) is { } other && !other.Equals(Self)
            ? $"another node calls itself {_node}, at {other.Endpoint}: every node needs a name of its own"
        : !_admitted ? "it has not joined the cluster yet"
        : "it was frozen or is cut off: neither enough of the other nodes nor the store of the members answer";

    public INodeService Service(SiloAddress silo) => _silo.Services.For(silo);

    public async Task JoinAsync(CancellationToken cancellationToken)
    {
        await _silo.StartAsync(cancellationToken).ConfigureAwait(false);
        _work = Task.WhenAll(WatchAsync(), BeatAsync());
    }

    /// <summary>Tells the others that this node leaves. Fenced from here on.</summary>
    public async Task LeaveAsync(CancellationToken cancellationToken)
    {
        End("the node is being stopped");
        await _silo.StopAsync(cancellationToken).ConfigureAwait(false);
    }

    public async ValueTask DisposeAsync()
    {
        End("the node is being stopped");
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _work.ConfigureAwait(false);
        await _asking.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _silo.DisposeAsync().ConfigureAwait(false);
        _stopping.Dispose();
    }

    private void End(string reason) => _ended.TrySetResult(reason);

    private PingAnswer AnswerPing(SiloAddress asker)
    {
        var state = _silo.Membership.CurrentSnapshot.GetSiloStatus(asker) switch
        {
            // Whoever took this node for dead does not wait for what it says from then on.
            SiloStatus.Active when _ended.Task.IsCompleted => AskerState.Unknown,
            SiloStatus.Active => _deadNodes.TryCallActive(asker) ? AskerState.Active : AskerState.Dead,
            SiloStatus.Dead => AskerState.Dead,
            _ => AskerState.Unknown,
        };
        return new PingAnswer(state, _view.Version, _tableLost);
    }

    private async Task WatchAsync()
    {
        try
        {
            await foreach (var snapshot in _silo.Membership.MembershipUpdates.WithCancellation(_stopping.Token).ConfigureAwait(false))
            {
                var members = ActiveMembers.From(snapshot);
                if (_joinedAt is null && members.Has(Self))
                {
                    _joinedAt = members.Version;
                    _deadNodes.Join();
                }
                var gone = _view
                    .Members.Select(static member => member.Silo)
                    .Where(silo => !silo.Equals(Self) && !members.Has(silo))
                    .ToArray();
                await _deadNodes.WaitAsync(DeadOf(snapshot, members), gone.Length, _stopping.Token).ConfigureAwait(false);
                _view = members;
                if (!members.Has(Self))
                    _admitted = false;
                _published(members);
            }
        }
        catch (OperationCanceledException) when (_stopping.IsCancellationRequested) { }
    }

    // Those that this node has acted with; at first all others: it may be the only one that is left to wait for them. Where a later silo of a node is active,
    // its process has ended the earlier one.
    private SiloAddress[] DeadOf(ClusterMembershipSnapshot snapshot, ActiveMembers members) =>
        [
            .. (_view.Members.IsEmpty ? snapshot.Members.Keys : _view.Members.Select(static member => member.Silo)).Where(silo =>
                snapshot.GetSiloStatus(silo) == SiloStatus.Dead
                && !members.Members.Any(member => member.Silo.Endpoint.Equals(silo.Endpoint))
            ),
        ];

    private async Task BeatAsync()
    {
        using var timer = new PeriodicTimer(
            LeaseTimes.StoreBeatWhenLow < LeaseTimes.Beat ? LeaseTimes.StoreBeatWhenLow : LeaseTimes.Beat,
            _time
        );
        try
        {
            do
            {
                var snapshot = _silo.Membership.CurrentSnapshot;
                if (snapshot.GetSiloStatus(Self) == SiloStatus.Dead)
                    End("the other nodes could not reach it and declared it dead");
                if (_clock.WentBack())
                    End("the clock of this machine was set back");
                AskPeers(ActiveMembers.From(snapshot));
                AskStore();
            } while (await timer.WaitForNextTickAsync(_stopping.Token).ConfigureAwait(false));
        }
        catch (OperationCanceledException) when (_stopping.IsCancellationRequested) { }
    }

    private void AskPeers(ActiveMembers members)
    {
        lock (_gate)
        {
            _peers.Set([.. members.Members.Select(static member => member.Silo).Where(silo => !silo.Equals(Self))]);
            foreach (var (silo, contact) in _peers.Current)
            {
                if (contact.Asked)
                    continue;
                contact.Asked = true;
                _ = PingAsync(silo, contact);
            }
        }
    }

    private async Task PingAsync(SiloAddress peer, PeerContact contact)
    {
        var sent = _time.GetTimestamp();
        PingAnswer? answer;
        try
        {
            answer = await Service(peer).PingAsync(Self).WaitAsync(LeaseTimes.Peers, _time, _stopping.Token).ConfigureAwait(false);
        }
        catch (Exception)
        {
            answer = null; // Gone, frozen or cut off: it counts as not heard, whatever Orleans calls it.
        }
        lock (_gate)
        {
            contact.Asked = false;
            if (answer is { } said)
                Apply(contact, sent, said);
        }
    }

    private void Apply(PeerContact contact, long sent, PingAnswer said)
    {
        contact.View = said.View;
        if (said.TableLost)
            LoseTable();
        else if (said.Asker == AskerState.Dead)
            End("another node knows that it was declared dead");
        else if (said.Asker == AskerState.Active)
        {
            contact.Heard = sent;
            if (_peers.HeardByEnough() is { } heard)
                _lease.Extend(heard, LeaseTimes.Peers);
            Admit();
        }
    }

    // Nobody may still act by a view without this node when it begins to work for PLCs of theirs, nor by a table that was lost.
    private void Admit()
    {
        if (!_admitted && _founded && _joinedAt is { } joined && _view.Has(Self) && _peers.AllSee(joined))
            _admitted = true;
    }

    private void AskStore()
    {
        var low = !_admitted || _lease.Left < LeaseTimes.Low;
        if (!_asking.IsCompleted || _time.GetElapsedTime(_askedStore) < (low ? LeaseTimes.StoreBeatWhenLow : LeaseTimes.StoreBeat))
            return;
        _askedStore = _time.GetTimestamp();
        _asking = AskStoreAsync();
    }

    private async Task AskStoreAsync()
    {
        var known = _silo.Membership.CurrentSnapshot.Version.Value;
        var verdict = await _store.AskAsync(_stopping.Token).ConfigureAwait(false);
        lock (_gate)
        {
            switch (verdict.Own)
            {
                case OwnRow.Active or OwnRow.Dead when verdict.Version < known:
                    LoseTable(); // An older state came back: a backup, or a standby that had not everything.
                    break;
                case OwnRow.Active:
                    _lease.Extend(verdict.Asked, verdict.Active == 1 ? LeaseTimes.Alone : LeaseTimes.Store);
                    _founded |= verdict.Age >= LeaseTimes.Founding;
                    Admit();
                    break;
                case OwnRow.StoreStopped when _peers.Current.Count == 0:
                    _lease.Extend(verdict.Asked, LeaseTimes.Store);
                    break;
                case OwnRow.Dead:
                    End("the store of the members says that it was declared dead");
                    break;
                case OwnRow.Missing when _joinedAt is not null:
                    LoseTable();
                    break;
            }
        }
        if (verdict.Version > known)
            await _silo
                .Membership.Refresh(new MembershipVersion(verdict.Version), _stopping.Token)
                .AsTask()
                .WaitAsync(LeaseTimes.StoreAnswer, _time, _stopping.Token)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private void LoseTable()
    {
        _tableLost = true;
        End("the store of the members has lost its data");
    }
}
