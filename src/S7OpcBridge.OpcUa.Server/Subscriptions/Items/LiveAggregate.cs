using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Server.Aggregates;
using S7OpcBridge.OpcUa.Server.Subscriptions.Timing;
using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Items;

/// <summary>
/// Calculates an aggregate over the values that come, interval by interval, in constant memory. A value counts until the next one; the one at the beginning of
/// an interval is a sample of it, so that intervals without a change have a result too. Intervals are ended in turns of the lane of events, not by the timer.
/// Used inside the gate of the subscription only.
/// </summary>
internal sealed class LiveAggregate : WheelEntry
{
    // Values of the end of an interval may come a little after it; those of the next one that come meanwhile wait.
    private const long Patience = 100 * TimeSpan.TicksPerMillisecond;

    private const int MaxWaiting = 1000,
        MaxWaitingBytes = 1 << 20,
        WaitingValue = 64;

    // After a longer pause than so many intervals, those without values are left out.
    private const int MaxBehind = 100;

    private readonly LiveAggregateSettings _settings;
    private readonly ServerClock _clock;
    private readonly TimerLoop _timers;
    private readonly Action<LiveAggregate> _isDue;
    private readonly IntervalAggregate _aggregate;
    private readonly RawSeries _series;
    private readonly HeldMemory _held;
    private readonly List<(DataValue Value, int Bytes)> _waiting = [];
    private (DataValue Value, int Bytes)? _last,
        _lastNotBad,
        _lastGood;
    private long _early,
        _counted;
    private int _waitingBytes;
    private bool _isBegun;

    public LiveAggregate(
        LiveAggregateSettings settings,
        ServerClock clock,
        TimerLoop timers,
        Action<LiveAggregate> isDue,
        uint item,
        HeldMemory held
    )
    {
        (_settings, _clock, _timers, _isDue, Item, _held, _early) = (settings, clock, timers, isDue, item, held, settings.Start);
        _series = new RawSeries(settings.Rules, static (_, _, _, _, _) => throw new InvalidOperationException("All values are known."));
        _aggregate = AggregateFunctions.Make(settings.Function, new AggregateContext(settings.Rules, IsStepped: true, IsBackward: false));
        SetTimer();
    }

    /// <summary>The id of its monitored item.</summary>
    public uint Item { get; }

    /// <summary>See <see cref="LiveAggregateSettings.Rate"/>.</summary>
    public long Rate => _settings.Rate;

    private long Late => _early + _settings.Interval;

    /// <summary>Adds a value; its time is not before that of the value before it.</summary>
    public void Offer(in Sample sample)
    {
        var newest = _waiting.Count > 0 ? _waiting[^1].Value.SourceTime : _last?.Value.SourceTime ?? 0;
        var time = Math.Max(newest, sample.SourceTime == 0 ? _clock.UaNow : sample.SourceTime);
        var (value, bytes) = (new DataValue(sample.Value, sample.Status, time, time), sample.Shared?.Encoded.Length ?? 0);
        if (time < Late)
        {
            Add(value, bytes);
        }
        else
        {
            if (_waiting.Count == MaxWaiting || _waiting.Count > 0 && _waitingBytes + bytes + WaitingValue > MaxWaitingBytes)
                RemoveWaiting(_waiting.Count - 1, 1);
            _waiting.Add((value, bytes));
            _waitingBytes += bytes + WaitingValue;
        }

        Count();
    }

    /// <summary>Drops the values that wait, because the memory is short.</summary>
    public void DropWaiting()
    {
        RemoveWaiting(0, _waiting.Count);
        Count();
    }

    /// <summary>Stops calculating.</summary>
    public void Stop()
    {
        _timers.Remove(this);
        _held.Add(-_counted);
        _counted = 0;
    }

    /// <inheritdoc/>
    public override void Fire(long now) => _isDue(this);

    /// <summary>Ends an interval that is over; those of a long pause are left out.</summary>
    /// <param name="present">Now, OPC UA ticks.</param>
    /// <returns>False: no interval is over, and the timer is set for the next.</returns>
    public bool TryEnd(long present, out DataValue result)
    {
        result = default;
        Skip((present - Patience - Late) / _settings.Interval - MaxBehind + 1);
        if (Late + Patience > present)
        {
            Count();
            SetTimer();
            return false;
        }

        result = End();
        BeginAt(Late);
        return true;
    }

    // Without results.
    private void Skip(long intervals)
    {
        if (intervals <= 0)
            return;
        End();
        BeginAt(_early + intervals * _settings.Interval);
    }

    private void BeginAt(long early)
    {
        _early = early;
        var count = 0;
        while (count < _waiting.Count && _waiting[count].Value.SourceTime < _early)
            Remember(_waiting[count].Value, _waiting[count++].Bytes);
        Begin();
        while (count < _waiting.Count && _waiting[count].Value.SourceTime < Late)
            Add(_waiting[count].Value, _waiting[count++].Bytes);
        RemoveWaiting(0, count);
    }

    private void RemoveWaiting(int from, int count)
    {
        for (var i = from; i < from + count; i++)
            _waitingBytes -= _waiting[i].Bytes + WaitingValue;
        _waiting.RemoveRange(from, count);
    }

    private void SetTimer()
    {
        var left = (Late + Patience - _clock.UaNow) / TimeSpan.TicksPerMillisecond;
        _timers.Set(this, _clock.Now + Math.Max(1, left + 1));
    }

    private void Begin()
    {
        _isBegun = true;
        _aggregate.Begin(new TimeInterval(_early, Late, false), SeriesAt(_early));
        if (_last is not { Value: var held })
            return;
        var sample = held with { SourceTime = _early, ServerTime = _early };
        _aggregate.Add(new ReadOnlySpan<DataValue>(in sample));
    }

    private DataValue End()
    {
        if (!_isBegun)
            Begin();
        return _aggregate.End(SeriesAt(Late));
    }

    private void Add(in DataValue value, int bytes)
    {
        if (value.SourceTime >= _early)
        {
            if (!_isBegun)
                Begin();
            _aggregate.Add(new ReadOnlySpan<DataValue>(in value));
        }

        Remember(value, bytes);
    }

    private void Remember(in DataValue value, int bytes)
    {
        _last = (value, bytes);
        if (value.Status.IsBad)
            return;
        _lastNotBad = (value, bytes);
        if (value.Status.IsGood || !_settings.Rules.TreatUncertainAsBad)
            _lastGood = (value, bytes);
    }

    // What was before the moment, and that the last value is still there at the moment.
    private RawSeries SeriesAt(long moment)
    {
        var held = _last is { Value: var last } ? last with { SourceTime = moment, ServerTime = moment } : (DataValue?)null;
        _series.Place(moment, _last?.Value, _lastNotBad?.Value, _lastGood?.Value, held);
        return _series;
    }

    private void Count()
    {
        long bytes = _waitingBytes + (_last?.Bytes ?? 0);
        if (_lastNotBad is { Bytes: > 0 } notBad && notBad.Value.SourceTime != _last?.Value.SourceTime)
            bytes += notBad.Bytes;
        if (_lastGood is { Bytes: > 0 } good && good.Value.SourceTime != _lastNotBad?.Value.SourceTime)
            bytes += good.Bytes;
        _held.Add(bytes - _counted);
        _counted = bytes;
    }
}
