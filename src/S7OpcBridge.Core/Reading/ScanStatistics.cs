namespace S7OpcBridge.Core.Reading;

/// <summary>The figures of one scan class. Written by the read lane, readable from any thread.</summary>
internal sealed class ScanStatistics
{
    private int _jobs;
    private long _last;
    private long _longest;
    private long _confirmed;
    private long _cycles;
    private long _pdus;

    /// <summary>Histogram of the cycle times.</summary>
    public CycleTimes Times { get; } = new();

    /// <summary>UTC ticks of the last whole cycle that the PLC answered.</summary>
    public long ConfirmedTicks
    {
        get => Volatile.Read(ref _confirmed);
        set => Volatile.Write(ref _confirmed, value);
    }

    public int Jobs
    {
        set => Volatile.Write(ref _jobs, value);
    }

    /// <summary>Counts an answered job of the class.</summary>
    public void Answered() => Volatile.Write(ref _pdus, _pdus + 1);

    public void Cycle(long ticks)
    {
        Times.Add(ticks);
        Volatile.Write(ref _cycles, _cycles + 1);
        Volatile.Write(ref _last, ticks);
        if (ticks > _longest)
            Volatile.Write(ref _longest, ticks);
    }

    public ScanStatus Snapshot(string scan, long overruns) =>
        new(
            scan,
            Volatile.Read(ref _jobs),
            overruns,
            new TimeSpan(Volatile.Read(ref _last)),
            new TimeSpan(Volatile.Read(ref _longest)),
            ConfirmedTicks,
            Volatile.Read(ref _cycles),
            Volatile.Read(ref _pdus)
        );
}
