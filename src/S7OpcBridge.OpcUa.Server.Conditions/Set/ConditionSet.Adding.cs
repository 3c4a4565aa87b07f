using S7OpcBridge.OpcUa.Server.Conditions.State;

namespace S7OpcBridge.OpcUa.Server.Conditions;

/// <summary>Conditions that become known while the server runs.</summary>
public sealed partial class ConditionSet
{
    private static readonly TimeSpan ShowAfter = TimeSpan.FromMilliseconds(500),
        ShowEvery = TimeSpan.FromSeconds(5);

    private ITimer? _showing;
    private bool _waitsToShow,
        _isDisposed;
    private long _shown;

    /// <summary>
    /// Adds conditions behind the others, whose indexes and states stay; clients need not refresh. Their nodes can be read and called at once, and are
    /// browsed soon: the references are made for many at a time.
    /// </summary>
    /// <returns>The index of the first.</returns>
    /// <exception cref="ArgumentException">An id is no string, or two conditions have the same; nothing was added.</exception>
    public int Add(IReadOnlyList<ConditionDefinition> definitions)
    {
        lock (_order)
        {
            lock (_gate)
            {
                var first = Count;
                _model.Add(definitions);
                if (_rows.Length < Count)
                {
                    var rows = new ConditionRow[Math.Max(Count, first == 0 ? 0 : 2 * first)];
                    _rows.AsSpan(0, first).CopyTo(rows);
                    _rows = rows;
                }

                for (var i = first; i < Count; i++)
                    _rows[i] = NewRow(_model, i);
                ShowLater();
                return first;
            }
        }
    }

    /// <summary>Replaces the rules of a condition, such as that it needs no acknowledgement. Its state stays until the next update.</summary>
    public void SetRules(int condition, ConditionRules rules)
    {
        lock (_gate)
            _model.SetRules(condition, rules);
    }

    // Making the references takes time for all conditions and for all monitored items, so that it does not happen for each one.
    private void ShowLater()
    {
        if (_waitsToShow || _isDisposed)
            return;
        _waitsToShow = true;
        _showing ??= _time.CreateTimer(
            static set => ((ConditionSet)set!).ShowAdded(),
            this,
            Timeout.InfiniteTimeSpan,
            Timeout.InfiniteTimeSpan
        );
        var rest = _shown == 0 ? TimeSpan.Zero : ShowEvery - _time.GetElapsedTime(_shown);
        _showing.Change(rest > ShowAfter ? rest : ShowAfter, Timeout.InfiniteTimeSpan);
    }

    private void ShowAdded()
    {
        lock (_order)
        {
            lock (_gate)
            {
                if (_isDisposed)
                    return;
                (_waitsToShow, _shown) = (false, _time.GetTimestamp());
            }

            Replaced?.Invoke();
        }
    }

    private void DisposeShowing()
    {
        lock (_gate)
        {
            _isDisposed = true;
            _showing?.Dispose();
        }
    }
}
