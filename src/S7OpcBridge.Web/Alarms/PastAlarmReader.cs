using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Web.Alarms;

/// <summary>
/// Reads past changes of alarms from the events of the history. One reader at a time, and so many events per answer, because there may be millions.
/// </summary>
internal sealed class PastAlarmReader(BridgeView view)
{
    private const int PageEvents = 250,
        MostEvents = 5000;

    private readonly SemaphoreSlim _turn = new(1);

    /// <summary>The changes that are wanted, newest first.</summary>
    public async Task<PastAlarms?> ReadAsync(PastAlarmSearch search, CancellationToken cancellationToken)
    {
        if (view.History is not { } history)
            return new PastAlarms(false, [], null, null, null);
        await _turn.WaitAsync(cancellationToken);
        try
        {
            return await ReadAsync(history, search, cancellationToken);
        }
        catch (IOException e)
        {
            return new PastAlarms(true, [], null, null, e.Message);
        }
        finally
        {
            _turn.Release();
        }
    }

    private async Task<PastAlarms> ReadAsync(HistoryReadings history, PastAlarmSearch search, CancellationToken cancellationToken)
    {
        // Events have the times of PLC values: a PLC's clock may be ahead.
        var all = new PastRange(UaTime.Now(view.Time) + TimeSpan.TicksPerDay, 0, IsBackward: true);
        var (rows, seen, after, last) = (new List<AlarmRow>(), 0, search.After, (DateTime?)null);
        do
        {
            var page = await history.ReadAsync(history.EventKey, all with { After = after }, PageEvents, cancellationToken);
            var taken = 0;
            while (taken < page.Values.Count && rows.Count < search.Count)
            {
                var value = page.Values[taken++];
                if (history.AlarmOf(value) is { } row && search.Fits(row))
                    rows.Add(row);
                last = new DateTime(UaTime.ToTicks(value.SourceTime), DateTimeKind.Utc);
            }
            // Only the store knows the position in the middle of a page: it reads the part that was taken once more.
            after =
                taken == page.Values.Count
                    ? page.Next
                    : (await history.ReadAsync(history.EventKey, all with { After = after }, taken, cancellationToken)).Next;
            seen += taken;
        } while (after is not null && rows.Count < search.Count && seen < MostEvents);
        return new PastAlarms(true, rows, PastAlarmSearch.TextOf(after), after is null ? null : last, null);
    }
}
