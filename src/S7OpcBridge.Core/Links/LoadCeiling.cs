using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Links;

/// <summary>
/// Decides when the next job may start, so that the CPU is asked no more often, and kept answering no longer, than the map allows. Has no timer: the read lane
/// asks and waits.
/// </summary>
internal sealed class LoadCeiling(S7Load load)
{
    // A burst of a tenth of a second may go at once: a short cycle on an idle link is not slowed down, the rate over a second is kept.
    private readonly long _perJob = load.RequestsPerSecond > 0 ? (long)(TimeSpan.TicksPerSecond / load.RequestsPerSecond) : 0;
    private readonly long _quantum = load.Busy < 1 ? TimeSpan.TicksPerMillisecond * 50 : long.MaxValue;
    private long _next = long.MinValue;
    private long _busySince = long.MaxValue;
    private bool _holding;
    private long _heldBack;
    private int _charged;
    private long _chargedBusy;

    /// <summary>True: there is a ceiling. Any thread.</summary>
    public bool IsSet => _perJob > 0 || load.Busy < 1;

    /// <summary>Jobs that had to wait so far; any thread may read it.</summary>
    public long HeldBack => Volatile.Read(ref _heldBack);

    /// <summary>Another lane sent a job: the reads make room for it. Any thread.</summary>
    public void Charge() => Interlocked.Increment(ref _charged);

    /// <summary>So many ticks the CPU was kept answering others. Any thread.</summary>
    public void ChargeBusy(long ticks) => Interlocked.Add(ref _chargedBusy, ticks);

    /// <summary>A new connection: what was in flight on the one before is not answered any more.</summary>
    public void Begin() => (_busySince, _holding) = (long.MaxValue, false);

    /// <summary>When the next job may start; in the past: now. Never: once those in flight are answered.</summary>
    public long NextStart(long now) => _busySince != long.MaxValue && now - _busySince > _quantum ? long.MaxValue : _next;

    /// <summary>True: a job may start now. False: the wait of the next one is counted, once.</summary>
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

    /// <summary>Somebody else's job was let in.</summary>
    public void Admit(long now)
    {
        _holding = false;
        Spend(1, now);
    }

    /// <summary>A job was sent.</summary>
    public void Started(long now)
    {
        _holding = false;
        if (_busySince == long.MaxValue)
            _busySince = now;
        Spend(1, now);
    }

    /// <summary>The last job in flight was answered: the CPU rests as long as its share asks.</summary>
    public void Drained(long now)
    {
        if (_busySince != long.MaxValue)
            Rest(now - _busySince, now);
        _busySince = long.MaxValue;
    }

    private void Rest(long busy, long now)
    {
        if (load.Busy < 1)
            _next = Math.Max(_next, now + (long)(busy * (1 - load.Busy) / load.Busy));
    }

    private void Spend(int jobs, long now)
    {
        if (_perJob > 0)
            _next = Math.Max(_next, now - Math.Max(0, TimeSpan.TicksPerSecond / 10 - _perJob)) + jobs * _perJob;
    }

    /// <summary>Ticks that a cycle of so many jobs takes at least; 0: no ceiling on the rate.</summary>
    public long TimeFor(int jobs) => _perJob * jobs;
}
