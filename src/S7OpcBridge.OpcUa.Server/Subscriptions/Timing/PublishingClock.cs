namespace S7OpcBridge.OpcUa.Server.Subscriptions.Timing;

/// <summary>
/// Calculates when a subscription's publishing cycles are due: on a grid of its publishing interval, whose phase follows the changes
/// (<see cref="PublishingPhase"/>). Times in milliseconds of the server's clock; inside the owner's gate.
/// </summary>
internal struct PublishingClock()
{
    private PublishingPhase _phase = new();
    private long _grid;
    private bool _isWaiting;

    /// <summary>When the next cycle is due.</summary>
    public long Next { get; private set; }

    /// <summary>The cycles start anew: the next is due in an interval.</summary>
    public void Restart(long now, long interval)
    {
        _phase.Restart();
        SetGrid(now + interval);
    }

    /// <summary>
    /// Puts off the cycle that is due and has nothing to send, by up to half an interval, if the usual changes are only late. Otherwise they would wait for a
    /// whole interval, or be overwritten by the next changes.
    /// </summary>
    /// <returns>True: the cycle is due later.</returns>
    public bool TryWait(long now, long interval)
    {
        var until = _grid + interval / 2;
        if (_isWaiting || until <= now || !_phase.IsOverdue)
            return false;
        (Next, _isWaiting) = (until, true);
        return true;
    }

    /// <summary>Notes a change that will be sent.</summary>
    /// <returns>True: a cycle that was put off is due soon.</returns>
    public bool Changed(long now)
    {
        _phase.Changed(now);
        if (!_isWaiting || Next <= now + 1)
            return false;
        Next = now + 1; // not at once, so that further changes come along
        return true;
    }

    /// <summary>Notes that the due cycle runs, and calculates the next.</summary>
    public void Run(long now, long interval)
    {
        var next = _grid + interval;
        next += _phase.Advance(_grid, interval, soonest: now + 1 - next);
        if (next <= now)
            next += ((now - next) / interval + 1) * interval; // missed cycles are skipped
        SetGrid(next);
    }

    private void SetGrid(long due) => (_grid, Next, _isWaiting) = (due, due, false);
}
