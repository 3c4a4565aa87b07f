using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Links;

/// <summary>
/// Decides when the next job may start, within the request rate and the busy share that the map allows. Has no timer: the read lane asks and waits.
/// </summary>
internal sealed class LoadCeiling(S7Load load)
{
    // Rests are put off until so many ticks of them are due: a pause after each of several short answers would lengthen a cycle and wake the lane for each.
    private const long PutOff = 10 * TimeSpan.TicksPerMillisecond;

    // A burst of a tenth of a second is allowed at once, so that a short cycle on an idle link is not delayed; the rate over one second is kept.
    private readonly long _perJob = load.RequestsPerSecond > 0 ? (long)(TimeSpan.TicksPerSecond / load.RequestsPerSecond) : 0;
    private readonly long _quantum = load.Busy < 1 ? TimeSpan.TicksPerMillisecond * 50 : long.MaxValue;
    private long _nextByRate = long.MinValue;
    private long _nextByRest = long.MinValue;
    private long _busySince = long.MaxValue;
    private bool _holding;
    private long _heldBack;
    private int _charged;
    private long _chargedBusy;

    /// <summary>True: the map sets a ceiling. Any thread.</summary>
    public bool IsSet => _perJob > 0 || load.Busy < 1;

    /// <summary>Jobs delayed so far. Any thread.</summary>
    public long HeldBack => Volatile.Read(ref _heldBack);

    /// <summary>Counts a job that another lane sent; later reads are delayed by it. Any thread.</summary>
    public void Charge() => Interlocked.Increment(ref _charged);

    /// <summary>Counts ticks during which the CPU answered jobs of others. Any thread.</summary>
    public void ChargeBusy(long ticks) => Interlocked.Add(ref _chargedBusy, ticks);

    /// <summary>Called for a new connection: jobs in flight on the previous one are no longer counted.</summary>
    public void Begin() => (_busySince, _holding) = (long.MaxValue, false);

    /// <summary>
    /// The earliest start of the next job in monotonic ticks. A past time means now; long.MaxValue means after the jobs in flight are answered.
    /// </summary>
    public long NextStart(long now) =>
        _busySince != long.MaxValue && now - _busySince > _quantum ? long.MaxValue : Math.Max(_nextByRate, _nextByRest);

    /// <summary>Returns true where a job may start now. On false the delayed job is counted once.</summary>
    public bool MayStart(long now)
    {
        if (Volatile.Read(ref _charged) != 0)
            Spend(Interlocked.Exchange(ref _charged, 0), now);
        if (Volatile.Read(ref _chargedBusy) != 0)
            Rest(Interlocked.Exchange(ref _chargedBusy, 0), now);
        if (NextStart(now) <= now)
            return true;
        if (!_holding)
            Volatile.Write(ref _heldBack, _heldBack + 1);
        _holding = true;
        return false;
    }

    /// <summary>Counts an external job that was admitted.</summary>
    public void Admit(long now)
    {
        _holding = false;
        Spend(1, now);
    }

    /// <summary>Called when a job was sent.</summary>
    public void Started(long now)
    {
        _holding = false;
        if (_busySince == long.MaxValue)
            _busySince = now;
        Spend(1, now);
    }

    /// <summary>Called when the last job in flight was answered. The CPU gets an idle time that matches its busy share, now or a little later.</summary>
    public void Drained(long now)
    {
        if (_busySince != long.MaxValue)
            Rest(now - _busySince, now);
        _busySince = long.MaxValue;
    }

    // Kept apart from the rate: a rest must not take away the burst that the rate allows.
    private void Rest(long busy, long now)
    {
        if (load.Busy < 1)
            _nextByRest = Math.Max(_nextByRest, now - busy - PutOff) + (long)(busy / load.Busy);
    }

    private void Spend(int jobs, long now)
    {
        if (_perJob > 0)
            _nextByRate = Math.Max(_nextByRate, now - Math.Max(0, TimeSpan.TicksPerSecond / 10 - _perJob)) + jobs * _perJob;
    }

    /// <summary>Least duration in ticks of a cycle with so many jobs; 0: no rate limit.</summary>
    public long TimeFor(int jobs) => _perJob * jobs;
}
