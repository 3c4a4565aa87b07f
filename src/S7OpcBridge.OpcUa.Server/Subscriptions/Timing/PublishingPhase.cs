namespace S7OpcBridge.OpcUa.Server.Subscriptions.Timing;

/// <summary>
/// Adjusts the phase of a subscription's publishing cycles: the client chooses the interval, the server when the cycles begin (OPC 10000-4, 5.14.1). If changes
/// come periodically, as from a scan, the cycles move until they run just after them; otherwise a value would wait for half an interval on average, and two
/// values could fall between two cycles. If changes come irregularly, the phase stays.
/// </summary>
/// <remarks>
/// The age of the newest change at each cycle is tracked as TCP tracks round trip times: a mean, and the mean distance from it. Ages are taken modulo the
/// interval, so a change just after a cycle has a negative age. All moves together stay within one interval in either direction: the number of cycles differs
/// from the number of intervals by at most one, even if changes come a little faster or slower, or follow the cycles themselves (a client that answers). Times
/// in milliseconds; inside the owner's gate.
/// </remarks>
internal struct PublishingPhase()
{
    private const float Gain = 1f / 8;
    private const long Margin = 1;
    private const long Nothing = -1;

    private long _newest = Nothing;
    private float _age,
        _distance = float.PositiveInfinity;
    private long _moved;
    private byte _inARow;
    private bool _isSteady;

    /// <summary>True: the last cycles each had a change, and this one has none yet.</summary>
    public readonly bool IsOverdue => _isSteady && _inARow > 1 && _newest == Nothing;

    /// <summary>Notes a change that will be sent.</summary>
    public void Changed(long now) => _newest = now;

    /// <summary>Ends a cycle, which has run or was skipped.</summary>
    /// <param name="due">When it was due by the grid.</param>
    /// <param name="interval">The publishing interval.</param>
    /// <param name="soonest">The least that may be returned; a positive number counts as 0. A cycle that would be due in the past would be lost.</param>
    /// <returns>Milliseconds to add to the interval until the next cycle; negative: sooner. Less than an interval either way.</returns>
    public long Advance(long due, long interval, long soonest)
    {
        if (_newest == Nothing)
        {
            _inARow = 0;
            return 0;
        }

        _inARow = (byte)Math.Min(_inARow + 1, 2);
        Track(due - _newest, interval);
        _newest = Nothing;
        return _isSteady ? Shift(interval, Math.Min(0, soonest)) : 0;
    }

    /// <summary>The cycles start anew at another moment or in another interval.</summary>
    public void Restart()
    {
        _distance = float.PositiveInfinity;
        (_moved, _inARow, _isSteady) = (0, 0, false);
    }

    private void Track(long age, long interval)
    {
        if (float.IsInfinity(_distance))
            (_age, _distance) = (age, interval / 4f); // assumes irregular changes until some have had the same age
        var off = Around(age - _age, interval);
        var reach = 2 * _distance + Margin; // an outlier changes the distance more than the mean
        _age = Around(_age + Gain * Math.Clamp(off, -reach, reach), interval);
        _distance += Gain * (Math.Abs(off) - _distance);
        var close = Math.Max(interval / 16f, 2 * Margin); // for irregular changes the distance is about a quarter of the interval
        _isSteady = _distance < (_isSteady ? 2 * close : close);
    }

    // Moves the cycles after nearly all changes, jitter included. Then only a larger deviation moves them again.
    private long Shift(long interval, long soonest)
    {
        var wanted = Math.Min(Margin + 2 * _distance, interval / 2f);
        var shift = -(long)MathF.Round(_age - wanted);
        if (_age >= 0 && -shift <= _distance + Margin)
            return 0;
        // Moved too far: the same phase, one cycle later or sooner.
        shift +=
            _moved + shift < -interval ? interval
            : _moved + shift > interval ? -interval
            : 0;
        shift = Math.Max(shift, soonest);
        _moved += shift;
        _age = Around(_age + shift, interval);
        return shift;
    }

    private static float Around(float time, long interval) => time - interval * MathF.Round(time / interval);
}
