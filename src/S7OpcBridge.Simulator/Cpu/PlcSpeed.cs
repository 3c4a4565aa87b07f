namespace S7OpcBridge.Simulator;

/// <summary>
/// Response times of a CPU and its network, for realistic cycle times. Default: all zero, as fast as possible. Times below a millisecond hold on average, not
/// for each job.
/// </summary>
public sealed record PlcSpeed
{
    /// <summary>No delay.</summary>
    public static PlcSpeed None { get; } = new();

    /// <summary>CPU time per job.</summary>
    public TimeSpan PerJob { get; init; }

    /// <summary>CPU time per byte of request and answer.</summary>
    public TimeSpan PerByte { get; init; }

    /// <summary>CPU cycle: jobs are served at its end, one per cycle over all connections (S7-300 and S7-400). Zero: at any time.</summary>
    public TimeSpan Cycle { get; init; }

    /// <summary>Transmission time of an answer; does not occupy the CPU.</summary>
    public TimeSpan Latency { get; init; }

    /// <summary>Most jobs per second over all connections, for example 150–200 for a CP 443-1; 0: no limit.</summary>
    public int JobsPerSecond { get; init; }

    /// <summary>True: there is no delay.</summary>
    internal bool IsNone => this == None;

    /// <summary>When a job that arrived at <paramref name="now"/> is started, if the CPU is free from <paramref name="free"/> on.</summary>
    internal TimeSpan StartOf(TimeSpan now, TimeSpan free)
    {
        var start = now > free ? now : free;
        return Cycle <= TimeSpan.Zero ? start : Cycle * Math.Ceiling(start / Cycle);
    }

    /// <summary>When the CPU has finished a job.</summary>
    internal TimeSpan EndOf(TimeSpan start, int bytes) => start + PerJob + PerByte * bytes;

    /// <summary>When the CPU can start the next job.</summary>
    internal TimeSpan FreeAfter(TimeSpan start, TimeSpan end)
    {
        var free = JobsPerSecond > 0 ? start + TimeSpan.FromSeconds(1.0 / JobsPerSecond) : start;
        // One tick after the start of this cycle, so that rounding up gives the next one.
        var cycle = Cycle > TimeSpan.Zero ? start + TimeSpan.FromTicks(1) : start;
        free = cycle > free ? cycle : free;
        return end > free ? end : free;
    }
}
