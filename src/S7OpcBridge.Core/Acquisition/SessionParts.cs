namespace S7OpcBridge.Core;

/// <summary>What a session keeps from one connection to the next.</summary>
internal sealed class SessionParts
{
    public SessionParts(PlcSite site, ILookup<int, Tag> tagsByGroup, CodecShelf codecs)
    {
        var spans = Spans(site, tagsByGroup);
        Slots = [.. spans.SelectMany(span => tagsByGroup[span.Scan.Index]).Select(tag => TagSlot.Of(tag, codecs.For(tag)))];
        Classes = Array.ConvertAll(spans, span => new ScanClass(span, Slots, site));
        BadTags = new BadTags(site);
        Ceiling = new LoadCeiling(site.Plc.Load);
        Isolation = new Isolation(site, BadTags, Ceiling);
        ReadBacks = new ReadBacks(site.Map, Classes, site.Alarm);
    }

    public ScanClass[] Classes { get; }

    /// <summary>The slots of all classes, class by class.</summary>
    public TagSlot[] Slots { get; }

    public BadTags BadTags { get; }

    public Isolation Isolation { get; }

    public LoadCeiling Ceiling { get; }

    public ReadBacks ReadBacks { get; }

    public CpuWatch Cpu { get; } = new();

    public WriteQueue Writes { get; } = new(capacity: 4096);

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

    private static ClassSpan[] Spans(PlcSite site, ILookup<int, Tag> tagsByGroup)
    {
        var spans = new List<ClassSpan>();
        var first = 0;
        foreach (var group in site.Map.ScanGroups.Where(group => group.Plc == site.Plc.Index))
        {
            spans.Add(new ClassSpan(group, first, tagsByGroup[group.Index].Count()));
            first += spans[^1].Count;
        }
        return [.. spans];
    }
}
