namespace S7OpcBridge.Core;

/// <summary>What a session keeps from one connection to the next.</summary>
internal sealed class SessionParts
{
    public SessionParts(PlcSite site, ILookup<int, Tag> tagsByGroup, CodecShelf codecs)
    {
        Classes = [.. site.Map.ScanGroups.Where(group => group.Plc == site.Plc.Index).Select(group => new ScanClass(group, SlotsOf(tagsByGroup[group.Index], codecs), site))];
        BadTags = new BadTags(site);
        Ceiling = new LoadCeiling(site.Plc.Load);
        Isolation = new Isolation(site, BadTags, Ceiling);
        ReadBacks = new ReadBacks(site.Map, Classes, site.Alarm);
    }

    public ScanClass[] Classes { get; }

    public BadTags BadTags { get; }

    public Isolation Isolation { get; }

    public LoadCeiling Ceiling { get; }

    public ReadBacks ReadBacks { get; }

    public CpuWatch Cpu { get; } = new();

    public WriteQueue Writes { get; } = new(capacity: 4096);

    private static TagSlot[] SlotsOf(IEnumerable<Tag> tags, CodecShelf codecs) => [.. tags.Select(tag => TagSlot.Of(tag, codecs.For(tag)))];
}
