using S7OpcBridge.OpcUa.Server.Aggregates;
using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>An AggregateFilter as revised (OPC 10000-4, 7.22.4).</summary>
/// <param name="Function">The aggregate function.</param>
/// <param name="Start">Where the first interval begins, OPC UA ticks.</param>
/// <param name="Interval">Ticks of an interval.</param>
/// <param name="Rules">How values that are not Good are treated.</param>
internal sealed record LiveAggregateSettings(NodeId Function, long Start, long Interval, HistoryAggregateRules Rules)
{
    /// <summary>The shortest and longest interval.</summary>
    public const double Shortest = 100, Longest = 24 * 3600 * 1000d;

    /// <summary>Checks and revises a filter: BadAggregateNotSupported, BadAggregateInvalidInputs, Good.</summary>
    /// <param name="filter">As requested.</param>
    /// <param name="now">The time; intervals do not begin earlier.</param>
    /// <param name="settings">As revised.</param>
    /// <param name="result">What the client is told.</param>
    public static StatusCode Of(AggregateFilter filter, long now, out LiveAggregateSettings? settings, out ExtensionObject? result)
    {
        (settings, result) = (null, null);
        if (!AggregateFunctions.Has(filter.AggregateType))
            return StatusCodes.BadAggregateNotSupported;
        var asked = filter.AggregateConfiguration;
        if (!asked.UseServerCapabilitiesDefaults && !HistoryAggregateRules.AreValid(asked.PercentDataBad, asked.PercentDataGood))
            return StatusCodes.BadAggregateInvalidInputs;
        var rules = asked.UseServerCapabilitiesDefaults
            ? HistoryAggregateRules.Default
            : new HistoryAggregateRules(asked.TreatUncertainAsBad, asked.PercentDataBad, asked.PercentDataGood, asked.UseSlopedExtrapolation);
        var interval = double.IsNaN(filter.ProcessingInterval) ? Shortest : Math.Clamp(filter.ProcessingInterval, Shortest, Longest);
        settings = new LiveAggregateSettings(filter.AggregateType, Math.Max(filter.StartTime, now), (long)(interval * TimeSpan.TicksPerMillisecond), rules);
        result = ExtensionObject.Of(new AggregateFilterResult
        {
            RevisedStartTime = settings.Start,
            RevisedProcessingInterval = interval,
            RevisedAggregateConfiguration = new AggregateConfiguration
            {
                TreatUncertainAsBad = rules.TreatUncertainAsBad,
                PercentDataBad = rules.PercentDataBad,
                PercentDataGood = rules.PercentDataGood,
                UseSlopedExtrapolation = rules.UseSlopedExtrapolation,
            },
        });
        return StatusCodes.Good;
    }
}

/// <summary>
/// Calculates an aggregate over the values that come, interval by interval, in constant memory. A value counts until the next one; the one at the beginning of
/// an interval is a sample of it, so that intervals without a change have a result too. Used inside the gate of the subscription only.
/// </summary>
internal sealed class LiveAggregate : WheelEntry
{
    // Values of the end of an interval may come a little after it; those of the next one that come meanwhile wait.
    private const long Patience = 100 * TimeSpan.TicksPerMillisecond;

    private const int MaxWaiting = 1000;

    // After a longer pause than so many intervals, those without values are left out.
    private const int MaxBehind = 100;

    private readonly LiveAggregateSettings _settings;
    private readonly Subscription _subscription;
    private readonly SubscriptionHost _host;
    private readonly uint _item;
    private readonly IntervalAggregate _aggregate;
    private readonly List<DataValue> _waiting = [];
    private DataValue? _last, _lastNotBad, _lastGood;
    private long _early;
    private bool _isBegun;

    public LiveAggregate(LiveAggregateSettings settings, Subscription subscription, SubscriptionHost host, uint item)
    {
        (_settings, _subscription, _host, _item, _early) = (settings, subscription, host, item, settings.Start);
        _aggregate = AggregateFunctions.Make(settings.Function, new AggregateContext(settings.Rules, IsStepped: true, IsBackward: false));
        SetTimer();
    }

    private long Late => _early + _settings.Interval;

    /// <summary>Takes a value; its time is not before that of the value before it.</summary>
    public void Offer(in Sample sample)
    {
        var newest = _waiting.Count > 0 ? _waiting[^1].SourceTime : _last?.SourceTime ?? 0;
        var time = Math.Max(newest, sample.SourceTime == 0 ? _host.Clock.UaNow : sample.SourceTime);
        var value = new DataValue(sample.Value, sample.Status, time, time);
        if (time < Late)
            Take(value);
        else if (_waiting.Count < MaxWaiting)
            _waiting.Add(value);
        else
            _waiting[^1] = value;
    }

    /// <summary>Stops calculating.</summary>
    public void Stop() => _host.Timers.Remove(this);

    /// <inheritdoc/>
    public override void Fire(long now) => _subscription.InGate(_ => Advance(now));

    private void Advance(long now)
    {
        var slot = _subscription.Items.Store.Find(_item);
        if (slot < 0 || _subscription.Items.Store.DetailsOf(slot)?.Aggregate != this)
            return;
        var present = _host.Clock.UaNow;
        var behind = (present - Patience - Late) / _settings.Interval;
        while (Late + Patience <= present)
        {
            var result = End();
            if (behind-- < MaxBehind)
                _subscription.Items.Queue.Offer(slot, Sample.Of(result.Value, result.Status.Value, result.SourceTime, result.ServerTime), now);
            _early = Late;
            Begin();
            var count = 0;
            while (count < _waiting.Count && _waiting[count].SourceTime < Late)
                Take(_waiting[count++]);
            _waiting.RemoveRange(0, count);
        }

        SetTimer();
    }

    private void SetTimer()
    {
        var left = (Late + Patience - _host.Clock.UaNow) / TimeSpan.TicksPerMillisecond;
        _host.Timers.Set(this, _host.Clock.Now + Math.Max(1, left + 1));
    }

    private void Begin()
    {
        _isBegun = true;
        _aggregate.Begin(new TimeInterval(_early, Late, false), SeriesAt(_early));
        if (_last is { } held)
            _aggregate.Take([held with { SourceTime = _early, ServerTime = _early }]);
    }

    private DataValue End()
    {
        if (!_isBegun)
            Begin();
        return _aggregate.End(SeriesAt(Late));
    }

    private void Take(in DataValue value)
    {
        if (value.SourceTime < _early)
        {
            Remember(value); // before the first interval
            return;
        }

        if (!_isBegun)
            Begin();
        _aggregate.Take([value]);
        Remember(value);
    }

    private void Remember(in DataValue value)
    {
        _last = value;
        if (value.Status.IsBad)
            return;
        _lastNotBad = value;
        if (value.Status.IsGood || !_settings.Rules.TreatUncertainAsBad)
            _lastGood = value;
    }

    // What was before the moment, and that the last value is still there at the moment.
    private RawSeries SeriesAt(long moment)
    {
        var series = new RawSeries(_settings.Rules, (_, isBackward, _, values, _) =>
        {
            var found = isBackward ? Before(moment) : _last is { } held ? [held with { SourceTime = moment, ServerTime = moment }] : [];
            found.CopyTo(values.Span);
            return new(new HistoryPage(found.Length));
        });
        // The source never waits, so both are done at once.
        var placed = series.GoToAsync(moment, CancellationToken.None);
        var loaded = series.ReachAsync(moment, CancellationToken.None);
        return placed.IsCompletedSuccessfully && loaded.IsCompletedSuccessfully ? series : throw new InvalidOperationException("The series had to wait.");
    }

    private DataValue[] Before(long moment)
    {
        var found = new List<DataValue>(3);
        foreach (var value in (DataValue?[])[_last, _lastNotBad, _lastGood])
        {
            if (value is { } one && one.SourceTime < moment && !found.Exists(other => other.SourceTime == one.SourceTime))
                found.Add(one);
        }

        return [.. found];
    }
}
