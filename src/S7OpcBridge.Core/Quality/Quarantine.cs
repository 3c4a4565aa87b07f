using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>
/// Asks the tags that are out of the plan again, one job about every 10 s: as many at a time as fit, in turn. When one answers, all of its block come back to the plan:
/// a download changes blocks, not tags.
/// </summary>
internal sealed class Quarantine(PlcSite site, BadTags bad, LoadCeiling ceiling)
{
    private static readonly long Pause = TimeSpan.FromSeconds(10).Ticks;

    private readonly List<ScanClass> _released = [];
    private int _turn;
    private int _size = int.MaxValue;
    private long _asked = long.MinValue;

    /// <summary>Steady ticks at which the next tags are asked; never, while there are none.</summary>
    public long Due(long now)
    {
        if (bad.Count == 0)
            _asked = long.MinValue;
        else if (_asked == long.MinValue)
            _asked = now;
        return bad.Count == 0 ? long.MaxValue : _asked + Pause;
    }

    /// <summary>Asks the next ones; returns the classes that got tags back and need a new plan.</summary>
    public async ValueTask<IReadOnlyList<ScanClass>> AskAsync(S7Connection connection, int itemCap, long now, CancellationToken cancellationToken)
    {
        _asked = now;
        _released.Clear();
        var asked = NextOnes(connection.PduSize, Math.Min(itemCap, _size));
        var job = new S7ReadJob(asked.ConvertAll(static tag => Probe(tag)).ToArray());
        try
        {
            ceiling.Charge();
            await connection.ReadAsync(job, cancellationToken).ConfigureAwait(false);
        }
        catch (S7RefusedException)
        {
            // One of them spoils the job: from now on each goes alone.
            _size = 1;
            return _released;
        }
        for (var i = 0; i < job.AnsweredItems; i++)
        {
            if (job.StatusOf(i) == S7ItemStatus.Ok)
                ReleaseBlockOf(asked[i]);
        }
        if (_released.Count > 0)
            bad.Publish();
        return _released;
    }

    private List<BadTag> NextOnes(int pduSize, int maxItems)
    {
        var chosen = new List<BadTag>();
        int asked = 12, answered = 14;
        for (var i = 0; i < bad.Count && chosen.Count < maxItems; i++)
        {
            var tag = bad[(_turn + i) % bad.Count];
            var bytes = 4 + Probe(tag).ByteLength;
            if (asked + 12 > pduSize || answered + bytes > pduSize)
                break;
            chosen.Add(tag);
            (asked, answered) = (asked + 12, answered + bytes + (bytes & 1));
        }
        _turn = (_turn + chosen.Count) % bad.Count;
        return chosen;
    }

    // The end of a value is what a short block lacks; a value larger than any PDU is asked for at its end, too.
    private static S7Range Probe(BadTag tag)
    {
        var range = tag.Scan.Slots[tag.Slot].Range;
        return range.Length <= 32 ? range : range with { Start = range.End - 32, Length = 32 };
    }

    private void ReleaseBlockOf(BadTag healed)
    {
        var block = healed.Scan.Slots[healed.Slot].Range;
        PlcLog.TagsBack(site.Log, site.NameOf(healed.Tag));
        bad.RemoveAll(tag =>
        {
            ref var slot = ref tag.Scan.Slots[tag.Slot];
            if (slot.Range.Area != block.Area || slot.Range.Db != block.Db)
                return false;
            (slot.Refused, slot.Care) = (false, SlotCare.Merged);
            if (!_released.Contains(tag.Scan))
                _released.Add(tag.Scan);
            return true;
        });
    }
}
