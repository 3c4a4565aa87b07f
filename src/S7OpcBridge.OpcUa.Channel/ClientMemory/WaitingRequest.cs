namespace S7OpcBridge.OpcUa.Channel.ClientMemory;

/// <summary>The memory of a request that waits: for a write, a method, a fresh read.</summary>
/// <param name="Held">Where it is counted.</param>
/// <param name="Bytes">Its bytes as received.</param>
internal readonly record struct WaitingRequest(HeldMemory? Held, int Bytes)
{
    // Small requests are limited by their number and not counted.
    private const int Counted = 4096;

    // A decoded request takes about four times its encoded bytes.
    private const int Decoded = 4;

    /// <summary>Bytes that it takes when it is decoded.</summary>
    public long InMemory => (long)Bytes * Decoded;

    /// <summary>Counts it; false: the memory is short.</summary>
    public bool TryTake() => Held is null || Bytes < Counted || Held.TryAdd(InMemory);

    /// <summary>Releases it: the request is answered.</summary>
    public void Release()
    {
        if (Held is not null && Bytes >= Counted)
            Held.Add(-InMemory);
    }
}
