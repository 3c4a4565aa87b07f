using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>What a session keeps from one connection to the next. Belongs to whoever serves the session at the moment: the read lane, or the session between two links.</summary>
internal sealed class SessionParts
{
    private readonly PlcSite _site;
    private ScanClass[] _classes;
    private SessionChange? _change;
    private Blocking? _blocks;

    public SessionParts(PlcSite site, ILookup<int, Tag> tagsByGroup, CodecShelf codecs)
    {
        _site = site;
        var spans = Spans(site.Map, site.Plc, tagsByGroup);
        Slots = SlotsOf(spans, tagsByGroup, codecs);
        _classes = Array.ConvertAll(spans, span => new ScanClass(span, Slots, site));
        BadTags = new BadTags(site);
        Hosts = new PlcHosts(site.Plc.Connection);
        Ceiling = new LoadCeiling(site.Plc.Load);
        Guests = new GuestTurns(Ceiling, site);
        Isolation = new Isolation(site, BadTags, Ceiling);
        ReadBacks = new ReadBacks(site.Map, _classes, site);
    }

    /// <summary>Any thread.</summary>
    public ScanClass[] Classes => Volatile.Read(ref _classes);

    /// <summary>The slots of all classes, class by class.</summary>
    public TagSlot[] Slots { get; private set; }

    /// <summary>Other tags that wait to be taken over; null: none. Any thread.</summary>
    public SessionChange? Change
    {
        get => Volatile.Read(ref _change);
        set => Volatile.Write(ref _change, value);
    }

    public PlcHosts Hosts { get; }

    public BadTags BadTags { get; }

    public Isolation Isolation { get; }

    public LoadCeiling Ceiling { get; }

    /// <summary>Any thread.</summary>
    public GuestTurns Guests { get; }

    public ReadBacks ReadBacks { get; }

    public CpuWatch Cpu { get; } = new();

    public WriteQueue Writes { get; } = new(capacity: 4096);

    /// <summary>Data blocks that the tags lie in. Any thread.</summary>
    public ushort[] Blocks
    {
        get
        {
            var slots = Slots;
            if (Volatile.Read(ref _blocks) is { } known && ReferenceEquals(known.Of, slots))
                return known.Numbers;
            var blocks = new Blocking(slots, [.. slots.Where(static slot => slot.Range.Area == S7Area.DataBlock).Select(static slot => slot.Range.Db).Distinct()]);
            Volatile.Write(ref _blocks, blocks);
            return blocks.Numbers;
        }
    }

    /// <summary>True once a tag of a data block was read: who asks for blocks that were never there gets broken answers from some servers (Snap7's has another's reference).</summary>
    /// <param name="db">The block.</param>
    /// <param name="isGood">True: and the value is good now, so the block is there.</param>
    public bool HasRead(ushort db, bool isGood)
    {
        foreach (ref readonly var slot in Slots.AsSpan())
        {
            if ((isGood ? slot.Sent == TagQuality.Good : slot.HasValue) && slot.Range.Area == S7Area.DataBlock && slot.Range.Db == db)
                return true;
        }
        return false;
    }

    /// <summary>Number of tags in a data block.</summary>
    public int TagsOf(ushort db) => Slots.Count(slot => slot.Range.Area == S7Area.DataBlock && slot.Range.Db == db);

    /// <summary>Says a quality of all tags of a class; the answers to come are looked at again, whoever carries the tags.</summary>
    public void Tell(ScanClass scan, TagQuality quality)
    {
        scan.TellAll(quality);
        foreach (var each in Classes)
            each.Unsettle();
    }

    /// <summary>Lets the members of each structure that a PDU can carry stay together in the plans of this connection.</summary>
    public void HoldStructures(TagMap map, int pduSize)
    {
        if (map.Structures.IsEmpty)
            return;
        foreach (ref var slot in Slots.AsSpan())
            slot.Snapshot = TagRanges.Of(map, map.Tags[slot.Tag], pduSize).Snapshot;
    }

    /// <summary>
    /// Takes other tags over; nothing may be in flight. Classes without a plan have one afterwards that asks for nothing. Returns the classes that left; what they have to
    /// say is still to be sent.
    /// </summary>
    /// <param name="change">What to take over.</param>
    /// <param name="plans">One plan per class to come; null: the link is down, and images are of no use.</param>
    public ScanClass[] Adopt(SessionChange change, ScanPlan[]? plans)
    {
        var images = Array.ConvertAll(_classes, static scan => scan.Image);
        var leaving = Array.FindAll(_classes, scan => Array.IndexOf(change.Classes, scan) < 0);
        foreach (var scan in leaving)
            scan.Drop();
        for (var i = 0; i < change.Classes.Length; i++)
            change.Classes[i].Adopt(change.Spans[i], change.Slots, plans is null ? new ProcessImage() : ProcessImage.Laid(plans[i], change.Slots, change.From, images));
        BadTags.Follow(change, _classes);
        ReadBacks.Adopt(change.Map, change.Classes);
        Slots = change.Slots;
        Volatile.Write(ref _classes, change.Classes);
        _site.Adopt(change.Plc, change.Map);
        // Whoever changed the tags has seen the program they are for.
        _site.Layouts.Forget();
        Change = null;
        return leaving;
    }

    /// <summary>Where the tags of each class of a PLC will stand.</summary>
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

    private static TagSlot[] SlotsOf(ClassSpan[] spans, ILookup<int, Tag> tagsByGroup, CodecShelf codecs)
    {
        var slots = new TagSlot[spans.Sum(static span => span.Count)];
        var next = 0;
        foreach (var span in spans)
        {
            foreach (var tag in tagsByGroup[span.Scan.Index])
                slots[next++] = TagSlot.Of(tag, codecs.For(tag));
        }
        return slots;
    }

    private sealed record Blocking(TagSlot[] Of, ushort[] Numbers);
}
