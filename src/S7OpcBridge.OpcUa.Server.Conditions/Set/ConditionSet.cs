using System.Text;
using S7OpcBridge.OpcUa.Server.Conditions.Fields;
using S7OpcBridge.OpcUa.Server.Conditions.State;
using S7OpcBridge.OpcUa.Server.Events;
using S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;

namespace S7OpcBridge.OpcUa.Server.Conditions;

/// <summary>
/// The conditions of a server (OPC 10000-9): what they are now, and what the application and clients may do with them. Given to the server by a
/// <see cref="ConditionExtension"/>. Every member may be called from any thread, but not from a handler of its own events.
/// A condition has an index, its place in the list given to <see cref="Replace"/>.
/// </summary>
public sealed partial class ConditionSet : IDisposable
{
    private readonly Lock _gate = new(),
        _order = new(); // the order: state and events change together; the gate: only while state is read or written
    private readonly TimeProvider _time;
    private readonly ulong _server;
    private ConditionModel _model = new([]);
    private ConditionRow[] _rows = []; // may be longer than there are conditions
    private EventListeners? _listeners;
    private long _lastNumber;

    /// <summary>Makes a set without conditions.</summary>
    /// <param name="applicationUri">The server's ApplicationUri, a part of all EventIds.</param>
    public ConditionSet(TimeProvider time, string applicationUri)
    {
        _time = time;
        _server = ConditionEventId.KeyOf(0, Encoding.UTF8.GetBytes(applicationUri));
    }

    /// <summary>
    /// Raised after the state of a condition has changed that should survive a restart (<see cref="Save"/>), with its index. Called in the order of the
    /// changes; must be quick.
    /// </summary>
    public event Action<int>? Changed;

    /// <summary>Decides about Acknowledge and Confirm of clients; null: they take effect at once.</summary>
    public ConditionRequestHandler? Handler { get; set; }

    /// <summary>Number of conditions.</summary>
    public int Count => _model.Count;

    /// <summary>Counts of conditions. Walks all.</summary>
    public ConditionFigures Figures
    {
        get
        {
            lock (_gate)
            {
                var (active, unacked, unconfirmed, shelved, disabled) = (0, 0, 0, 0, 0);
                foreach (ref readonly var row in Rows)
                {
                    if (!row.IsEnabled)
                    {
                        disabled++;
                        continue;
                    }

                    active += row.IsActive ? 1 : 0;
                    unacked += row.IsAcked ? 0 : 1;
                    unconfirmed += row.IsConfirmed ? 0 : 1;
                    shelved += row.Shelving != ShelvingMode.Unshelved ? 1 : 0;
                }

                return new ConditionFigures(Count, active, unacked, unconfirmed, shelved, disabled);
            }
        }
    }

    /// <summary>
    /// Replaces the definitions, at the start and at a reload. Conditions keep their state by their id; the others begin inactive, with the quality
    /// BadWaitingForInitialData. No other member may be called with an old index meanwhile.
    /// </summary>
    /// <exception cref="ArgumentException">An id is no string, or two conditions have the same.</exception>
    public void Replace(IReadOnlyList<ConditionDefinition> definitions)
    {
        var model = new ConditionModel(definitions);
        var rows = new ConditionRow[model.Count];
        lock (_order)
        {
            lock (_gate)
            {
                for (var i = 0; i < rows.Length; i++)
                    rows[i] = _model.Find(model.NamespaceOf(i), model.IdBytes(i)) is >= 0 and var before ? _rows[before] : NewRow(model, i);
                (_model, _rows) = (model, rows);
            }

            Replaced?.Invoke();
            RequireRefresh();
        }
    }

    /// <summary>The index of a condition; -1: there is none.</summary>
    public int Find(NodeId id) =>
        id is { Kind: NodeIdKind.String, Identifier: string text } ? _model.Find(id.Namespace, Encoding.UTF8.GetBytes(text)) : -1;

    /// <summary>A condition as it is now.</summary>
    public ConditionView Show(int condition)
    {
        lock (_gate)
        {
            ref readonly var row = ref _rows[condition];
            return new ConditionView(
                _model.IdOf(condition),
                _model.NameOf(condition),
                _model.SourceNameOf(condition),
                row.Message ?? _model.MessageOf(condition),
                row.Retain,
                row.Quality,
                ConditionRecords.ToRecord(row)
            )
            {
                Details = row.Notes?.Details,
            };
        }
    }

    /// <summary>The EventId of the last event of a condition, which Acknowledge, Confirm and AddComment name; null: there was none.</summary>
    public byte[]? LastEventOf(int condition)
    {
        lock (_gate)
            return _rows[condition].EventNumber is > 0 and var number
                ? ConditionEventId.Create(ConditionEventId.KeyOf(_server, _model.IdBytes(condition)), number)
                : null;
    }

    /// <summary>The state to be stored; null: it is as after the start, nothing has to be stored.</summary>
    public ConditionRecord? Save(int condition)
    {
        lock (_gate)
        {
            ref readonly var row = ref _rows[condition];
            return row is { EventNumber: 0, Notes: null, IsEnabled: true } ? null : ConditionRecords.ToRecord(row);
        }
    }

    /// <summary>Restores a stored state, before the first update of the condition. Sends no event.</summary>
    public void Restore(int condition, ConditionRecord record)
    {
        lock (_gate)
        {
            ConditionRecords.Apply(record, ref _rows[condition]);
            _lastNumber = Math.Max(_lastNumber, record.EventNumber);
            if (record.Shelving != ShelvingMode.Unshelved)
                SetTimer();
        }
    }

    /// <summary>Raised when the definitions are others.</summary>
    internal event Action? Replaced;

    /// <summary>The definitions.</summary>
    internal ConditionModel Model => _model;

    /// <summary>Sets who gets the events.</summary>
    internal void Attach(EventListeners listeners) => _listeners = listeners;

    /// <summary>The fields of a condition as they are now.</summary>
    internal ConditionFields FieldsOf(ConditionModel model, int condition)
    {
        lock (_gate)
            return new ConditionFields(model, condition, _server, model == _model ? _rows[condition] : NewRow(model, condition), Now);
    }

    /// <summary>The last event of the next retained condition, as it was sent.</summary>
    internal RaisedEvent? NextRetained(ref int place)
    {
        lock (_gate)
        {
            while (place < Count)
            {
                var condition = place++;
                if (_rows[condition].Retain)
                    return new ConditionEvent(_model, condition, _server, _rows[condition], Now);
            }

            return null;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _unshelving?.Dispose();
        DisposeShowing();
    }

    // Those of conditions.
    private Span<ConditionRow> Rows => _rows.AsSpan(0, Count);

    private static ConditionRow NewRow(ConditionModel model, int condition) =>
        new()
        {
            Quality = StatusCodes.BadWaitingForInitialData,
            Severity = model.SeverityOf(condition),
            LastSeverity = model.SeverityOf(condition),
        };
}
