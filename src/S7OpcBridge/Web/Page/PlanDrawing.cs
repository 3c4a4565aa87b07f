using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge;

/// <summary>How a PLC is read, as bytes to draw.</summary>
/// <param name="Plc">Its name.</param>
/// <param name="Simulated">True: a soft PLC.</param>
/// <param name="IsPlayed">True: what is played on the connection; false: what is expected of the next one.</param>
/// <param name="WasConnected">True: the PLC has been read since the bridge was started.</param>
/// <param name="PduSize">Bytes of a PDU.</param>
/// <param name="Scans">The scan classes.</param>
internal sealed record PlanDrawing(string Plc, bool Simulated, bool IsPlayed, bool WasConnected, int PduSize, IReadOnlyList<ScanDrawing> Scans);

/// <summary>The requests of a scan class.</summary>
/// <param name="Name">Its name.</param>
/// <param name="IntervalMs">Time between two cycles.</param>
/// <param name="Mode">As in <see cref="ScanLine"/>.</param>
/// <param name="Tags">Tags of the class; they may ride in the requests of a faster one.</param>
/// <param name="Requests">Requests of a cycle.</param>
/// <param name="Items">Items in them.</param>
/// <param name="Bytes">Data bytes that they bring.</param>
/// <param name="GapBytes">Those of them that belong to no tag, read because that saves requests.</param>
/// <param name="After">How many requests stand before the first of <paramref name="Pdus"/>.</param>
/// <param name="Pdus">Some of the requests.</param>
internal sealed record ScanDrawing(string Name, double IntervalMs, string Mode, int Tags, int Requests, int Items, int Bytes, int GapBytes, int After, IReadOnlyList<PduBar> Pdus);

/// <summary>A request and its answer. Of the request 12 bytes are head, and 12 each item; of the answer 14, and 4 each item before its data, which is padded to even.</summary>
/// <param name="RequestBytes">Bytes of the request.</param>
/// <param name="ResponseBytes">Bytes of the full answer.</param>
/// <param name="Items">The items, as they lie in both.</param>
internal sealed record PduBar(int RequestBytes, int ResponseBytes, IReadOnlyList<ItemBar> Items);

/// <summary>An item.</summary>
/// <param name="Block">Where it reads: DB10, M, I …</param>
/// <param name="First">First byte there; first number of timers and counters.</param>
/// <param name="Last">Last byte or number.</param>
/// <param name="Bytes">Data bytes in the answer.</param>
/// <param name="Tags">Tags in it.</param>
/// <param name="Used">The bytes that tags want: offset and length, and again, from the first byte of the item on; the rest is gap.</param>
internal sealed record ItemBar(string Block, int First, int Last, int Bytes, int Tags, IReadOnlyList<int> Used)
{
    public static ItemBar Of(S7Range range, TagsByAddress places)
    {
        var (used, scale, end, tags) = (new List<int>(), range.ByteLength / range.Length, range.Start, 0);
        foreach (var tag in places.In(range))
        {
            tags++;
            var wanted = TagsByAddress.RangeOf(tag);
            var (from, to) = (Math.Max(end, wanted.Start), Math.Min(range.End, wanted.End));
            if (to <= from)
                continue;
            used.Add((from - range.Start) * scale);
            used.Add((to - from) * scale);
            end = to;
        }
        return new ItemBar(BlockOf(range), range.Start, range.End - 1, range.ByteLength, tags, used);
    }

    /// <summary>Bytes that no tag wants.</summary>
    public int GapBytesOf() => Bytes - Used.Where(static (_, i) => i % 2 == 1).Sum();

    private static string BlockOf(S7Range range) => range.Area == S7Area.DataBlock ? $"DB{range.Db}" : AreaNames.Of(range.Area);
}

/// <summary>The tags in an item of a request.</summary>
/// <param name="Tags">How many there are.</param>
/// <param name="First">The first of them.</param>
internal sealed record ItemTags(int Tags, IReadOnlyList<PlacedTag> First)
{
    private const int Most = 200;

    public static ItemTags Of(TagMap map, S7Range range, TagsByAddress places)
    {
        Tag[] tags = [.. places.In(range)];
        return new ItemTags(tags.Length, [.. tags.Take(Most).Select(tag => new PlacedTag(tag.Name, tag.Address.ToString(), tag.Type.ToString(), map.ScanGroups[tag.ScanGroup].Name))]);
    }
}

/// <summary>A tag where it lies.</summary>
internal sealed record PlacedTag(string Name, string Address, string Type, string Scan);
