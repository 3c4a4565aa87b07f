using S7OpcBridge.Cluster.TagLists;
using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Reception;

/// <summary>Reads the confirmations and values of one PLC (see <c>BatchWriter</c>) into batches of this node.</summary>
internal static class BatchReader
{
    /// <summary>Reads one part.</summary>
    /// <param name="from">The part.</param>
    /// <param name="translation">Ids for the places in it.</param>
    /// <param name="baseTicks">Time to which times are relative.</param>
    /// <param name="rent">Makes a batch for a scan class and a time of confirmation.</param>
    /// <param name="ownGroups">The classes of the PLC on this node.</param>
    /// <param name="batches">Where to add them: one with all values, and an empty one for each further confirmed class.</param>
    public static void Read(
        ref WireReader from,
        TagTranslation translation,
        long baseTicks,
        Func<int, long, TagBatch> rent,
        int[] ownGroups,
        List<TagBatch> batches
    )
    {
        TagBatch? first = null;
        for (var groups = from.SetCount(); groups > 0; groups--)
        {
            var (place, confirmed) = (from.Unsigned(), baseTicks + from.Signed());
            if (place >= (ulong)translation.Groups.Length || translation.Groups[place] is not (>= 0 and var group))
                continue;
            var batch = rent(group, confirmed);
            first ??= batch;
            batches.Add(batch);
        }
        ReadValues(ref from, translation, baseTicks, first, rent, ownGroups, batches);
    }

    private static void ReadValues(
        ref WireReader from,
        TagTranslation translation,
        long baseTicks,
        TagBatch? batch,
        Func<int, long, TagBatch> rent,
        int[] ownGroups,
        List<TagBatch> batches
    )
    {
        var (place, time) = (0L, baseTicks);
        for (var values = from.SetCount(); values > 0; values--)
        {
            place += from.Signed();
            time += from.Signed();
            var value = ValueWire.Read(ref from, out var quality);
            if ((ulong)place >= (ulong)translation.Ids.Length)
                throw new InvalidDataException("A batch of another node names a tag that its list does not have.");
            if (translation.Ids[place] is not (>= 0 and var id) || ownGroups.Length == 0)
                continue;
            if (batch is null)
                batches.Add(batch = rent(ownGroups[0], 0));
            batch.Add(new TagSample(id, value, quality, time));
        }
    }
}
