namespace S7OpcBridge.Core;

/// <summary>What came of the writes to a PLC so far, heartbeats not counted. Any thread.</summary>
public sealed class WriteTally
{
    private readonly long[] _counts = new long[Enum.GetValues<TagWriteResult>().Length];
    private long _abandoned;

    internal WriteTally()
    {
    }

    /// <summary>Writes that the client gave up before there was a result: it may have come all the same.</summary>
    public long Abandoned => Volatile.Read(ref _abandoned);

    /// <summary>Writes with a result.</summary>
    public long Of(TagWriteResult result) => Volatile.Read(ref _counts[(int)result]);

    internal void Count(TagWriteResult result) => Interlocked.Increment(ref _counts[(int)result]);

    internal void CountAbandoned(int writes) => Interlocked.Add(ref _abandoned, writes);
}
