using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Reading;
using S7OpcBridge.Core.Timing;

namespace S7OpcBridge.Core.SessionState;

/// <summary>
/// Other tags for a running session: slots, classes and plans. They are made on any thread and taken over between two cycles.
/// What is known of a tag that stays moves along when that happens, not before.
/// </summary>
internal sealed class SessionChange
{
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly bool[] _hasNew;
    private LinkPlanner? _plannedFor;
    private Task _planning = Task.CompletedTask;

    private SessionChange(PlcDefinition plc, TagMap map, ClassSpan[] spans, ScanClass[] classes, TagSlot[] slots, int[] from) =>
        (Plc, Map, Spans, Classes, Slots, From, _hasNew) = (plc, map, spans, classes, slots, from, Array.ConvertAll(spans, span => from.AsSpan(span.First, span.Count).Contains(-1)));

    public PlcDefinition Plc { get; }

    public TagMap Map { get; }

    public ClassSpan[] Spans { get; }

    /// <summary>The classes to come, in the order of <see cref="Spans"/>; those that stay are the objects at work.</summary>
    public ScanClass[] Classes { get; }

    /// <summary>The slots to come; those that stay are filled in when they are taken over.</summary>
    public TagSlot[] Slots { get; }

    /// <summary>Where each slot is now; -1: it is new.</summary>
    public int[] From { get; }

    /// <summary>True: what was refused is asked for again.</summary>
    public bool AsksAllAgain { get; set; }

    /// <summary>One plan per class, made for a link; null: the link was down.</summary>
    public ScanPlan[]? Plans { get; private set; }

    /// <summary>Ends when the session works with the new tags, or has ended.</summary>
    public Task Done => _done.Task;

    /// <summary>True: the class gets tags that nothing is known of.</summary>
    public bool HasNew(int place) => _hasNew[place];

    /// <summary>Lays slots and classes out for the tags of a map.</summary>
    public static SessionChange Of(PlcContext context, SessionParts now, CodecCache codecs, TagMap map, PlcDefinition plc, ILookup<int, Tag> tagsByGroup)
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
            slots[i] = from[i] >= 0 ? now.Slots[from[i]] : TagSlot.Of(tags[i], codecs.For(tags[i]));
            slots[i].Snapshot = tags[i].Details?.Snapshot ?? 0;
        }
        var classes = Array.ConvertAll(spans, span => Array.Find(now.Classes, scan => scan.Group.Index == span.Scan.Index) ?? new ScanClass(span, slots, context));
        return new SessionChange(plc, map, spans, classes, slots, from);
    }

    /// <summary>Plans for a link, by what is known of the tags at this moment. Takes its time.</summary>
    public void PlanFor(LinkPlanner planner)
    {
        foreach (ref var slot in Slots.AsSpan())
            slot.Snapshot = planner.GroupOf(Map, Map.Tags[slot.Tag]);
        Plans = planner.Plan(Spans, Slots);
        Volatile.Write(ref _plannedFor, planner);
    }

    /// <summary>True: plans for a link are there. False: it is another one than before; they are being made on another thread, which rings the wakeup.</summary>
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

    /// <summary>Brings the slots that stay up to date. True: the plans were made for what is still so.</summary>
    public bool CatchUp(TagSlot[] now)
    {
        var same = true;
        for (var i = 0; i < Slots.Length; i++)
        {
            if (From[i] < 0)
                continue;
            ref readonly var slot = ref now[From[i]];
            same &= (slot.Care, slot.Suspect, slot.Refused, slot.Held) == (Slots[i].Care, Slots[i].Suspect, Slots[i].Refused, Slots[i].Held);
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
