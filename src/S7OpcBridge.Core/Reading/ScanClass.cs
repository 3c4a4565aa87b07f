using System.Collections.Immutable;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Quality;
using S7OpcBridge.Core.Tags;
using S7OpcBridge.Core.Timing;
using S7OpcBridge.Core.Values;

namespace S7OpcBridge.Core.Reading;

/// <summary>One scan class at work: its tags, plan and image, its clock and its cycle. Belongs to the read lane; what other threads may touch says so.</summary>
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

    /// <summary>The slots of all classes of the PLC: a plan may carry tags of others.</summary>
    public TagSlot[] Slots { get; private set; }

    /// <summary>Its own slots.</summary>
    public Span<TagSlot> Own => Slots.AsSpan(Span.First, Span.Count);

    public ScanPlan Plan => _image.Plan;

    public ProcessImage Image => _image;

    /// <summary>Laid before the next cycle; null: the plan stands.</summary>
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

    /// <summary>True: somebody asked for a cycle out of turn.</summary>
    public bool IsPollAsked => Volatile.Read(ref _pollAsked) != 0;

    /// <summary>True: the cycle just played needs a look by <see cref="Isolation"/>.</summary>
    public bool HasRefusals => Cycle.HasRefusals || Plan.Suspects.Length > 0;

    /// <summary>Ticks between two cycles that are due now; 0: nobody wants any.</summary>
    public long WantedInterval => Group.Mode switch
    {
        ScanMode.AtRate => Group.Interval.Ticks * Pace.Factor * _context.Pace.Factor,
        ScanMode.Demand => Demand.Interval * Pace.Factor * _context.Pace.Factor,
        _ => 0,
    };

    /// <summary>Ticks after which values should have been confirmed; 0: the class has no rate.</summary>
    public long TrustedInterval => Group.Mode == ScanMode.OnCommand ? 0 : WantedInterval is > 0 and var wanted ? wanted : Group.Interval.Ticks;

    /// <summary>True: tags left the plan or came back; it and its kin are planned anew.</summary>
    public bool NeedsPlan { get; set; }

    /// <summary>True: the plan that is being made is laid even where it asks for the same as now.</summary>
    public bool MustLay { get; set; }

    /// <summary>Asks for one cycle out of turn. Any thread; ring the wakeup afterwards.</summary>
    public void AskPoll() => Volatile.Write(ref _pollAsked, 1);

    /// <summary>For a new connection, which knows nothing of the refusals of the last.</summary>
    public void Forget()
    {
        Clock.Stop();
        Pace.Reset();
        Staleness.Told();
        foreach (ref var slot in Own)
            (slot.Care, slot.Suspect, slot.Refused, slot.Dirty) = (SlotMerging.Merged, false, false, false);
    }

    /// <summary>Puts the next plan in place; no cycle may be active.</summary>
    public void LayNext()
    {
        _image.Adopt(NextPlan!, Slots);
        NextPlan = null;
        Cycle.Fit(Plan.JobCount);
        Statistics.Jobs = Plan.JobCount;
    }

    /// <summary>Goes on with other tags and their image, as if nothing had happened to those that stay: a cycle that was on its way is begun again, at once.</summary>
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

    /// <summary>True: a batch has been begun that nobody has seen yet.</summary>
    public bool HasNews => _batch is { Count: > 0 };

    /// <summary>True: what has been found is enough to be handed on before the cycle ends.</summary>
    public bool HasMuch => _batch is { IsFull: true };

    /// <summary>Brings the clock to the rate that is wanted now. True: it changed.</summary>
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

    /// <summary>A tag was written: reads what carries it, soon.</summary>
    public void ReadBack(int slot, long now, ReadBack readBack)
    {
        if (Slots[slot].Deadband is { } deadband)
        {
            // A cycle may have read the new value already, and kept it back.
            deadband.Open();
            _image.Unsettle();
        }
        if (!Plan.Carries(slot))
        {
            // The PLC refuses it, or it is about to come into another plan: nobody knows when it will be read.
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
            Cycle.Want(Plan.JobOf[slot], now);
        }
    }

    /// <summary>The cycle that was to read tags back is over: those who wait for it are told with the next batch.</summary>
    public void EndReadBacks() => _readBacks.End();

    /// <summary>A tag cannot be read back: those who wait for it are told with the next batch.</summary>
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

    /// <summary>Takes one job's answer into the image.</summary>
    public void Take(PlcLink link, int job, TagQuality due)
    {
        _batch ??= _context.Pool.Rent();
        _answer.Begin(_image, job, Slots, due, _context.Time.UtcTicks(), _batch, Cycle.RefusedItems);
        link.TakeAnswer(Plan, job, _answer);
        Cycle.WasCut |= _answer.WasCut;
    }

    /// <summary>Tags cut over several items are decoded here, once their pieces are there.</summary>
    public void TakeTorn(TagQuality due)
    {
        if (Plan.Torn.Length > 0 && Cycle.IsClean && Cycle.RefusedItems.Count == 0)
            _image.TakeTorn(Slots, Cycle.IsWhole, due, _context.Time.UtcTicks(), _batch ??= _context.Pool.Rent());
    }

    /// <summary>The PLC refuses a tag: out of the plan, no value.</summary>
    public void Refuse(int slot, TagQuality quality)
    {
        ref var refused = ref Slots[slot];
        (refused.Refused, refused.Suspect) = (true, false);
        Tell(ref refused, quality);
    }

    /// <summary>Holds the tags of blocks that look otherwise, and lets those of all others go. True: the plan is another one now.</summary>
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
                Tell(ref slot, TagQuality.LayoutChanged);
        }
        return changed;
    }

    /// <summary>Says a quality of its tags; what it means for the last value follows from the quality. Whoever carries one of them has to be unsettled.</summary>
    public void TellAll(TagQuality quality)
    {
        foreach (ref var slot in Own)
        {
            if (quality is TagQuality.NotConfirmed or TagQuality.CpuStopped && slot.Sent is not (TagQuality.Good or TagQuality.NotConfirmed or TagQuality.CpuStopped))
                continue;
            Tell(ref slot, quality == TagQuality.LinkDownLastValue && !slot.HasValue ? TagQuality.LinkDown : quality);
        }
    }

    /// <summary>The quality due has changed: the next answers say it of each tag.</summary>
    public void Unsettle() => _image.Unsettle();

    /// <summary>Hands the batch on, waiting while the reader is behind. Also an empty one: it tells how old the values are.</summary>
    /// <param name="confirmedTicks">When the PLC last confirmed the values, or was last tried.</param>
    /// <param name="endsCycle">True: completes the tasks of callers that wait for the cycle.</param>
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

    /// <summary>Ends the cycle because the link is gone; callers that wait for it are woken with the next batch.</summary>
    public void Drop()
    {
        Cycle.End();
        EndWaits();
    }

    /// <summary>No cycle will be played for now: all who wait are told with the next batch.</summary>
    public void EndWaits()
    {
        TakeWaiters();
        _readBacks.BeginWhole();
        _readBacks.End();
    }

    /// <summary>Takes over the callers that wait for a cycle; the next batch that ends one wakes them.</summary>
    public void TakeWaiters() => _waiters ??= Waiters.Take();

    private void Tell(ref TagSlot slot, TagQuality quality)
    {
        if (slot.Sent == quality)
            return;
        slot.Sent = quality;
        slot.HasValue &= quality is TagQuality.LinkDownLastValue or TagQuality.NotConfirmed or TagQuality.CpuStopped or TagQuality.LayoutChanged;
        (_batch ??= _context.Pool.Rent()).Add(new TagSample(slot.Tag, default, quality, _context.Time.UtcTicks()));
    }
}
