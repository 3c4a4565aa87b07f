using System.Collections.Immutable;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>Tags of a slower class that ride in a request at no cost.</summary>
/// <param name="Request">Index of the request.</param>
/// <param name="Scan">The slower class.</param>
/// <param name="Tags">Number of its tags.</param>
public readonly record struct RidingTags(int Request, string Scan, int Tags);

/// <summary>The plan of one scan class.</summary>
/// <param name="Scan">The scan class.</param>
/// <param name="Tags">Tags in it, including those that ride with faster classes.</param>
/// <param name="Plan">The plan: the requests with the tags in them, and the bound for the remaining requests.</param>
/// <param name="UsedBytes">Bytes in its requests that belong to some tag, each counted once.</param>
/// <param name="Rides">Tags of slower classes in its requests, in the order of the requests.</param>
public sealed record ScanReport(ScanGroup Scan, int Tags, ReadPlan Plan, int UsedBytes, ImmutableArray<RidingTags> Rides)
{
    /// <summary>Items of its requests.</summary>
    public int Items => Plan.Requests.Sum(r => r.Items.Length);

    /// <summary>Bytes read per cycle.</summary>
    public int Bytes => Plan.Requests.Sum(r => r.Items.Sum(i => i.Range.ByteLength));

    /// <summary>Bytes that belong to no tag and are read because that saves requests.</summary>
    public int GapBytes => Math.Max(0, Bytes - UsedBytes);

    /// <summary>Plans the classes of a PLC in the same way as a session.</summary>
    public static ImmutableArray<ScanReport> ListFor(TagMap map, ImmutableArray<ScanGroup> scans, PlanOptions options)
    {
        if (scans.IsEmpty)
            return [];
        var tags = map.TagsOf(scans[0].Plc).ToLookup(static tag => tag.ScanGroup);
        var ranges = scans.Select(scan => tags[scan.Index].Select(tag => TagRanges.RangeOf(map, tag, options.PduSize)).ToArray()).ToArray();
        var plans = PlcReadPlan.Plan(scans, ranges, options);
        var read = Enumerable
            .Range(0, scans.Length)
            .SelectMany(from =>
                plans[from].Slots.Select((slot, at) => (From: from, In: slot.Class, slot.Slot.Request, Range: ranges[from][at]))
            )
            .ToLookup(range => range.In);
        return
        [
            .. scans.Select(
                (scan, i) =>
                    new ScanReport(
                        scan,
                        ranges[i].Length,
                        plans[i].Plan,
                        Plans.UsedBytes.Count(read[i].Select(range => range.Range)),
                        [
                            .. read[i]
                                .Where(range => range.From != i)
                                .GroupBy(range => (range.Request, range.From))
                                .OrderBy(ride => ride.Key)
                                .Select(ride => new RidingTags(ride.Key.Request, scans[ride.Key.From].Name, ride.Count())),
                        ]
                    )
            ),
        ];
    }
}
