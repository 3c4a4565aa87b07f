namespace S7OpcBridge.Core;

/// <summary>Counts the writes to a PLC by result, without heartbeats. Thread-safe.</summary>
public sealed class WriteCounters
{
    private readonly long[] _counts = new long[Enum.GetValues<TagWriteResult>().Length];

    internal WriteCounters() { }

    /// <summary>Number of writes with this result.</summary>
    public long CountOf(TagWriteResult result) => Volatile.Read(ref _counts[(int)result]);

    internal void Count(TagWriteResult result) => Interlocked.Increment(ref _counts[(int)result]);
}
