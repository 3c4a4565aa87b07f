using System.Runtime.InteropServices;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Web.Metrics;

/// <summary>Counts the tags of each PLC by status; takes some milliseconds for a million tags.</summary>
internal static class TagCounts
{
    public static void Count(BridgeView view, MetricSink sink)
    {
        var map = view.Plcs.Map();
        var counts = new List<(StatusCode Status, int Tags)>();
        var plc = -1;
        // Tags of a PLC are adjacent, and only a few statuses occur.
        foreach (var tag in map.Listed)
        {
            if (tag.Plc != plc)
                Write(map, plc, counts, sink);
            plc = tag.Plc;
            CountOne(counts, view.Server.QualityOf(tag.Id));
        }
        Write(map, plc, counts, sink);
    }

    private static void CountOne(List<(StatusCode Status, int Tags)> counts, StatusCode status)
    {
        foreach (ref var count in CollectionsMarshal.AsSpan(counts))
        {
            if (count.Status != status)
                continue;
            count.Tags++;
            return;
        }
        counts.Add((status, 1));
    }

    private static void Write(TagMap map, int plc, List<(StatusCode Status, int Tags)> counts, MetricSink sink)
    {
        foreach (var (status, tags) in counts)
            sink.Value(tags, Labels.Plc(map.Plcs[plc].Name).With("status", StatusCodes.NameOf(status)));
        counts.Clear();
    }
}
