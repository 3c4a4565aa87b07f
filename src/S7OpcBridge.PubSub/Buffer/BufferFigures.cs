namespace S7OpcBridge.PubSub;

/// <summary>What waits for the broker.</summary>
/// <param name="Messages">Messages that wait, with those that the broker has not acknowledged yet.</param>
/// <param name="Values">Values in them.</param>
/// <param name="MemoryBytes">Their bytes in memory.</param>
/// <param name="DiskBytes">Bytes of the journal.</param>
/// <param name="LostMessages">Messages that were lost since the start: too many, too old, or in a damaged place of the journal.</param>
/// <param name="LostValues">Values in them.</param>
/// <param name="Oldest">When the oldest message was made; null: nothing waits.</param>
public readonly record struct BufferFigures(
    long Messages,
    long Values,
    long MemoryBytes,
    long DiskBytes,
    long LostMessages,
    long LostValues,
    DateTimeOffset? Oldest
);
