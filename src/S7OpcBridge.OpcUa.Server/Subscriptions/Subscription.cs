using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.ClientMemory;

namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>
/// A subscription: the state machine of OPC 10000-4, 5.14.1.2. Everything in it happens under its owner's gate. Sampling fills <see cref="Items"/> between the
/// cycles; a cycle takes a waiting Publish request of the owner and answers it, or leaves the subscription late, to be served by the next request that comes.
/// </summary>
internal sealed class Subscription : WheelEntry
{
    /// <summary>Bytes that a client which acknowledges has not acknowledged yet.</summary>
    private const int UsuallySent = 1024 * 1024;

    private readonly HeldMemory _sent, _queued;
    private readonly SubscriptionHost _host;
    private SessionSubscriptions _owner;
    private uint _keepAliveCycles, _lifetimeCycles;
    private bool _messageSent;
    private PublishingClock _cycles = new();

    public Subscription(uint id, SubscriptionHost host, SessionSubscriptions owner, SubscriptionSettings settings, bool publishingEnabled)
    {
        (Id, _host, _owner, Settings, PublishingEnabled) = (id, host, owner, settings, publishingEnabled);
        _sent = new HeldMemory(host.Memory, ClientMemoryKind.Retransmission, DropSent, UsuallySent);
        _queued = new HeldMemory(host.Memory, ClientMemoryKind.QueuedValues, DropQueued);
        Items = new MonitoredItems(this, host, _queued);
        Sent = new RetransmissionQueue(host.Limits.MaxUnacknowledgedMessages, host.Limits.MaxUnacknowledgedBytes, _sent);
    }

    /// <summary>The server's name for it; never used again.</summary>
    public uint Id { get; }

    /// <summary>Its number in the diagnostics.</summary>
    public int Slot { get; set; }

    /// <summary>Whose it is; changes by transfer.</summary>
    public SessionSubscriptions Owner
    {
        get => Volatile.Read(ref _owner);
        set => Volatile.Write(ref _owner, value);
    }

    /// <summary>Intervals and counts.</summary>
    public SubscriptionSettings Settings { get; private set; }

    /// <summary>Whether notifications are sent; keep-alives always are.</summary>
    public bool PublishingEnabled { get; private set; }

    /// <summary>The monitored items and their queues.</summary>
    public MonitoredItems Items { get; }

    /// <summary>What was sent and not acknowledged.</summary>
    public RetransmissionQueue Sent { get; }

    /// <summary>Number of the next message; keep-alives tell it and do not use it up.</summary>
    public uint NextSequenceNumber { get; set; } = 1;

    /// <summary>True once it is deleted or has expired.</summary>
    public bool IsClosed { get; private set; }

    /// <summary>True when something is due and no Publish request was there to carry it.</summary>
    public bool IsLate { get; private set; }

    /// <summary>Its turn: of several late ones of a priority the lowest number is served first, so they take turns.</summary>
    public long Turn { get; private set; }

    /// <summary>When the next cycle is due.</summary>
    public long NextCycle => _cycles.Next;

    /// <summary>What happened so far.</summary>
    public SubscriptionCounters Counters { get; } = new();

    /// <summary>Cycles since the last message.</summary>
    public uint KeepAliveCycles => _keepAliveCycles;

    /// <summary>Cycles since the client was last heard of.</summary>
    public uint LifetimeCycles => _lifetimeCycles;

    private bool HasData => PublishingEnabled && Items.Queue.HasNotifications;

    // The first cycle answers in any case, so that the client knows that the subscription lives.
    private bool KeepAliveIsDue => !_messageSent || _keepAliveCycles >= Settings.KeepAliveCount;

    /// <summary>Begins the cycles, or goes on with them under another owner.</summary>
    public void Start(long now) => Restart(now);

    /// <summary>The client was heard of.</summary>
    public void ResetLifetime() => _lifetimeCycles = 0;

    /// <summary>Takes over changed settings; the cycle starts anew.</summary>
    public void Modify(SubscriptionSettings settings, long now)
    {
        Settings = settings;
        Counters.Modified++;
        ResetLifetime();
        Restart(now);
    }

    /// <summary>Switches notifications on or off.</summary>
    public void SetPublishing(bool enabled)
    {
        PublishingEnabled = enabled;
        if (enabled)
            Counters.Enabled++;
        else
            Counters.Disabled++;
        ResetLifetime();
    }

    /// <summary>One publishing cycle, or a little later: it may wait for changes that are due.</summary>
    /// <returns>False: nobody has asked for so long that the subscription ends.</returns>
    public bool Cycle(long now)
    {
        Items.SampleDeferred(now);
        if (MayWait(now) && _cycles.TryWait(now, Settings.PublishingInterval))
        {
            Schedule();
            return true;
        }

        Counters.Cycles++;
        Counters.Lateness += Math.Max(0, _host.Clock.Now - NextCycle);
        _cycles.Run(now, Settings.PublishingInterval);
        Schedule();
        if (_keepAliveCycles < uint.MaxValue)
            _keepAliveCycles++;
        var alive = true;
        if (Owner.HasRequest(now))
        {
            ResetLifetime();
            Serve();
        }
        else
        {
            alive = ++_lifetimeCycles <= Settings.LifetimeCount;
            if (!IsLate && (HasData || KeepAliveIsDue))
                (IsLate, Turn) = (true, _host.NextTurn());
            if (IsLate)
                Counters.LateCycles++;
        }

        Items.Queue.EndCycle();
        return alive;
    }

    /// <summary>Answers a Publish request that has come while the subscription was late; its cycles go on from here.</summary>
    public void ServeLate(long now)
    {
        Serve();
        Restart(now);
    }

    /// <summary>Answers one waiting request if there is something to say; stays late while there is more.</summary>
    public void Serve()
    {
        if (HasData)
            NotificationWriter.SendData(this, Owner.TakeRequest(), _host.Clock);
        else if (KeepAliveIsDue)
            NotificationWriter.SendKeepAlive(this, Owner.TakeRequest(), _host.Clock);
        else
        {
            IsLate = false;
            return;
        }

        _messageSent = true;
        _keepAliveCycles = 0;
        (IsLate, Turn) = (HasData, _host.NextTurn());
    }

    /// <summary>Tells what there is to tell at once, as far as requests wait that can carry it: the server goes down.</summary>
    public void PublishNow(long now)
    {
        Items.SampleNow();
        while (HasData && Owner.HasRequest(now))
            Serve();
    }

    /// <summary>The number for a message with notifications; after the largest comes 1.</summary>
    public uint TakeSequenceNumber()
    {
        var number = NextSequenceNumber;
        NextSequenceNumber = number == uint.MaxValue ? 1 : number + 1;
        return number;
    }

    /// <summary>Ends it: nothing comes in or goes out any more.</summary>
    public void Close()
    {
        if (IsClosed)
            return;
        IsClosed = true;
        _host.Timers.Remove(this);
        Items.Close();
        _host.Remove(this);
        Sent.Clear();
        _sent.Close();
        _queued.Set(0);
        _queued.Close();
    }

    /// <inheritdoc/>
    public override void Fire(long now)
    {
        SessionSubscriptions owner;
        do
        {
            owner = Owner;
            owner.RunCycles(now);
        }
        while (owner != Owner); // transferred meanwhile: the new owner runs it
    }

    /// <summary>Takes in changed variables; called by the table's writer.</summary>
    /// <returns>False: the owner was busy for longer than that many milliseconds.</returns>
    public bool TryDispatch(VariableTable table, ReadOnlySpan<Hit> hits, int patience)
    {
        while (true)
        {
            var owner = Owner;
            if (!owner.Gate.TryEnter(patience))
                return false;
            try
            {
                if (owner != Owner)
                    continue; // transferred meanwhile
                if (!IsClosed)
                    Dispatch(table, hits, _host.Clock.Now);
                return true;
            }
            finally
            {
                owner.Gate.Exit();
            }
        }
    }

    /// <summary>After a source of nodes was replaced: the items look for their nodes anew.</summary>
    public void Rebind() => InGate(static subscription => _ = subscription.Items.Nodes);

    /// <summary>Runs something inside the owner's gate, whoever is the owner then; not on a closed subscription.</summary>
    public void InGate(Action<Subscription> action)
    {
        while (true)
        {
            var owner = Owner;
            lock (owner.Gate)
            {
                if (owner != Owner)
                    continue; // transferred meanwhile
                if (!IsClosed)
                    action(this);
                return;
            }
        }
    }

    // On the pool, where no gate is held.
    private bool DropSent()
    {
        InGate(static subscription => subscription.Sent.DropHalf());
        return true;
    }

    private bool DropQueued()
    {
        InGate(static subscription => subscription.Items.Queue.DropHalf());
        return true;
    }

    private void Dispatch(VariableTable table, ReadOnlySpan<Hit> hits, long now)
    {
        Items.Dispatch(table, hits, now);
        if (Items.Queue.HasNotifications && _cycles.Changed(now))
            Schedule();
    }

    // With nothing to say. A keep-alive is not made late.
    private bool MayWait(long now) =>
        !Items.Queue.HasNotifications && !IsLate && _keepAliveCycles + 1 < Settings.KeepAliveCount && _messageSent && Owner.HasRequest(now);

    private void Restart(long now)
    {
        _cycles.Restart(now, Settings.PublishingInterval);
        Schedule();
    }

    private void Schedule() => _host.Timers.Set(this, NextCycle);
}
