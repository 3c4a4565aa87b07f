using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Reading;

namespace S7OpcBridge.Core.Quality;

/// <summary>
/// Asks for refused tags again, one job about every 10 s, in turn and as many as fit. When one can be read, all tags of its block return to the plan, because a
/// download replaces whole blocks.
/// </summary>
internal sealed class Quarantine(PlcContext context, BadTagList bad)
{
    private static readonly long Pause = TimeSpan.FromSeconds(10).Ticks;

    private readonly List<ScanClass> _released = [];
    private int _turn;
    private int _size = int.MaxValue;
    private long _asked = long.MinValue;

    /// <summary>Monotonic ticks of the next attempt; long.MaxValue while no tag is refused.</summary>
    public long Due(long now)
    {
        if (bad.Count == 0)
            _asked = long.MinValue;
        else if (_asked == long.MinValue)
            _asked = now;
        return bad.Count == 0 ? long.MaxValue : _asked + Pause;
    }

    /// <summary>Asks for the next tags. Returns the classes that got tags back and need a new plan.</summary>
    public async ValueTask<IReadOnlyList<ScanClass>> AskAsync(PlcLink link, int itemCap, long now, CancellationToken cancellationToken)
    {
        _asked = now;
        _released.Clear();
        var tags = NextOnes(Math.Min(itemCap, _size));
        var answer = await link.ProbeAsync(tags.ConvertAll(static tag => tag.Scan.Slots[tag.Slot]), tags.Count, cancellationToken)
            .ConfigureAwait(false);
        _turn = (_turn + answer.Asked) % bad.Count;
        if (answer.IsReadable is not { } readable)
        {
            // One of them makes the whole job fail: from now on each tag is asked for alone.
            _size = 1;
            return _released;
        }
        for (var i = 0; i < readable.Length; i++)
        {
            if (readable[i])
                ReleaseBlockOf(tags[i]);
        }
        if (_released.Count > 0)
            bad.Publish();
        return _released;
    }

    private List<BadTag> NextOnes(int most)
    {
        var chosen = new List<BadTag>();
        for (var i = 0; i < bad.Count && i < most; i++)
            chosen.Add(bad[(_turn + i) % bad.Count]);
        return chosen;
    }

    private void ReleaseBlockOf(BadTag healed)
    {
        var block = healed.Scan.Slots[healed.Slot].Block;
        PlcLog.TagsBack(context.Log, context.NameOf(healed.Tag));
        bad.RemoveAll(tag =>
        {
            ref var slot = ref tag.Scan.Slots[tag.Slot];
            if (slot.Block != block)
                return false;
            (slot.Refused, slot.Care) = (false, SlotMerging.Merged);
            if (!_released.Contains(tag.Scan))
                _released.Add(tag.Scan);
            return true;
        });
    }
}
