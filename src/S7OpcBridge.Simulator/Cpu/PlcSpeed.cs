namespace S7OpcBridge.Simulator;

/// <summary>
/// How long a CPU and its network take, so that the number of PDUs turns into a realistic cycle time. All zero, the default: as fast as the machine can.
/// Times shorter than a millisecond hold on average, not for each job.
/// </summary>
public sealed record PlcSpeed
{
    /// <summary>No time at all.</summary>
    public static PlcSpeed None { get; } = new();

    /// <summary>Time that the CPU needs for a job.</summary>
    public TimeSpan PerJob { get; init; }

    /// <summary>Time that the CPU needs for each byte of request and answer.</summary>
    public TimeSpan PerByte { get; init; }

    /// <summary>CPU cycle: jobs are served at its end, one per cycle, whoever asks (S7-300 and S7-400). Zero: at any time.</summary>
    public TimeSpan Cycle { get; init; }

    /// <summary>Time that an answer is under way; does not keep the CPU busy.</summary>
    public TimeSpan Latency { get; init; }

    /// <summary>Most jobs per second over all connections, for example 150–200 for a CP 443-1; 0: no cap.</summary>
    public int JobsPerSecond { get; init; }

    /// <summary>True when nothing takes time.</summary>
    internal bool IsNone => this == None;

    /// <summary>When a job that came at <paramref name="now"/> is taken up, if the CPU is free from <paramref name="free"/> on.</summary>
    internal TimeSpan StartOf(TimeSpan now, TimeSpan free)
    {
        var start = now > free ? now : free;
        return Cycle <= TimeSpan.Zero ? start : Cycle * Math.Ceiling(start / Cycle);
    }

    /// <summary>When the CPU is done with a job.</summary>
    internal TimeSpan EndOf(TimeSpan start, int bytes) => start + PerJob + PerByte * bytes;

    /// <summary>When the CPU may take up the next job.</summary>
    internal TimeSpan FreeAfter(TimeSpan start, TimeSpan end)
    {
        var free = JobsPerSecond > 0 ? start + TimeSpan.FromSeconds(1.0 / JobsPerSecond) : start;
        // A hair behind the start of this cycle: rounding up then gives the next one.
        var cycle = Cycle > TimeSpan.Zero ? start + TimeSpan.FromTicks(1) : start;
        free = cycle > free ? cycle : free;
        return end > free ? end : free;
    }
}
