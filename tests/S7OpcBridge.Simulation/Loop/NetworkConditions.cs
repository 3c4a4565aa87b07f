namespace S7OpcBridge.Simulation.Loop;

/// <summary>What the network is like at present.</summary>
internal sealed class NetworkConditions
{
    /// <summary>Shortest and longest way of a segment, in ticks.</summary>
    public (long Shortest, long Longest) Delay { get; set; } = (2_000, 15_000);

    /// <summary>Longest segment, in bytes: the stream is cut anywhere.</summary>
    public int LongestSegment { get; set; } = 1400;

    /// <summary>Bytes that the sender may have under way.</summary>
    public int Window { get; set; } = 16_384;

    /// <summary>Until when nothing arrives at the PLC, and nothing at the bridge. What was sent arrives afterwards.</summary>
    public long ToPlcStalledUntil { get; set; }

    /// <inheritdoc cref="ToPlcStalledUntil"/>
    public long ToBridgeStalledUntil { get; set; }

    public void Clear()
    {
        (Delay, LongestSegment, Window) = ((2_000, 15_000), 1400, 16_384);
        (ToPlcStalledUntil, ToBridgeStalledUntil) = (0, 0);
    }
}
