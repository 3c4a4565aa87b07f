using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;
using S7OpcBridge.OpcUa.Server.Subscriptions.Publishing;
using S7OpcBridge.OpcUa.Server.Subscriptions.Timing;
using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>
/// A subscription: the state machine of OPC 10000-4, 5.14.1.2. Everything in it happens under its owner's gate. Sampling fills <see cref="Items"/> between the
/// cycles; a cycle answers one of the owner's waiting Publish requests, or leaves the subscription late, to be served by the next request that comes. The owner
/// runs the cycles (<see cref="NextCycle"/>).
/// </summary>
internal sealed class Subscription : ItemOwner
{
    /// <summary>Bytes of unacknowledged messages that a client that acknowledges rarely exceeds.</summary>
    private const int UsuallySent = 1024 * 1024;

    private readonly HeldMemory _sent,
        _queued;
    private readonly SubscriptionHost _host;
    private SessionSubscriptions _owner;
    private uint _keepAliveCycles,
        _lifetimeCycles;
    private bool _messageSent;
    private PublishingClock _cycles = new();

    public Subscription(uint id, SubscriptionHost host, SessionSubscriptions owner, SubscriptionSettings settings, bool publishingEnabled)
    {
        (Id, _host, _owner, Settings, PublishingEnabled) = (id, host, owner, settings, publishingEnabled);
        _sent = new HeldMemory(host.Memory, ClientMemoryKind.Retransmission, DropSent, UsuallySent);
        _queued = new HeldMemory(host.Memory, ClientMemoryKind.QueuedValues, DropQueued);
        Items = new MonitoredItems(this, host.Monitoring, _queued);
        Sent = new RetransmissionQueue(host.Limits.MaxUnacknowledgedMessages, host.Limits.MaxUnacknowledgedBytes, _sent);
    }

    /// <summary>Its id; never used again.</summary>
    public uint Id { get; }

    /// <summary>Its number in the diagnostics.</summary>
    public int Slot { get; set; }

    /// <summary>The session's subscriptions that it belongs to; changes by transfer.</summary>
    public SessionSubscriptions Owner
    {
        get => Volatile.Read(ref _owner);
        set => Volatile.Write(ref _owner, value);
    }

    /// <inheritdoc/>
    public override SessionViewer Viewer => Owner.Viewer;

    /// <summary>Intervals and counts.</summary>
    public SubscriptionSettings Settings { get; private set; }

    /// <summary>Whether notifications are sent; keep-alives always are.</summary>
    public bool PublishingEnabled { get; private set; }

    /// <summary>The monitored items and their queues.</summary>
    public MonitoredItems Items { get; }

    /// <summary>The messages that were sent and not acknowledged.</summary>
    public RetransmissionQueue Sent { get; }

    /// <summary>Sequence number of the next message with notifications; a keep-alive has the same number.</summary>
    public uint NextSequenceNumber { get; set; } = 1;

    /// <summary>What the next message is written from.</summary>
    public NotificationSource NextMessage =>
        new(Id, NextSequenceNumber, Items.Store, Items.Queue, Sent, Counters, Settings.MaxNotifications, _host.Limits.LongMessage);

    /// <summary>True once it is deleted or has expired.</summary>
    public bool IsClosed { get; private set; }

    /// <summary>True if something is due and there was no Publish request (state LATE).</summary>
    public bool IsLate { get; private set; }

    /// <summary>Among late subscriptions of the same priority the lowest is served first.</summary>
    public long Turn { get; private set; }

    /// <summary>When the next cycle is due.</summary>
    public long NextCycle => _cycles.Next;

    /// <summary>Counters for the diagnostics.</summary>
    public SubscriptionCounters Counters { get; } = new();

    /// <summary>Cycles since the last message.</summary>
    public uint KeepAliveCycles => _keepAliveCycles;

    /// <summary>Cycles since the client's last request.</summary>
    public uint LifetimeCycles => _lifetimeCycles;

    private bool HasData => PublishingEnabled && Items.Queue.HasNotifications;

    // The first cycle answers in any case (OPC 10000-4, 5.14.1.2).
    private bool KeepAliveIsDue => !_messageSent || _keepAliveCycles >= Settings.KeepAliveCount;

    /// <summary>Begins the cycles anew: the next is due in an interval.</summary>
    public void Restart(long now) => _cycles.Restart(now, Settings.PublishingInterval);

    /// <summary>Starts the lifetime again: the client has sent a request.</summary>
    public void ResetLifetime() => _lifetimeCycles = 0;

    /// <summary>Applies changed settings; the cycle starts again.</summary>
    public void Modify(SubscriptionSettings settings, long now)
    {
        Settings = settings;
        Counters.Modified++;
        ResetLifetime();
        Restart(now); // the caller sets the owner's timer
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

    /// <summary>Runs the due publishing cycle, or delays it for changes that are late.</summary>
    /// <param name="now">Milliseconds of the server's clock.</param>
    /// <param name="requests">The owner's Publish requests.</param>
    /// <returns>False: the client sent no request for the lifetime, and the subscription ends.</returns>
    public bool Cycle(long now, PublishQueue requests)
    {
        Items.SampleDeferred(now);
        if (MayWait && requests.HasRequest(now) && _cycles.TryWait(now, Settings.PublishingInterval))
            return true;

        Counters.Cycles++;
        Counters.Lateness += Math.Max(0, _host.Clock.Now - NextCycle);
        _cycles.Run(now, Settings.PublishingInterval);
        if (_keepAliveCycles < uint.MaxValue)
            _keepAliveCycles++;
        var alive = true;
        if (requests.HasRequest(now))
        {
            ResetLifetime();
            Serve(requests);
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

    /// <summary>Skips the cycle that failed.</summary>
    public void SkipCycle(long now)
    {
        if (NextCycle <= now)
            _cycles.Run(now, Settings.PublishingInterval);
    }

    /// <summary>Answers one waiting request if there is something to send; stays late while there is more.</summary>
    public void Serve(PublishQueue requests)
    {
        if (HasData)
        {
            if (NotificationWriter.SendData(NextMessage, requests.Dequeue(), _host.Clock))
                Items.Events.GoOn();
            TakeSequenceNumber();
        }
        else if (KeepAliveIsDue)
            NotificationWriter.SendKeepAlive(NextMessage, requests.Dequeue(), _host.Clock);
        else
        {
            IsLate = false;
            return;
        }

        _messageSent = true;
        _keepAliveCycles = 0;
        (IsLate, Turn) = (HasData, _host.NextTurn());
    }

    /// <inheritdoc/>
    public override void SendMore()
    {
        if (IsLate || !HasData)
            return;
        (IsLate, Turn) = (true, _host.NextTurn());
        Owner.ServeLate();
    }

    /// <summary>Sends what is queued, as long as Publish requests wait, before the server shuts down.</summary>
    public void PublishNow(long now, PublishQueue requests)
    {
        Items.SampleNow();
        while (HasData && requests.HasRequest(now))
            Serve(requests);
    }

    /// <summary>The number for a message with notifications; after the largest comes 1.</summary>
    public uint TakeSequenceNumber()
    {
        var number = NextSequenceNumber;
        NextSequenceNumber = number == uint.MaxValue ? 1 : number + 1;
        return number;
    }

    /// <summary>Ends the subscription and removes its items.</summary>
    public void Close()
    {
        if (IsClosed)
            return;
        IsClosed = true;
        Items.Close();
        _host.Remove(this);
        Sent.Clear();
        _sent.Close();
        _queued.Set(0);
        _queued.Close();
    }

    /// <inheritdoc/>
    public override bool TryTake(VariableStorage storage, ReadOnlySpan<Hit> hits, int patience)
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
                    Enqueue(storage, hits, owner);
                return true;
            }
            catch (Exception e)
            {
                _host.ReportLostChanges(e); // a bug in this subscription; the others get their values
                return true;
            }
            finally
            {
                owner.Gate.Exit();
            }
        }
    }

    /// <inheritdoc/>
    public override void SetPosition(int item, int position) => Items.Store[item].Link = position;

    /// <summary>Lets the items look up their nodes again, after a source was replaced.</summary>
    public void Rebind() => InGate(() => _ = Items.Nodes);

    /// <inheritdoc/>
    public override void InGate(Action action)
    {
        while (true)
        {
            var owner = Owner;
            lock (owner.Gate)
            {
                if (owner != Owner)
                    continue; // transferred meanwhile
                if (!IsClosed)
                    action();
                return;
            }
        }
    }

    // These run on the pool, where no gate is held.
    private bool DropSent() => Drop(Sent.DropHalf);

    private bool DropQueued() => Drop(Items.DropQueued);

    private bool Drop(Action drop)
    {
        InGate(drop);
        return true;
    }

    private void Enqueue(VariableStorage storage, ReadOnlySpan<Hit> hits, SessionSubscriptions owner)
    {
        var now = _host.Clock.Now;
        Items.Enqueue(storage, hits, now);
        if (Items.Queue.HasNotifications && _cycles.Changed(now))
            _host.Timers.SetEarlier(owner, NextCycle);
    }

    // True if there is nothing to send. A keep-alive is not put off.
    private bool MayWait => !Items.Queue.HasNotifications && !IsLate && _keepAliveCycles + 1 < Settings.KeepAliveCount && _messageSent;
}
