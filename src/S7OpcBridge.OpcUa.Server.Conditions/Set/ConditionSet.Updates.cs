using S7OpcBridge.OpcUa.Server.Conditions.Fields;
using S7OpcBridge.OpcUa.Server.Conditions.State;

namespace S7OpcBridge.OpcUa.Server.Conditions;

/// <summary>What the application reports.</summary>
public sealed partial class ConditionSet
{
    /// <summary>Applies an update of a condition by the application. Nothing happens, and nothing is allocated, if nothing has changed.</summary>
    /// <returns>True: an event was sent.</returns>
    public bool Update(int condition, in ConditionUpdate update)
    {
        // Only this condition's updates change these fields, and the application sends those one after the other.
        var (model, rows) = (_model, _rows);
        if ((uint)condition >= (uint)rows.Length || rows[condition].IsAsBefore(update))
            return false;
        lock (_order)
        {
            lock (_gate)
            {
                if (_model != model)
                    return false; // replaced meanwhile: the index is of another condition now
                ref var row = ref _rows[condition];
                if (!row.Apply(_model.KindOf(condition), _model.RulesOf(condition), update, update.Time == 0 ? Now : update.Time))
                    return false;
            }

            Report(condition, update.Time);
        }

        return true;
    }

    /// <summary>Applies what the system says that has found a condition, its acknowledgement included, as one change with good quality.</summary>
    /// <returns>True: an event was sent.</returns>
    public bool Tell(int condition, in ConditionToldState told)
    {
        lock (_order)
        {
            long time;
            lock (_gate)
            {
                if ((uint)condition >= (uint)Count || !_rows[condition].Take(_model.RulesOf(condition), told, Now, out time))
                    return false;
            }

            Report(condition, time);
        }

        return true;
    }

    /// <summary>
    /// Changes the quality of conditions whose input is lost, or is back. Clears nothing; those that clients know of send an event.
    /// </summary>
    /// <param name="conditions">Their indexes.</param>
    /// <param name="time">When it happened, in OPC UA ticks; 0: now.</param>
    public void SetQuality(ReadOnlySpan<int> conditions, StatusCode quality, long time)
    {
        lock (_order)
        {
            foreach (var condition in conditions)
            {
                bool tells;
                lock (_gate)
                {
                    if ((uint)condition >= (uint)Count)
                        continue;
                    ref var row = ref _rows[condition];
                    tells = row.SetQuality(quality, time == 0 ? Now : time) && row.Retain;
                }

                if (tells)
                    Report(condition, time);
            }
        }
    }

    /// <summary>
    /// Tells all clients that what they know of conditions may be wrong, so that they refresh (RefreshRequiredEventType, OPC 10000-9, 5.11.4): states were
    /// taken over from another server, or could not be followed for a while.
    /// </summary>
    public void RequireRefresh() => _listeners?.RequireRefresh();

    /// <summary>Acknowledges a condition on behalf of the PLC, or after the PLC has confirmed a client's call (<see cref="Handler"/>).</summary>
    /// <returns>False: it was acknowledged already, or is disabled.</returns>
    public bool Acknowledge(int condition, string? user, LocalizedText comment, long time) =>
        Answer(condition, user, comment, time, isConfirm: false);

    /// <summary>Confirms a condition on behalf of the PLC, or after the PLC has confirmed a client's call.</summary>
    /// <returns>False: it was confirmed already, or is disabled.</returns>
    public bool Confirm(int condition, string? user, LocalizedText comment, long time) =>
        Answer(condition, user, comment, time, isConfirm: true);

    private long Now => UaTime.Now(_time);

    private bool Answer(int condition, string? user, LocalizedText comment, long time, bool isConfirm)
    {
        lock (_order)
        {
            lock (_gate)
            {
                ref var row = ref _rows[condition];
                if (!row.IsEnabled || (isConfirm ? row.IsConfirmed : row.IsAcked))
                    return false;
                var at = time == 0 ? Now : time;
                row.Comment(comment, user, at);
                if (isConfirm)
                    row.Confirm(at);
                else
                    row.Acknowledge(_model.RulesOf(condition), at);
            }

            Report(condition, time);
        }

        return true;
    }

    // Gives the change an event number of its own and sends the event; within the order.
    private void Report(int condition, long time)
    {
        ConditionEvent? happened = null;
        lock (_gate)
        {
            ref var row = ref _rows[condition];
            var now = Now;
            _lastNumber = Math.Max(_lastNumber + 1, now);
            row.EventNumber = _lastNumber;
            if (row.FirstEventNumber == 0)
                row.FirstEventNumber = _lastNumber;
            row.Time = time == 0 ? now : time;
            if (_listeners is { Any: true })
                happened = new ConditionEvent(_model, condition, _server, row, now);
        }

        if (happened is not null)
            _listeners!.Deliver(happened);
        Changed?.Invoke(condition);
    }
}
