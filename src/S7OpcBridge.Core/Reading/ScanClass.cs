using System.Collections.Immutable;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Quality;
using S7OpcBridge.Core.Tags;
using S7OpcBridge.Core.Timing;

namespace S7OpcBridge.Core.Reading;

/// <summary>A running scan class: its tags, plan, image, clock and cycle. Belongs to the read lane; members that any thread may use say so.</summary>
internal sealed class ScanClass
{
    private readonly PlcContext _context;
    private readonly ReadAnswer _answer = new();
    private ProcessImage _image = new();
    private TagBatch? _batch;
    private TaskCompletionSource? _waiters;
    private readonly AwaitedReadBacks _readBacks = new();
    private int _pollAsked;

    public ScanClass(ClassSpan span, TagSlot[] slots, PlcContext context)
    {
        (Span, Group, Slots, _context) = (span, span.Scan, slots, context);
        var group = span.Scan;
        Demand = new ScanDemand(group.Interval);
        Staleness = new Staleness(context.Plc.Connection.Timeout);
    }

    public ScanGroup Group { get; private set; }

    public ClassSpan Span { get; private set; }

    /// <summary>The slots of all classes of the PLC, because tags of other classes may ride in its requests.</summary>
    public TagSlot[] Slots { get; private set; }

    public Span<TagSlot> Own => Slots.AsSpan(Span.First, Span.Count);

    public ScanPlan Plan => _image.Plan;

    public ProcessImage Image => _image;

    /// <summary>The plan for the next cycle; null: the current one stays.</summary>
    public ScanPlan? NextPlan { get; set; }

    public ScanClock Clock { get; } = new();

    public ScanCycle Cycle { get; } = new();

    public ScanThrottle Pace { get; } = new();

    public Staleness Staleness { get; }

    /// <summary>Any thread.</summary>
    public ScanStatistics Statistics { get; } = new();

    /// <summary>Any thread.</summary>
    public ScanDemand Demand { get; set; }

    /// <summary>Any thread.</summary>
    public CycleWaiters Waiters { get; } = new();

    /// <summary>True: an extra cycle was requested.</summary>
    public bool IsPollAsked => Volatile.Read(ref _pollAsked) != 0;

    /// <summary>True: the last cycle has refusals that <see cref="Isolation"/> must handle.</summary>
    public bool HasRefusals => Cycle.HasRefusals || Plan.Suspects.Length > 0;

    /// <summary>Ticks between two cycles at present; 0: no cycle is wanted.</summary>
    public long WantedInterval =>
        Group.Mode switch
        {
            ScanMode.AtRate => Group.Interval.Ticks * Pace.Factor * _context.Pace.Factor,
            ScanMode.Demand => Demand.Interval * Pace.Factor * _context.Pace.Factor,
            _ => 0,
        };

    /// <summary>Ticks within which values should be confirmed; 0: the class has no rate.</summary>
    public long TrustedInterval =>
        Group.Mode == ScanMode.OnCommand ? 0
        : WantedInterval is > 0 and var wanted ? wanted
        : Group.Interval.Ticks;

    /// <summary>True: tags left the plan or returned; the class and its group are to be planned again.</summary>
    public bool NeedsPlan { get; set; }

    /// <summary>True: the plan being made is adopted even where it reads the same as the current one.</summary>
    public bool MustAdoptNext { get; set; }

    /// <summary>Requests one extra cycle. Any thread; call the wakeup afterwards.</summary>
    public void AskPoll() => Volatile.Write(ref _pollAsked, 1);

    /// <summary>Resets what was learned about refusals, for a new connection.</summary>
    public void Forget()
    {
        Clock.Stop();
        Pace.Reset();
        Staleness.Forget();
        _image.Untold.Clear();
        foreach (ref var slot in Own)
            (slot.Care, slot.Suspect, slot.Refused, slot.Dirty, slot.IsNoValueTold) = (SlotMerging.Merged, false, false, false, false);
    }

    /// <summary>Replaces the plan by the next one; no cycle may be active.</summary>
    public void AdoptNextPlan()
    {
        _image.Adopt(NextPlan!, Slots);
        NextPlan = null;
        Cycle.Fit(Plan.JobCount);
        Statistics.Jobs = Plan.JobCount;
    }

    /// <summary>Continues with the tags and the image of a reload. An active cycle is started again at once; tags that stay keep their state.</summary>
    public void Adopt(ClassSpan span, TagSlot[] slots, ProcessImage image)
    {
        if (Cycle.IsActive)
            AskPoll();
        if (Group.Interval != span.Scan.Interval)
            Pace.Reset();
        (Span, Group, Slots, _image) = (span, span.Scan, slots, image);
        Demand.Fastest = Group.Interval;
        (NextPlan, NeedsPlan) = (null, false);
        Cycle.Fit(Plan.JobCount);
        Statistics.Jobs = Plan.JobCount;
    }

    /// <summary>True: there is a batch with unsent samples.</summary>
    public bool HasNews => _batch is { Count: > 0 };

    /// <summary>True: the batch is large enough to be sent before the cycle ends.</summary>
    public bool HasMuch => _batch is { IsFull: true };

    /// <summary>Sets the clock to the rate that is wanted now. Returns true where it changed.</summary>
    public bool SetClock(long now)
    {
        var wanted = WantedInterval;
        if (wanted == Clock.Interval)
            return false;
        if (wanted == 0)
            Clock.Stop();
        else
            Clock.Start(wanted, now);
        return true;
    }

    /// <summary>Reads the items with a written tag soon.</summary>
    public void ReadBack(int slot, long now, ReadBack readBack)
    {
        if (Slots[slot].Deadband is { } deadband)
        {
            // A cycle may have read the new value already and suppressed it.
            deadband.Open();
            _image.Unsettle();
        }
        var job = Plan.JobOf(slot);
        if (job < 0)
        {
            // The PLC refuses it, or it is about to move to another plan, so the time of its next read is unknown.
            readBack.Confirm();
            return;
        }
        if (Array.IndexOf(Plan.Torn, slot) >= 0)
        {
            _readBacks.AwaitWhole(readBack);
            AskPoll();
        }
        else
        {
            _readBacks.Await(readBack);
            Cycle.Want(job, now);
        }
    }

    /// <summary>Called when the read-back cycle has ended: waiting callers are released with the next batch.</summary>
    public void EndReadBacks() => _readBacks.End();

    /// <summary>A tag cannot be read back: waiting callers are released with the next batch.</summary>
    public void GiveUp(ReadBack readBack)
    {
        _readBacks.Await(readBack);
        _readBacks.End();
    }

    public void Begin(long now, long deadline)
    {
        Volatile.Write(ref _pollAsked, 0);
        TakeWaiters();
        _readBacks.BeginWhole();
        Cycle.BeginWhole(now, deadline);
    }

    /// <summary>Compares the answer of one job with the image.</summary>
    public void Receive(PlcLink link, int job, TagQuality due)
    {
        _batch ??= _context.Pool.Rent();
        _answer.Begin(_image, job, Slots, due, _context.Time.UtcTicks(), _batch, Cycle.RefusedItems);
        link.TakeAnswer(Plan, job, _answer);
        Cycle.WasCut |= _answer.WasCut;
    }

    /// <summary>Decodes the values that are cut over several items, once all parts have arrived.</summary>
    public void TakeTorn(TagQuality due)
    {
        if (Plan.Torn.Length > 0 && Cycle.IsClean && Cycle.RefusedItems.Count == 0)
            _image.TakeTorn(Slots, Cycle.IsWhole, due, _context.Time.UtcTicks(), _batch ??= _context.Pool.Rent());
    }

    /// <summary>Removes a tag that the PLC refuses from the plan, and its value.</summary>
    public void Refuse(int slot, TagQuality quality)
    {
        ref var refused = ref Slots[slot];
        (refused.Refused, refused.Suspect) = (true, false);
        Publish(ref refused, quality);
    }

    /// <summary>Holds the tags of blocks with a changed layout and releases all others. Returns true where the plan must change.</summary>
    public bool Hold(ImmutableDictionary<ushort, LayoutDrift> drifted)
    {
        var changed = false;
        foreach (ref var slot in Own)
        {
            if (slot.DataBlock is not { } block)
                continue;
            var held = drifted.ContainsKey(block);
            changed |= held != slot.Held;
            slot.Held = held;
            if (held && !slot.Refused)
                Publish(ref slot, TagQuality.LayoutChanged);
        }
        return changed;
    }

    /// <summary>
    /// Publishes a quality for all its tags; the quality decides whether the last value stays. The caller calls <see cref="Unsettle"/> for all classes that
    /// carry one of them.
    /// </summary>
    public void PublishAll(TagQuality quality)
    {
        foreach (ref var slot in Own)
        {
            if (
                quality is TagQuality.NotConfirmed or TagQuality.CpuStopped
                && slot.Sent is not (TagQuality.Good or TagQuality.NotConfirmed or TagQuality.CpuStopped)
            )
                continue;
            Publish(ref slot, quality == TagQuality.LinkDownLastValue && !slot.HasValue ? TagQuality.LinkDown : quality);
        }
    }

    /// <summary>Called when the quality to report has changed: the next answers report it for each tag.</summary>
    public void Unsettle() => _image.Unsettle();

    /// <summary>Sends the batch, waiting while the reader is behind. An empty batch is sent, too: it carries the time of confirmation.</summary>
    /// <param name="confirmedTicks">When the PLC last confirmed the values, or when it was last tried.</param>
    /// <param name="endsCycle">True: completes the tasks of callers waiting for the cycle.</param>
    /// <param name="cancellationToken">Ends the wait for the reader.</param>
    public ValueTask SendAsync(long confirmedTicks, bool endsCycle, CancellationToken cancellationToken)
    {
        var batch = _batch ?? _context.Pool.Rent();
        _batch = null;
        (batch.ScanGroup, batch.ConfirmedTicks) = (Group.Index, confirmedTicks);
        if (endsCycle)
            (batch.Waiters, _waiters) = (_waiters, null);
        batch.EndedReadBacks = _readBacks.TakeEnded();
        return _context.Out.TryWrite(batch) ? ValueTask.CompletedTask : _context.Out.WriteAsync(batch, cancellationToken);
    }

    /// <summary>Ends the cycle because the connection is lost; waiting callers are released with the next batch.</summary>
    public void Drop()
    {
        Cycle.End();
        EndWaits();
    }

    /// <summary>Called while no cycle can run: all waiting callers are released with the next batch.</summary>
    public void EndWaits()
    {
        TakeWaiters();
        _readBacks.BeginWhole();
        _readBacks.End();
    }

    /// <summary>Collects the callers that wait for a cycle; the batch that ends it releases them.</summary>
    public void TakeWaiters() => _waiters ??= Waiters.DequeueAll();

    private void Publish(ref TagSlot slot, TagQuality quality)
    {
        if (slot.Sent == quality)
            return;
        slot.Sent = quality;
        slot.HasValue &=
            quality is TagQuality.LinkDownLastValue or TagQuality.NotConfirmed or TagQuality.CpuStopped or TagQuality.LayoutChanged;
        (_batch ??= _context.Pool.Rent()).Add(new TagSample(slot.Tag, default, quality, _context.Time.UtcTicks()));
    }
}
