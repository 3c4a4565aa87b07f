namespace S7OpcBridge.History.Chunks;

/// <summary>Packed values of one series and one day (UTC), in the order of arrival, with sequence numbers that follow each other.</summary>
/// <param name="Id">Grows with every chunk of a store; 0 for a chunk that values are still added to.</param>
/// <param name="Series">The number of the series.</param>
/// <param name="First">The least source time, in OPC UA ticks.</param>
/// <param name="Last">The greatest source time.</param>
/// <param name="Sequence">The sequence number of the first value.</param>
/// <param name="Count">Values in it.</param>
/// <param name="Data">The packed values; null where they are not loaded.</param>
internal sealed record Chunk(long Id, int Series, long First, long Last, long Sequence, int Count, byte[]? Data)
{
    public uint Crc => Checksum.Compute(Data);

    /// <summary>The day that it belongs to.</summary>
    public int Day => UtcDay.FromTicks(First);
}
