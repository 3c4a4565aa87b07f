using S7OpcBridge.S7;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.Simulator.Plus.Symbols;

/// <summary>The PLC tags of one memory area after a download: members of its type at absolute offsets. Immutable.</summary>
internal sealed class SymbolArea
{
    // LIDs of earlier tags are not used again, so that an address of a tag that is gone finds nothing.
    private readonly uint _nextLid = SymbolType.FirstLid;

    private SymbolArea(uint rid, S7Area area, uint type, IReadOnlyList<SoftTag> tags, SymbolArea? before, ulong now)
    {
        (Rid, Area, Tags) = (rid, area, tags);
        Type = new SymbolType(type, "");
        Modified = now;
        _nextLid = before?._nextLid ?? _nextLid;
        foreach (var tag in tags)
        {
            var place = tag.Place();
            var offset = place.IsByNumber ? place.Address.Offset * PlcMemory.BytesPerNumber : place.Address.Offset;
            var same = before?.Type.Members.FirstOrDefault(old =>
                old.Element == place.Type && old.Offset == offset && old.Bit == place.Address.Bit && !Type.Has(old.Lid)
            );
            var member = Type.Add(tag.Name, place.Type, null, [], same?.Lid ?? _nextLid++);
            (member.Offset, member.Bit, member.IsWritable) = (offset, place.Address.Bit, tag.IsWritable);
        }
    }

    /// <summary>The object of the area.</summary>
    public uint Rid { get; }

    public S7Area Area { get; }

    public IReadOnlyList<SoftTag> Tags { get; }

    public SymbolType Type { get; }

    /// <summary>Time of the last change of its tags, in nanoseconds since 1970.</summary>
    public ulong Modified { get; }

    /// <summary>Compiles the areas. Those with unchanged tags are kept; elsewhere a tag keeps its local id as long as its address and type stay.</summary>
    /// <exception cref="SoftPlcException">A tag is invalid, or two have the same name.</exception>
    public static SymbolArea[] Compile(IReadOnlyList<SoftTag> tags, IReadOnlyList<SymbolArea> before, ulong now)
    {
        if (tags.GroupBy(tag => tag.Name, StringComparer.OrdinalIgnoreCase).FirstOrDefault(same => same.Skip(1).Any()) is { } twice)
            throw new SoftPlcException($"The soft PLC has two PLC tags with the name {twice.Key}.");
        var byArea = tags.ToLookup(tag => tag.Place().Address.Area);
        return Array.ConvertAll(
            Layout,
            known =>
            {
                var own = byArea[known.Area].ToArray();
                var old = before.FirstOrDefault(each => each.Rid == known.Rid);
                return old is not null && old.Tags.SequenceEqual(own)
                    ? old
                    : new SymbolArea(known.Rid, known.Area, known.Type, own, old, now);
            }
        );
    }

    /// <summary>The type of the area as an object.</summary>
    public PlusObject ToObject() => Type.ToObject(optimised: false, Modified, []);

    // The types of the areas have the same ids on every CPU.
    private static readonly (uint Rid, S7Area Area, uint Type)[] Layout =
    [
        (PlusIds.Inputs, S7Area.Inputs, 0x9001_0000),
        (PlusIds.Outputs, S7Area.Outputs, 0x9002_0000),
        (PlusIds.Memory, S7Area.Markers, 0x9003_0000),
        (PlusIds.Timers, S7Area.Timers, 0x9005_0000),
        (PlusIds.Counters, S7Area.Counters, 0x9006_0000),
    ];
}
