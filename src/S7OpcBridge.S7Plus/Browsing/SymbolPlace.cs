using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Browsing;

/// <summary>The position while the path of a symbol is resolved: area, LIDs so far, and the checksum as long as it can be computed. Immutable.</summary>
internal sealed record SymbolPlace(uint Area, uint SubArea, uint[] Lids, SymbolCrc Crc, bool HasCrc)
{
    public static SymbolPlace From(S7PlusBlock block) => new(block.Rid, block.SubArea, [], default, true);

    public S7PlusAddress Address => new(Area, SubArea, Lids, HasCrc ? Crc.Value : 0);

    public SymbolPlace Member(string name, uint lid, S7PlusType type)
    {
        var crc = Crc;
        crc.Add(name, type);
        return this with { Lids = [.. Lids, lid], Crc = crc };
    }

    /// <summary>The position of a whole array. For several dimensions the checksum is unknown.</summary>
    public SymbolPlace Array(string name, uint lid, S7PlusType elementType, int lowerBound, bool isMulti)
    {
        var crc = Crc;
        crc.AddArray(name, elementType, lowerBound);
        return this with { Lids = [.. Lids, lid], Crc = crc, HasCrc = HasCrc && !isMulti };
    }

    /// <summary>The position of an element: its index counted from 0, followed by a 1 where the element is a structure.</summary>
    public SymbolPlace Element(uint index, bool isStructure) =>
        this with
        {
            Lids = isStructure ? [.. Lids, index, PlusIds.ElementOfStructArray] : [.. Lids, index],
            HasCrc = false,
        };
}
