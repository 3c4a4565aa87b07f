using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Reading;
using S7OpcBridge.Core.Timing;

namespace S7OpcBridge.Core.SessionState;

/// <summary>
/// The new tags of a running session after a reload: slots, classes and plans. Made on any thread and taken over between two cycles, when the state of tags
/// that stay is copied.
/// </summary>
internal sealed class SessionChange
{
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly bool[] _hasNew;
    private LinkPlanner? _plannedFor;
    private Task _planning = Task.CompletedTask;

    private SessionChange(PlcDefinition plc, TagMap map, ClassSpan[] spans, ScanClass[] classes, TagSlot[] slots, int[] from) =>
        (Plc, Map, Spans, Classes, Slots, From, _hasNew) = (
            plc,
            map,
            spans,
            classes,
            slots,
            from,
            Array.ConvertAll(spans, span => from.AsSpan(span.First, span.Count).Contains(-1))
        );

    public PlcDefinition Plc { get; }

    public TagMap Map { get; }

    public ClassSpan[] Spans { get; }

    /// <summary>The new classes in the order of <see cref="Spans"/>; those that stay are the running objects.</summary>
    public ScanClass[] Classes { get; }

    /// <summary>The new slots; the state of those that stay is copied by <see cref="CatchUp"/>.</summary>
    public TagSlot[] Slots { get; }

    /// <summary>The present index of each slot; -1: it is new.</summary>
    public int[] From { get; }

    /// <summary>True: refused tags are read again.</summary>
    public bool AsksAllAgain { get; set; }

    /// <summary>One plan per class, made for a link; null: the link was down.</summary>
    public ScanPlan[]? Plans { get; private set; }

    /// <summary>Completes when the session uses the new tags, or has ended.</summary>
    public Task Done => _done.Task;

    /// <summary>True: the class gets tags without a known value.</summary>
    public bool HasNew(int place) => _hasNew[place];

    /// <summary>Makes slots and classes for the tags of a map.</summary>
    public static SessionChange Create(
        PlcContext context,
        SessionParts now,
        CodecCache codecs,
        TagMap map,
        PlcDefinition plc,
        ILookup<int, Tag> tagsByGroup
    )
    {
        var spans = SessionParts.Spans(map, plc, tagsByGroup);
        var tags = spans.SelectMany(span => tagsByGroup[span.Scan.Index]).ToArray();
        var where = new Dictionary<int, int>(now.Slots.Length);
        for (var slot = 0; slot < now.Slots.Length; slot++)
            where[now.Slots[slot].Tag] = slot;
        var from = Array.ConvertAll(tags, tag => where.GetValueOrDefault(tag.Id, -1));
        var slots = new TagSlot[tags.Length];
        for (var i = 0; i < slots.Length; i++)
        {
            slots[i] = from[i] >= 0 ? now.Slots[from[i]] : TagSlot.For(tags[i], codecs.For(tags[i]));
            slots[i].Snapshot = tags[i].Details?.Snapshot ?? 0;
        }
        var classes = Array.ConvertAll(
            spans,
            span => Array.Find(now.Classes, scan => scan.Group.Index == span.Scan.Index) ?? new ScanClass(span, slots, context)
        );
        return new SessionChange(plc, map, spans, classes, slots, from);
    }

    /// <summary>Makes plans for a link from the present state of the tags. May take about a second.</summary>
    public void PlanFor(LinkPlanner planner)
    {
        foreach (ref var slot in Slots.AsSpan())
            slot.Snapshot = planner.GroupOf(Map, Map.Tags[slot.Tag]);
        Plans = planner.Plan(Spans, Slots);
        Volatile.Write(ref _plannedFor, planner);
    }

    /// <summary>True: plans for this link are ready. False: the link is a new one; plans are being made on another thread, which calls the wakeup.</summary>
    public bool IsPlannedFor(LinkPlanner planner, AsyncWakeup wakeup)
    {
        if (Volatile.Read(ref _plannedFor) == planner)
            return true;
        if (_planning.IsFaulted)
            throw new InvalidOperationException("The read plan could not be made.", _planning.Exception);
        if (_planning.IsCompleted)
            _planning = Task.Run(() =>
            {
                PlanFor(planner);
                wakeup.Wake();
            });
        return false;
    }

    /// <summary>Copies the state of the slots that stay. Returns true where the plans still fit that state.</summary>
    public bool CatchUp(TagSlot[] now)
    {
        var same = true;
        for (var i = 0; i < Slots.Length; i++)
        {
            if (From[i] < 0)
                continue;
            ref readonly var slot = ref now[From[i]];
            same &=
                (slot.Care, slot.Suspect, slot.Refused, slot.Held) == (Slots[i].Care, Slots[i].Suspect, Slots[i].Refused, Slots[i].Held);
            var snapshot = Slots[i].Snapshot;
            Slots[i] = slot;
            Slots[i].Snapshot = snapshot;
            if (AsksAllAgain && slot.Refused)
            {
                Slots[i].Refused = false;
                same = false;
            }
        }
        return same;
    }

    public void Complete() => _done.TrySetResult();
}
