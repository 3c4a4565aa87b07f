using System.Collections.Immutable;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core;

/// <summary>
/// A scan class of a PLC with <c>protocol: s7plus</c>. Its number of requests is an estimate, because the CPU reports its limits and the addresses only on
/// connect.
/// </summary>
/// <param name="Scan">The scan class.</param>
/// <param name="Symbols">Its symbols, and addresses in blocks that have some, in the order of the map; <c>browse</c> entries stand for all below them.</param>
/// <param name="Plan">Its requests per cycle where nothing is subscribed.</param>
/// <param name="Rides">Items of slower classes in its requests, in the order of the requests.</param>
public sealed record SymbolScan(ScanGroup Scan, ImmutableArray<string> Symbols, S7PlusClassPlan Plan, ImmutableArray<RidingTags> Rides)
{
    /// <summary>Bytes of a request that every CPU seen so far accepts.</summary>
    public const int RequestBytes = 900;

    // An address as long as most are: a block, a checksum, a local id of two bytes for each level.
    private const uint SomeBlock = 0x8A0E_0001,
        Values = 2550,
        SomeLid = 200;

    /// <summary>Requests per cycle.</summary>
    public int Requests => Plan.Requests.Length;

    /// <summary>Most items of a request, by family: 50 have been seen on an S7-1200, 100 on an S7-1500.</summary>
    public static int ItemsOf(string profile) => profile == "s7-1200" ? 50 : 100;

    /// <summary>The classes of a PLC.</summary>
    /// <param name="items">Items per request at most.</param>
    public static ImmutableArray<SymbolScan> ListFor(TagMap map, PlcDefinition plc, int items)
    {
        var tags = map.TagsOf(plc.Index).ToLookup(tag => tag.ScanGroup);
        var browsed = map.Symbols.Where(entry => entry.Plc == plc.Index && entry.IsBrowse).ToLookup(entry => entry.ScanGroup);
        var scans = map.ScanGroups.Where(scan => scan.Plc == plc.Index).ToArray();
        return ListFor(
            scans,
            Array.ConvertAll(
                scans,
                scan => tags[scan.Index].Select(tag => tag.Place).Concat(browsed[scan.Index].Select(entry => entry.Symbol)).ToArray()
            ),
            Array.ConvertAll(
                scans,
                scan => new S7PlusClassItems(
                    [.. tags[scan.Index].Select(tag => ItemOf(tag.Place))],
                    [.. tags[scan.Index].Select(tag => tag.Details?.Snapshot ?? 0)]
                )
            ),
            new S7PlusLimits(items, items, RequestBytes, 0, 0)
        );
    }

    /// <summary>The classes of a PLC whose items are known.</summary>
    public static ImmutableArray<SymbolScan> ListFor(ScanGroup[] scans, string[][] symbols, S7PlusClassItems[] items, S7PlusLimits limits)
    {
        var plans = PlcSymbolPlan.Plan(scans, items, limits);
        return
        [
            .. scans.Select((scan, place) => new SymbolScan(scan, [.. symbols[place]], plans[place], RidesOf(plans[place], place, scans))),
        ];
    }

    private static ImmutableArray<RidingTags> RidesOf(S7PlusClassPlan plan, int home, ScanGroup[] scans) =>
        [
            .. plan.Requests.SelectMany(
                (request, number) =>
                    request
                        .Where(item => item.Class != home)
                        .GroupBy(item => item.Class)
                        .Select(ride => new RidingTags(number, scans[ride.Key].Name, ride.Count()))
            ),
        ];

    private static S7PlusItem ItemOf(string symbol)
    {
        var lids = new uint[1 + symbol.Count(letter => letter is '.' or '[')];
        Array.Fill(lids, SomeLid);
        return new S7PlusItem(new S7PlusAddress(SomeBlock, Values, lids, uint.MaxValue), new S7PlusShape(S7PlusType.Byte));
    }
}
