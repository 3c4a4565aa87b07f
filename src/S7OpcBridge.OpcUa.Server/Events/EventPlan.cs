using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>A checked event filter: tests events and encodes their selected fields.</summary>
internal sealed class EventPlan
{
    private const int SegmentSize = 4096;

    private readonly EventTypes _types;
    private readonly EventField?[] _select;
    private readonly WhereClause? _where;

    private EventPlan(EventTypes types, EventField?[] select, WhereClause? where) => (_types, _select, _where) = (types, select, where);

    /// <summary>Makes the plan of a filter.</summary>
    /// <param name="types">The event types.</param>
    /// <param name="checks">The status of each select clause; a bad one gives null.</param>
    public static EventPlan Create(EventTypes types, EventFilter filter, StatusCode[] checks)
    {
        var select = new EventField?[checks.Length];
        for (var i = 0; i < select.Length; i++)
            select[i] = checks[i].IsBad ? null : EventField.From(filter.SelectClauses[i]);
        return new EventPlan(types, select, WhereClause.Create(types, filter.WhereClause));
    }

    /// <summary>Bytes of memory that it takes.</summary>
    public int Bytes
    {
        get
        {
            var bytes = 64 + (_where?.Bytes ?? 0);
            foreach (var selected in _select)
                bytes += 64 + (selected?.Path.Length ?? 0) * sizeof(char);
            return bytes;
        }
    }

    /// <summary>True if the event passes the where clause.</summary>
    public bool Wants(RaisedEvent happened) => _where?.Passes(happened) != false;

    /// <summary>The selected fields.</summary>
    public Variant[] Select(RaisedEvent happened, IReadOnlyList<string?>? locales) =>
        Array.ConvertAll(_select, field => field?.In(happened, _types, locales) ?? default);

    /// <summary>The selected fields as an EventFieldList without its client handle.</summary>
    /// <param name="happened">The event.</param>
    /// <param name="locales">The session's locales.</param>
    public byte[] Encode(RaisedEvent happened, IReadOnlyList<string?>? locales)
    {
        using var buffer = MessageBuffer.Rent(SegmentSize, 0, 0);
        var writer = new UaWriter(buffer);
        writer.WriteInt32(_select.Length);
        foreach (var field in _select)
        {
            writer.WriteVariant(field?.In(happened, _types, locales) ?? default);
            if (writer.Position > EventQueue.MaxEvent)
                break; // it will be dropped: the rest would be for nothing
        }

        writer.Flush();
        return buffer.ToArray();
    }
}
