using System.Collections.Immutable;
using S7OpcBridge.Core;
using S7OpcBridge.S7;
using S7OpcBridge.Web.Plcs;

namespace S7OpcBridge.Web.Plans;

/// <summary>Prepares read plans for drawing: the requests in use with their tags.</summary>
internal sealed class PlanView(BridgeView view)
{
    private const int MostPdus = 64;

    // Cached, because sorting the tags of a large PLC takes a while and a plan is usually viewed for some time.
    private Sorted? _sorted;

    /// <summary>The plan of a PLC; null: there is no such PLC.</summary>
    /// <param name="name">The PLC.</param>
    /// <param name="only">One scan class; empty: all.</param>
    /// <param name="after">Requests of each class to skip.</param>
    public PlanDrawing? Draw(string name, string only, int after)
    {
        var map = view.Plcs.Map();
        if (Find(map, name) is not { } plc)
            return null;
        var scans = map.ScanGroups.Where(scan => scan.Plc == plc.Index).ToArray();
        var plans = PlansOf(map, plc, scans, out var pduSize, out var isPlayed);
        var wasConnected =
            view.Plcs.StatusOf(plc.Index) is var status && (status.Connected || status.Scans.Any(static scan => scan.ConfirmedTicks > 0));
        var tags = map.TagsOf(plc.Index).CountBy(static tag => tag.ScanGroup).ToDictionary();
        return new PlanDrawing(
            plc.Name,
            plc.Simulated,
            isPlayed,
            wasConnected,
            pduSize,
            [
                .. scans
                    .Index()
                    .Where(each => tags.ContainsKey(each.Item.Index) && (only.Length == 0 || each.Item.Name == only))
                    .Select(each => Draw(map, each.Item, plans[each.Index], tags[each.Item.Index], after)),
            ]
        );
    }

    /// <summary>The tags in each item of a request; null: the request does not exist any more.</summary>
    public IReadOnlyList<ItemTags>? TagsIn(string name, string scanName, int request)
    {
        var map = view.Plcs.Map();
        if (Find(map, name) is not { } plc)
            return null;
        var scans = map.ScanGroups.Where(scan => scan.Plc == plc.Index).ToArray();
        var plans = PlansOf(map, plc, scans, out _, out _);
        var which = Array.FindIndex(scans, scan => scan.Name == scanName);
        if (which < 0 || request >= plans[which].Length)
            return null;
        var places = PlacesFor(map, scans[which]);
        return [.. plans[which][request].Items.Select(item => ItemTags.From(map, item.Range, places))];
    }

    private ScanDrawing Draw(TagMap map, ScanGroup scan, ImmutableArray<PlanRequest> requests, int tags, int after)
    {
        var places = PlacesFor(map, scan);
        var bars = requests
            .Select(request => new PduBar(
                request.RequestBytes,
                request.ResponseBytes,
                [.. request.Items.Select(item => ItemBar.From(item.Range, places))]
            ))
            .ToArray();
        var items = bars.SelectMany(bar => bar.Items).ToArray();
        return new ScanDrawing(
            scan.Name,
            scan.Interval.TotalMilliseconds,
            ScanLine.ModeOf(scan),
            tags,
            bars.Length,
            items.Length,
            items.Sum(item => item.Bytes),
            items.Sum(item => item.GapBytesOf()),
            after,
            [.. bars.Skip(after).Take(MostPdus)]
        );
    }

    /// <summary>The requests in use; before the first connection the expected ones.</summary>
    private ImmutableArray<PlanRequest>[] PlansOf(TagMap map, PlcDefinition plc, ScanGroup[] scans, out int pduSize, out bool isPlayed)
    {
        var inUse = Array.ConvertAll(scans, scan => view.Plcs.RequestsOf(scan.Index));
        pduSize = view.Plcs.StatusOf(plc.Index).PduSize;
        if (plc.IsS7Plus)
        {
            // Its requests read symbols, and the drawing shows bytes in blocks.
            isPlayed = false;
            return Array.ConvertAll(scans, static _ => ImmutableArray<PlanRequest>.Empty);
        }
        isPlayed = pduSize > 0 && inUse.Any(requests => !requests.IsEmpty);
        if (isPlayed || view.Plcs.ExpectedPlanOf(plc.Index) is not { } expected)
            return inUse;
        pduSize = expected.PduSize;
        return Array.ConvertAll(scans, scan => expected.Requests.GetValueOrDefault(scan.Name, []));
    }

    // Classes that are polled at a fixed rate share requests; the others are read separately.
    private TagsByAddress PlacesFor(TagMap map, ScanGroup scan)
    {
        int[] scans =
            scan.Mode == ScanMode.AtRate
                ? [.. map.ScanGroups.Where(each => each.Plc == scan.Plc && each.Mode == ScanMode.AtRate).Select(each => each.Index)]
                : [scan.Index];
        if (Volatile.Read(ref _sorted) is { } sorted && ReferenceEquals(sorted.Map, map) && sorted.Scans.SequenceEqual(scans))
            return sorted.Places;
        var places = new TagsByAddress(map, scans.ToHashSet());
        Volatile.Write(ref _sorted, new Sorted(map, scans, places));
        return places;
    }

    private static PlcDefinition? Find(TagMap map, string name) => map.Plcs.FirstOrDefault(plc => !plc.IsGone && plc.Name == name);

    private sealed record Sorted(TagMap Map, int[] Scans, TagsByAddress Places);
}
