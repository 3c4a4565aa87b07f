using S7OpcBridge.Core.ClassicS7;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Plus;
using S7OpcBridge.Core.Quality;
using S7OpcBridge.Core.Reading;
using S7OpcBridge.Core.Writing;

namespace S7OpcBridge.Core.SessionState;

/// <summary>What a session keeps between connections. Belongs to the read lane while there is a link, otherwise to the session.</summary>
internal sealed class SessionParts
{
    private readonly PlcContext _context;
    private ScanClass[] _classes;
    private SessionChange? _change;
    private BlockNumbers? _blocks;

    public SessionParts(PlcContext context, ILookup<int, Tag> tagsByGroup, CodecCache codecs)
    {
        _context = context;
        var spans = Spans(context.Map, context.Plc, tagsByGroup);
        Slots = SlotsOf(spans, tagsByGroup, codecs);
        _classes = Array.ConvertAll(spans, span => new ScanClass(span, Slots, context));
        BadTags = new BadTagList(context, () => Slots);
        Ceiling = new LoadCeiling(context.Plc.Load);
        Protocol = context.Plc.IsS7Plus ? new PlusProtocol(context, Ceiling) : new S7Protocol(context, Ceiling, () => Blocks);
        ExternalJobs = new ExternalJobGate(Ceiling, context);
        Isolation = new Isolation(context, BadTags);
        ReadBacks = new ReadBacks(context.Map, _classes, context);
        Alarms = context is { Plc.Alarms: not null, Alarms: { } alarms } ? new SessionAlarms(alarms) : null;
    }

    /// <summary>Any thread.</summary>
    public ScanClass[] Classes => Volatile.Read(ref _classes);

    /// <summary>The slots of all classes, class by class.</summary>
    public TagSlot[] Slots { get; private set; }

    /// <summary>The change of a reload that waits to be taken over; null: none. Any thread.</summary>
    public SessionChange? Change
    {
        get => Volatile.Read(ref _change);
        set => Volatile.Write(ref _change, value);
    }

    public PlcProtocol Protocol { get; }

    public BadTagList BadTags { get; }

    public Isolation Isolation { get; }

    public LoadCeiling Ceiling { get; }

    /// <summary>Any thread.</summary>
    public ExternalJobGate ExternalJobs { get; }

    public ReadBacks ReadBacks { get; }

    /// <summary>The alarms of the CPU; null: the map does not want them.</summary>
    public SessionAlarms? Alarms { get; }

    /// <summary>Plans of the present classes for a link.</summary>
    public ScanPlans PlansFor(PlcLink link)
    {
        var spans = Array.ConvertAll(Classes, static scan => scan.Span);
        var maker = new PlanMaker(spans, _context.Wakeup, Task.Run);
        return new ScanPlans(Classes, Slots, link.Planner, () => Isolation.ItemCap, maker);
    }

    public CpuWatch Cpu { get; } = new();

    public WriteQueue Writes { get; } = new(capacity: 4096);

    /// <summary>Numbers of the data blocks that the tags use. Any thread.</summary>
    public ushort[] Blocks
    {
        get
        {
            var slots = Slots;
            if (Volatile.Read(ref _blocks) is { } known && ReferenceEquals(known.ForSlots, slots))
                return known.Numbers;
            var blocks = new BlockNumbers(slots, [.. slots.Select(static slot => slot.DataBlock).OfType<ushort>().Distinct()]);
            Volatile.Write(ref _blocks, blocks);
            return blocks.Numbers;
        }
    }

    /// <summary>
    /// True once a tag of a data block was read. Some servers answer queries for missing blocks wrongly (Snap7's with the reference of another job).
    /// </summary>
    /// <param name="db">The block.</param>
    /// <param name="isGood">True: only where the value is good now, so that the block exists.</param>
    public bool HasRead(ushort db, bool isGood)
    {
        foreach (ref readonly var slot in Slots.AsSpan())
        {
            if ((isGood ? slot.Sent == TagQuality.Good : slot.HasValue) && slot.DataBlock == db)
                return true;
        }
        return false;
    }

    /// <summary>Number of tags in a data block.</summary>
    public int TagsOf(ushort db) => Slots.Count(slot => slot.DataBlock == db);

    /// <summary>
    /// Publishes a quality for all tags of a class. Any class may carry these tags, so the next answers of all classes are compared tag by tag.
    /// </summary>
    public void Publish(ScanClass scan, TagQuality quality)
    {
        scan.PublishAll(quality);
        foreach (var each in Classes)
            each.Unsettle();
    }

    /// <summary>Keeps the members of each structure that fits a PDU together in the plans of this connection.</summary>
    public void HoldStructures(TagMap map, LinkPlanner planner)
    {
        if (map.Structures.IsEmpty)
            return;
        foreach (ref var slot in Slots.AsSpan())
            slot.Snapshot = planner.GroupOf(map, map.Tags[slot.Tag]);
    }

    /// <summary>
    /// Takes the tags of a reload over; nothing may be in flight. Classes without a plan get an empty one. Returns the removed classes, whose last samples are
    /// still to be sent.
    /// </summary>
    /// <param name="plans">One plan per new class; null: the link is down, and no images are needed.</param>
    public ScanClass[] Adopt(SessionChange change, ScanPlan[]? plans)
    {
        var images = Array.ConvertAll(_classes, static scan => scan.Image);
        var leaving = Array.FindAll(_classes, scan => Array.IndexOf(change.Classes, scan) < 0);
        foreach (var scan in leaving)
            scan.Drop();
        for (var i = 0; i < change.Classes.Length; i++)
            change
                .Classes[i]
                .Adopt(
                    change.Spans[i],
                    change.Slots,
                    plans is null ? new ProcessImage() : ProcessImage.Laid(plans[i], change.Slots, change.From, images)
                );
        if (change.AsksAllAgain)
            BadTags.Clear();
        BadTags.Follow(change.From, _classes);
        ReadBacks.Adopt(change.Map, change.Classes);
        Slots = change.Slots;
        Volatile.Write(ref _classes, change.Classes);
        // Plans made again for the same tags must not undo a reload that came meanwhile.
        _context.Adopt(change.AsksAllAgain ? _context.Plc : change.Plc, change.AsksAllAgain ? _context.Newest : change.Map);
        // Saving the map confirms the layouts.
        _context.Layouts.Forget();
        Change = null;
        return leaving;
    }

    /// <summary>The slots of each class of a PLC.</summary>
    public static ClassSpan[] Spans(TagMap map, PlcDefinition plc, ILookup<int, Tag> tagsByGroup)
    {
        var spans = new List<ClassSpan>();
        var first = 0;
        foreach (var group in map.ScanGroups.Where(group => group.Plc == plc.Index))
        {
            spans.Add(new ClassSpan(group, first, tagsByGroup[group.Index].Count()));
            first += spans[^1].Count;
        }
        return [.. spans];
    }

    private static TagSlot[] SlotsOf(ClassSpan[] spans, ILookup<int, Tag> tagsByGroup, CodecCache codecs)
    {
        var slots = new TagSlot[spans.Sum(static span => span.Count)];
        var next = 0;
        foreach (var span in spans)
        {
            foreach (var tag in tagsByGroup[span.Scan.Index])
                slots[next++] = TagSlot.For(tag, codecs.For(tag));
        }
        return slots;
    }

    private sealed record BlockNumbers(TagSlot[] ForSlots, ushort[] Numbers);
}
