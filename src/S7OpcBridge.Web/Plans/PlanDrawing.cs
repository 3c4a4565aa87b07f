using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge.Web.Plans;

/// <summary>The read plan of a PLC, prepared for drawing.</summary>
/// <param name="Plc">Its name.</param>
/// <param name="Simulated">True: a soft PLC.</param>
/// <param name="IsPlayed">True: the plan in use on the connection; false: the plan expected for the next one.</param>
/// <param name="WasConnected">True: the PLC has been read since the start of the bridge.</param>
/// <param name="PduSize">PDU size in bytes.</param>
/// <param name="Scans">The scan classes.</param>
internal sealed record PlanDrawing(
    string Plc,
    bool Simulated,
    bool IsPlayed,
    bool WasConnected,
    int PduSize,
    IReadOnlyList<ScanDrawing> Scans
);

/// <summary>The requests of a scan class.</summary>
/// <param name="IntervalMs">Time between two cycles.</param>
/// <param name="Mode">As in <see cref="Plcs.ScanLine"/>.</param>
/// <param name="Tags">Number of tags of the class, including those that faster classes carry.</param>
/// <param name="Requests">Number of requests per cycle.</param>
/// <param name="Items">Number of items in them.</param>
/// <param name="Bytes">Data bytes per cycle.</param>
/// <param name="GapBytes">Bytes that belong to no tag, read because that saves requests.</param>
/// <param name="After">Number of requests before the first of <paramref name="Pdus"/>.</param>
/// <param name="Pdus">A section of the requests.</param>
internal sealed record ScanDrawing(
    string Name,
    double IntervalMs,
    string Mode,
    int Tags,
    int Requests,
    int Items,
    int Bytes,
    int GapBytes,
    int After,
    IReadOnlyList<PduBar> Pdus
);

/// <summary>
/// A request and its answer. The request has a header of 12 bytes and 12 bytes per item; the answer has a header of 14 bytes and 4 bytes per item before its
/// data, which is padded to an even length.
/// </summary>
/// <param name="ResponseBytes">Bytes of the complete answer.</param>
/// <param name="Items">The items in the order of both.</param>
internal sealed record PduBar(int RequestBytes, int ResponseBytes, IReadOnlyList<ItemBar> Items);

/// <summary>An item.</summary>
/// <param name="Block">The area: DB10, M, I …</param>
/// <param name="First">First byte; for timers and counters the first number.</param>
/// <param name="Last">Last byte or number.</param>
/// <param name="Bytes">Data bytes in the answer.</param>
/// <param name="Tags">Number of tags in it.</param>
/// <param name="Used">The bytes that belong to tags: pairs of offset and length, counted from the first byte of the item; the rest are gaps.</param>
internal sealed record ItemBar(string Block, int First, int Last, int Bytes, int Tags, IReadOnlyList<int> Used)
{
    public static ItemBar From(S7Range range, TagsByAddress places)
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

    /// <summary>Bytes that belong to no tag.</summary>
    public int GapBytesOf() => Bytes - Used.Where(static (_, i) => i % 2 == 1).Sum();

    private static string BlockOf(S7Range range) => range.Area == S7Area.DataBlock ? $"DB{range.Db}" : AreaNames.NameOf(range.Area);
}

/// <summary>The tags in an item of a request.</summary>
/// <param name="Tags">Number of tags.</param>
/// <param name="First">The first ones.</param>
internal sealed record ItemTags(int Tags, IReadOnlyList<PlacedTag> First)
{
    private const int Most = 200;

    public static ItemTags From(TagMap map, S7Range range, TagsByAddress places)
    {
        Tag[] tags = [.. places.In(range)];
        return new ItemTags(
            tags.Length,
            [
                .. tags.Take(Most)
                    .Select(tag => new PlacedTag(
                        tag.Name,
                        tag.Address.ToString(),
                        tag.Type.ToString(),
                        map.ScanGroups[tag.ScanGroup].Name
                    )),
            ]
        );
    }
}

/// <summary>A tag with its address.</summary>
internal sealed record PlacedTag(string Name, string Address, string Type, string Scan);
