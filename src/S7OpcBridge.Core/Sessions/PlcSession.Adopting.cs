using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.SessionState;

namespace S7OpcBridge.Core.Sessions;

/// <summary>Replaces the tags of a running session, or its plans.</summary>
internal sealed partial class PlcSession
{
    /// <summary>
    /// Replaces the tags on the same connection; those that stay keep value, quality and timestamp. Plans on the caller's thread, and completes when the
    /// session uses the new tags. Any thread; calls run one after the other.
    /// </summary>
    public async Task AdoptAsync(PlcDefinition plc, TagMap map, ILookup<int, Tag> tagsByGroup)
    {
        await _adopting.WaitAsync().ConfigureAwait(false);
        try
        {
            await ChangeAsync(plc, map, tagsByGroup, asksAllAgain: false).ConfigureAwait(false);
        }
        finally
        {
            _adopting.Release();
        }
    }

    /// <summary>Makes all plans anew, refused tags included, because the program in the CPU has changed.</summary>
    private async Task ReplanAsync()
    {
        await _adopting.WaitAsync().ConfigureAwait(false);
        try
        {
            var map = _context.Newest;
            var mine = map.ScanGroups.Where(group => group.Plc == _context.Plc.Index).Select(group => group.Index).ToHashSet();
            await ChangeAsync(
                    _context.Plc,
                    map,
                    map.Listed.Where(tag => mine.Contains(tag.ScanGroup)).ToLookup(static tag => tag.ScanGroup),
                    asksAllAgain: true
                )
                .ConfigureAwait(false);
        }
        catch (Exception e)
        {
            // No caller waits for it; the previous plans stay in use.
            PlcLog.Broken(_context.Log, _context.Plc.Name, e);
        }
        finally
        {
            _adopting.Release();
        }
    }

    private Task ChangeAsync(PlcDefinition plc, TagMap map, ILookup<int, Tag> tagsByGroup, bool asksAllAgain)
    {
        // Only one change at a time gets here.
        _context.Newest = map;
        var change = SessionChange.Create(_context, _parts, _codecs, map, plc, tagsByGroup);
        change.AsksAllAgain = asksAllAgain;
        if (Volatile.Read(ref _open) is { } link)
            change.PlanFor(link.Planner with { ItemCap = _parts.Isolation.ItemCap });
        _parts.Change = change;
        _context.Wakeup.Wake();
        return change.Done;
    }
}
