using S7OpcBridge.History;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Recording;

/// <summary>The events of the server as one series of the store: a ByteString each, with all fields of the event.</summary>
internal sealed class EventSeries(HistoryStore store)
{
    /// <summary>The key of the series: the node that clients read events from, the object Server.</summary>
    public const string Key = "i=2253";

    private const int PartBytes = 1 << 20;

    // What happened while the bridge was not running is a gap of this "PLC".
    private readonly int _series = store.SeriesOf(Key, "!events");

    public void Record(RecordedEvent raised)
    {
        try
        {
            store.Record(_series, Variant.FromByteString(EventBytes.Encode(raised)), StatusCodes.Good, raised.Time);
        }
        catch (UaException)
        {
            // It is larger than any event that a client could be sent.
            store.Record(_series, default, StatusCodes.BadDataLost, raised.Time);
        }
    }

    public async ValueTask<OpcUa.Server.SourceProgress> ReadAsync(
        EventHistoryRange range,
        Memory<RecordedEvent> events,
        CancellationToken cancellationToken
    )
    {
        try
        {
            var asked = new HistoryRange(range.From, range.To, range.IsBackward);
            var page = await store.ReadAsync(Key, asked, Positions.Decode(range.Position), events.Length, PartBytes, cancellationToken);
            for (var i = 0; i < page.Values.Count; i++)
                events.Span[i] = EventBytes.Read(page.Values[i]);
            return new OpcUa.Server.SourceProgress(page.Values.Count, Positions.BytesOf(page.Next));
        }
        catch (HistoryException e)
        {
            throw new UaException(StatusCodes.BadNoCommunication, e.Message);
        }
    }
}
