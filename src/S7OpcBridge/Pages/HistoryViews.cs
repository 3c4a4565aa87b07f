using S7OpcBridge.Alarms;
using S7OpcBridge.Bridge;
using S7OpcBridge.History;
using S7OpcBridge.Recording;
using S7OpcBridge.Web;

namespace S7OpcBridge.Pages;

/// <summary>Gives pages and metrics what they read of the history.</summary>
internal static class HistoryViews
{
    private const int PageBytes = 4 << 20;

    public static HistoryReadings Create(HistoryHost history, BridgeServer server) =>
        new()
        {
            State = () => StateOf(history),
            ReadAsync = (key, range, most, cancellationToken) => ReadAsync(history, key, range, most, cancellationToken),
            LastBeforeAsync = async (key, time, cancellationToken) =>
                await ReadableAsync(() => history.Store.FindAsync(key, new HistorySearch(time, Backward: true), cancellationToken)),
            TextOf = static value => ValueText.Format(BridgeServer.ValueOf(value)),
            EventKey = EventSeries.Key,
            AlarmOf = value => AlarmEvent.RowOf(EventBytes.Read(value), id => server.Alarms?.Find(id)),
        };

    private static HistoryState StateOf(HistoryHost history)
    {
        var figures = history.Figures;
        return new HistoryState(
            $"{history.Settings}",
            figures.Stored,
            figures.Lost,
            figures.Waiting,
            figures.Series,
            figures.Bytes,
            figures.JournalBytes,
            figures.Oldest,
            figures.WriteError is null,
            figures.ServerReached,
            figures.Unsent,
            HistoryTrouble.Describe(figures)
        );
    }

    private static async Task<PastValues> ReadAsync(
        HistoryHost history,
        string key,
        PastRange range,
        int most,
        CancellationToken cancellationToken
    )
    {
        HistoryPosition? after = range.After is { } place ? new HistoryPosition(place.Time, place.Sequence) : null;
        var asked = new HistoryRange(range.From, range.To, range.IsBackward);
        var page = await ReadableAsync(() => history.Store.ReadAsync(key, asked, after, most, PageBytes, cancellationToken));
        return new PastValues(page.Values, page.Next is { } next ? new PastPosition(next.Time, next.Sequence) : null);
    }

    // Pages know no stores and their exceptions.
    private static async ValueTask<T> ReadableAsync<T>(Func<ValueTask<T>> read)
    {
        try
        {
            return await read();
        }
        catch (HistoryException e)
        {
            throw new IOException(e.Message, e);
        }
    }
}
