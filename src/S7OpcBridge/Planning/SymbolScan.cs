using System.Collections.Immutable;
using S7OpcBridge.Core;

namespace S7OpcBridge;

/// <summary>
/// A scan class of a PLC with <c>protocol: s7plus</c>. Its number of requests is an estimate, because the CPU reports its limits and the addresses only on
/// connect.
/// </summary>
/// <param name="Scan">The scan class.</param>
/// <param name="Symbols">Its symbols and absolute addresses in the order of the map, then its <c>browse</c> entries.</param>
/// <param name="Requests">Requests per cycle where nothing is subscribed.</param>
internal sealed record SymbolScan(ScanGroup Scan, ImmutableArray<string> Symbols, int Requests)
{
    /// <summary>Bytes of a request that every CPU seen so far accepts.</summary>
    public const int RequestBytes = 900;

    // Head, qualifier and trailer of a request; area, checksum and counts of an item; a local id for each level.
    private const int Overhead = 60, ItemBytes = 14, LevelBytes = 2;

    /// <summary>Most items of a request, by family: 50 have been seen on an S7-1200, 100 on an S7-1500.</summary>
    public static int ItemsOf(string profile) => profile == "s7-1200" ? 50 : 100;

    /// <summary>The classes of a PLC.</summary>
    /// <param name="map">The map.</param>
    /// <param name="plc">The PLC.</param>
    /// <param name="items">Items per request at most.</param>
    public static ImmutableArray<SymbolScan> Of(TagMap map, PlcDefinition plc, int items)
    {
        var tags = map.Listed.Where(tag => tag.Plc == plc.Index).ToLookup(tag => tag.ScanGroup);
        var browsed = map.Symbols.Where(entry => entry.Plc == plc.Index && entry.IsBrowse).ToLookup(entry => entry.ScanGroup);
        return
        [
            .. map
                .ScanGroups.Where(scan => scan.Plc == plc.Index)
                .Select(scan =>
                {
                    var symbols = tags[scan.Index].Select(tag => tag.Place).ToArray();
                    var bytes = symbols.Sum(symbol => ItemBytes + LevelBytes * symbol.Count(letter => letter is '.' or '['));
                    var requests =
                        symbols.Length == 0
                            ? 0
                            : Math.Max((symbols.Length + items - 1) / items, (bytes + RequestBytes - Overhead - 1) / (RequestBytes - Overhead));
                    return new SymbolScan(scan, [.. symbols, .. browsed[scan.Index].Select(entry => entry.Symbol)], requests);
                }),
        ];
    }
}
