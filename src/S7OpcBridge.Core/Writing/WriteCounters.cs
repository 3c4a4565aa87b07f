namespace S7OpcBridge.Core;

/// <summary>What came of the writes to a PLC so far, heartbeats not counted. Any thread.</summary>
public sealed class WriteCounters
{
    private readonly long[] _counts = new long[Enum.GetValues<TagWriteResult>().Length];

    internal WriteCounters()
    {
    }

    /// <summary>Writes that ended so.</summary>
    public long Of(TagWriteResult result) => Volatile.Read(ref _counts[(int)result]);

    internal void Count(TagWriteResult result) => Interlocked.Increment(ref _counts[(int)result]);
}
