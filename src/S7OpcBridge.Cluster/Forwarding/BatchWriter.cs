using S7OpcBridge.Cluster.TagLists;
using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Forwarding;

/// <summary>Writes the parts of a batch.</summary>
internal static class BatchWriter
{
    /// <summary>Writes the confirmations and values of one PLC. The confirmation is read first: a value may be newer than it, never older.</summary>
    public static void Write(
        WireWriter to,
        PlcShare share,
        PlcTagList list,
        MapTags tags,
        long baseTicks,
        Func<int, long> confirmedOf,
        Func<int, TagSample> read
    )
    {
        var lengthAt = to.CountLater();
        var start = to.Length;
        WriteGroups(to, share, list, baseTicks, confirmedOf);
        var countAt = to.CountLater();
        var (count, lastPlace, lastTime) = (0, 0, baseTicks);
        foreach (var id in share.Ids)
        {
            if (id >= tags.Map.Tags.Length || tags.Map.Tags[id] is var tag && (tag.IsGone || tag.Plc != list.Plc))
                continue;
            var sample = read(id);
            // Nothing was read so far, and the receiver shows just that.
            if (sample.Quality == TagQuality.WaitingForInitialData)
                continue;
            var place = tags.PlaceOf(id);
            to.Signed(place - lastPlace);
            to.Signed(sample.SourceTicks - lastTime);
            ValueWire.Write(to, sample.Value, sample.Quality);
            (lastPlace, lastTime) = (place, sample.SourceTicks);
            count++;
        }
        to.SetCount(countAt, count);
        to.SetCount(lengthAt, to.Length - start);
    }

    private static void WriteGroups(WireWriter to, PlcShare share, PlcTagList list, long baseTicks, Func<int, long> confirmedOf)
    {
        var countAt = to.CountLater();
        var count = 0;
        foreach (var group in share.Groups)
        {
            var (place, confirmed) = (Array.IndexOf(list.Groups, group), confirmedOf(group));
            if (place < 0 || confirmed == 0)
                continue;
            to.Count(place);
            to.Signed(confirmed - baseTicks);
            count++;
        }
        to.SetCount(countAt, count);
    }
}
