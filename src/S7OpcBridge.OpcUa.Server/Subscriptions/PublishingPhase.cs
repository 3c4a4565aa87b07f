namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>
/// Finds the moment for a subscription's publishing cycles: a client chooses their interval, the server when they begin (OPC 10000-4, 5.14.1). Where
/// changes come in a steady rhythm, as from a scan, cycles move until they run just behind them, so that a value does not wait for half an interval on average,
/// and two values of a rhythm as fast as the cycles do not meet between two of these. Where changes come at any time, cycles stay where they are.
/// </summary>
/// <remarks>
/// The age that the newest change has at each cycle is tracked as TCP tracks round trip times: a mean, and the mean distance from it. Ages are taken round the
/// circle of the interval, so a change just behind a cycle is one of a negative age. All moves together stay within an interval either way: whoever counts finds
/// no more than one cycle above or below the intervals that went by, though changes come a little faster or slower, or follow the cycles themselves (a client
/// that answers). Times in milliseconds; inside the owner's gate.
/// </remarks>
internal struct PublishingPhase()
{
    private const float Gain = 1f / 8;
    private const long Margin = 1;
    private const long Nothing = -1;

    private long _newest = Nothing;
    private float _age, _distance = float.PositiveInfinity;
    private long _moved;
    private byte _inARow;
    private bool _isSteady;

    /// <summary>True: a change that each of the last cycles had found is missing now, and will hardly be long.</summary>
    public readonly bool IsOverdue => _isSteady && _inARow > 1 && _newest == Nothing;

    /// <summary>A change has come that will be sent.</summary>
    public void Changed(long now) => _newest = now;

    /// <summary>A cycle has run, or could not run in time.</summary>
    /// <param name="due">When it was due by the grid.</param>
    /// <param name="interval">The publishing interval.</param>
    /// <returns>By how much the next one comes later than an interval after this one; negative: sooner. Less than an interval either way.</returns>
    public long Advance(long due, long interval)
    {
        if (_newest == Nothing)
        {
            _inARow = 0;
            return 0;
        }

        _inARow = (byte)Math.Min(_inARow + 1, 2);
        Track(due - _newest, interval);
        _newest = Nothing;
        return _isSteady ? Shift(interval) : 0;
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
            (_age, _distance) = (age, interval / 4f); // as if they came at any time, until some have come at the same age
        var off = Around(age - _age, interval);
        var reach = 2 * _distance + Margin; // one that is far off is told to the distance, and hardly to the mean
        _age = Around(_age + Gain * Math.Clamp(off, -reach, reach), interval);
        _distance += Gain * (Math.Abs(off) - _distance);
        var close = Math.Max(interval / 16f, 2 * Margin); // for changes at any time it is around a quarter
        _isSteady = _distance < (_isSteady ? 2 * close : close);
    }

    // Behind nearly all changes, though they come now a little sooner and now a little later. Once there, it takes more than that to move again.
    private long Shift(long interval)
    {
        var wanted = Math.Min(Margin + 2 * _distance, interval / 2f);
        var shift = -(long)MathF.Round(_age - wanted);
        if (_age >= 0 && -shift <= _distance + Margin)
            return 0;
        // Too far: the same moment, one cycle later or sooner.
        shift += _moved + shift < -interval ? interval : _moved + shift > interval ? -interval : 0;
        _moved += shift;
        _age = wanted;
        return shift;
    }

    private static float Around(float time, long interval) => time - interval * MathF.Round(time / interval);
}
