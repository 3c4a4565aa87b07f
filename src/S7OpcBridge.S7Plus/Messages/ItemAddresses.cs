using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Messages;

/// <summary>
/// The item list of a read or write: number of items, sum of their fields, then each as <c>CRC area count sub-area LIDs</c>, all of variable length.
/// </summary>
internal static class ItemAddresses
{
    public static void Write(PlusWriter to, ReadOnlySpan<S7PlusAddress> items)
    {
        var fields = 0;
        foreach (var item in items)
            fields += item.Fields;
        to.Vlq((uint)items.Length);
        to.Vlq((uint)fields);
        foreach (var item in items)
            Write(to, item);
    }

    public static void Write(PlusWriter to, S7PlusAddress item)
    {
        to.Vlq(item.Crc);
        to.Vlq(item.Area);
        to.Vlq((uint)(1 + item.Lids.Length));
        to.Vlq(item.SubArea);
        foreach (var lid in item.Lids)
            to.Vlq(lid);
    }

    /// <summary>Reads the targets of a request: an object, and items where it is 0, otherwise ids of its attributes.</summary>
    public static (uint Object, S7PlusAddress[] Items, uint[] Attributes) ReadTargets(ref PlusReader from)
    {
        var target = from.UInt32();
        if (target == 0)
            return (target, Read(ref from), []);
        var attributes = new uint[from.Count()];
        from.Vlq32();
        for (var i = 0; i < attributes.Length; i++)
            attributes[i] = from.Vlq32();
        return (target, [], attributes);
    }

    private static S7PlusAddress[] Read(ref PlusReader from)
    {
        var items = new S7PlusAddress[from.Count(4)];
        from.Vlq32();
        for (var i = 0; i < items.Length; i++)
            items[i] = ReadOne(ref from);
        return items;
    }

    private static S7PlusAddress ReadOne(ref PlusReader from)
    {
        var crc = from.Vlq32();
        var area = from.Vlq32();
        var count = from.Count();
        if (count == 0)
            throw new S7PlusProtocolException($"Broken request: an item without a sub-area before byte {from.Position}.");
        var subArea = from.Vlq32();
        var lids = new uint[count - 1];
        for (var i = 0; i < lids.Length; i++)
            lids[i] = from.Vlq32();
        return new S7PlusAddress(area, subArea, lids, crc);
    }
}
