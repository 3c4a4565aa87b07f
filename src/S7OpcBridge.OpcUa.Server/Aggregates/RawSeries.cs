namespace S7OpcBridge.OpcUa.Server.Aggregates;

/// <summary>Reads the next raw values of a series, oldest first.</summary>
/// <param name="from">Values from this time on are wanted; used only if the position is empty.</param>
/// <param name="isBackward">True: values before that time, newest first.</param>
/// <param name="position">Empty, or where an earlier call ended.</param>
/// <param name="values">Takes the values.</param>
internal delegate ValueTask<SourceProgress> SeriesSource(
    long from,
    bool isBackward,
    ReadOnlyMemory<byte> position,
    Memory<DataValue> values,
    CancellationToken cancellationToken
);

/// <summary>
/// A series of raw values around a moment, which moves forward: the values from the moment on that are loaded, and the few before it from which bounds are
/// made. Memory does not depend on the length of the series.
/// </summary>
internal sealed class RawSeries(HistoryAggregateRules rules, SeriesSource source)
{
    // Pages grow: a short range is read by a small one, and a day does not take a search in the store for every few minutes.
    private const int FirstPage = 1024,
        LargestPage = 16_384,
        Growth = 4;

    // So far a usable value is looked for, in both directions (OPC 10000-11, 4.6: a server may limit the search for bounds).
    private const int MaxSearch = 100_000;

    private DataValue[] _items = [];
    private int _first,
        _count;
    private ReadOnlyMemory<byte> _position;
    private long _moment,
        _lastGood;
    private bool _isPlaced;
    private int _pageSize = FirstPage;

    /// <summary>The values from the moment on that are loaded, oldest first.</summary>
    public ReadOnlySpan<DataValue> Ahead => _items.AsSpan(_first, _count);

    /// <summary>True if there are no more than those loaded.</summary>
    public bool HasEnded { get; private set; }

    /// <summary>The last value before the moment; null: none.</summary>
    public DataValue? Previous { get; private set; }

    /// <summary>The last one before the moment that is not Bad.</summary>
    public DataValue? LastNotBad { get; private set; }

    /// <summary>The last one before the moment that the rules accept.</summary>
    public DataValue? LastGood { get; private set; }

    /// <summary>The one before <see cref="LastGood"/> that they accept.</summary>
    public DataValue? SecondLastGood { get; private set; }

    /// <summary>True if <see cref="Previous"/> is <see cref="LastGood"/>.</summary>
    public bool IsPreviousGood => Previous is { } value && IsGood(value.Status);

    /// <summary>The first value after the moment that the rules accept.</summary>
    public DataValue? NextGood
    {
        get
        {
            foreach (ref readonly var value in Ahead)
            {
                if (value.SourceTime > _moment && IsGood(value.Status))
                    return value;
            }

            return null;
        }
    }

    /// <summary>True for a status that calculations use.</summary>
    public bool IsGood(StatusCode status) => rules.TreatUncertainAsBad ? status.IsGood : !status.IsBad;

    /// <summary>Goes to a moment, wherever the series was.</summary>
    public async ValueTask GoToAsync(long moment, CancellationToken cancellationToken)
    {
        var isLoaded = HasEnded || moment == _moment || _count > 0 && _items[_first + _count - 1].SourceTime >= moment;
        if (_isPlaced && moment >= _moment && isLoaded)
        {
            Pass(moment);
            return;
        }

        (_isPlaced, _moment, _first, _count, _lastGood, _position, HasEnded) = (true, moment, 0, 0, 0, default, false);
        Previous = LastNotBad = LastGood = SecondLastGood = null;
        await LookBackAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Goes to a moment around which all values are known, without a source: those before it, and one at the moment, which is the last.</summary>
    public void Place(long moment, DataValue? previous, DataValue? lastNotBad, DataValue? lastGood, DataValue? atMoment)
    {
        (_isPlaced, _moment, _first, _count, _lastGood, HasEnded) = (true, moment, 0, 0, 0, true);
        (Previous, LastNotBad, LastGood, SecondLastGood) = (previous, lastNotBad, lastGood, null);
        if (atMoment is not { } value)
            return;
        if (_items.Length == 0)
            _items = new DataValue[1];
        (_items[0], _count) = (value, 1);
    }

    /// <summary>True if an acceptable value after a time is loaded, or there is none: bounds can be made there.</summary>
    public bool Reaches(long time) => HasEnded || _lastGood > time || _count >= MaxSearch;

    /// <summary>Loads more values.</summary>
    public async ValueTask LoadAsync(CancellationToken cancellationToken)
    {
        MakeRoom();
        var at = _first + _count;
        var read = await source(_moment, false, _position, _items.AsMemory(at, _pageSize), cancellationToken).ConfigureAwait(false);
        _pageSize = Math.Min(_pageSize * Growth, LargestPage);
        _count += read.Count;
        _position = read.Next;
        HasEnded = read.Next.IsEmpty;
        for (var i = read.Count - 1; i >= 0; i--)
        {
            if (!IsGood(_items[at + i].Status))
                continue;
            _lastGood = _items[at + i].SourceTime;
            break;
        }
    }

    /// <summary>Loads until <see cref="Reaches"/>.</summary>
    public async ValueTask ReachAsync(long time, CancellationToken cancellationToken)
    {
        while (!Reaches(time))
            await LoadAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Moves on to a later moment within the loaded values, or behind them.</summary>
    public void Pass(long moment)
    {
        var ahead = Ahead;
        var passed = 0;
        while (passed < ahead.Length && ahead[passed].SourceTime < moment)
            passed++;
        DataValue? notBad = null,
            good = null,
            second = null;
        for (var i = passed - 1; i >= 0 && second is null; i--)
        {
            if (ahead[i].Status.IsBad)
                continue;
            notBad ??= ahead[i];
            if (!IsGood(ahead[i].Status))
                continue;
            if (good is null)
                good = ahead[i];
            else
                second = ahead[i];
        }

        _moment = moment;
        if (passed == 0)
            return;
        Previous = ahead[passed - 1];
        LastNotBad = notBad ?? LastNotBad;
        SecondLastGood = second ?? (good is null ? SecondLastGood : LastGood);
        LastGood = good ?? LastGood;
        _first += passed;
        _count -= passed;
    }

    /// <summary>Keeps the loaded values only, not the room for more.</summary>
    public void Trim() => (_items, _first, _pageSize) = (Ahead.ToArray(), 0, FirstPage);

    private void MakeRoom()
    {
        if (_items.Length - _first - _count >= _pageSize)
            return;
        var target = _count + _pageSize <= _items.Length ? _items : new DataValue[_count + _pageSize];
        Ahead.CopyTo(target);
        (_items, _first) = (target, 0);
    }

    private async ValueTask LookBackAsync(CancellationToken cancellationToken)
    {
        const int step = 16;
        var page = new DataValue[step];
        var position = ReadOnlyMemory<byte>.Empty;
        for (var searched = 0; searched < MaxSearch; searched += page.Length)
        {
            var read = await source(_moment, true, position, page, cancellationToken).ConfigureAwait(false);
            for (var i = 0; i < read.Count && SecondLastGood is null; i++)
                Precede(page[i]);
            if (read.Next.IsEmpty || SecondLastGood is not null)
                return;
            position = read.Next;
            if (searched == 0)
                page = new DataValue[FirstPage];
        }
    }

    private void Precede(in DataValue value)
    {
        Previous ??= value;
        if (value.Status.IsBad)
            return;
        LastNotBad ??= value;
        if (!IsGood(value.Status))
            return;
        if (LastGood is null)
            LastGood = value;
        else
            SecondLastGood = value;
    }
}
