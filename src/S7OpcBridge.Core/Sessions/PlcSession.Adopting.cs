using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.SessionState;

namespace S7OpcBridge.Core.Sessions;

/// <summary>Goes on with other tags, or with other plans for the same.</summary>
internal sealed partial class PlcSession
{
    /// <summary>
    /// Goes on with other tags, on the same connection: what stays is read on, keeps its value, its quality and its time. Plans on the caller's thread, and
    /// ends when the session works with them. Any thread; one at a time.
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

    /// <summary>Makes all plans anew, with what was refused: the program in the CPU is another one.</summary>
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
            // Nobody waits for it: what was planned before is read on.
            PlcLog.Broken(_context.Log, _context.Plc.Name, e);
        }
        finally
        {
            _adopting.Release();
        }
    }

    private Task ChangeAsync(PlcDefinition plc, TagMap map, ILookup<int, Tag> tagsByGroup, bool asksAllAgain)
    {
        // One change at a time: what is planned from here on is planned for this map.
        _context.Newest = map;
        var change = SessionChange.Of(_context, _parts, _codecs, map, plc, tagsByGroup);
        change.AsksAllAgain = asksAllAgain;
        if (Volatile.Read(ref _open) is { } link)
            change.PlanFor(link.Planner with { ItemCap = _parts.Isolation.ItemCap });
        _parts.Change = change;
        _context.Wakeup.Wake();
        return change.Done;
    }
}
