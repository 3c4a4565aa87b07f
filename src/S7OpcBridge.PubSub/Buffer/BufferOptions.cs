namespace S7OpcBridge.PubSub;

/// <summary>How much waits while the broker is away, and where.</summary>
public sealed record BufferOptions
{
    /// <summary>Most values that wait; the oldest message is lost first.</summary>
    public long Values { get; init; } = 1_000_000;

    /// <summary>The folder of the journal, of one publisher alone; null: messages wait in memory only, and a restart loses them.</summary>
    public string? Folder { get; init; }

    /// <summary>Messages older than this are lost.</summary>
    public TimeSpan Keep { get; init; } = TimeSpan.FromHours(24);

    /// <summary>Most bytes of the journal.</summary>
    public long Bytes { get; init; } = 1L << 30;

    /// <summary>Most bytes in memory.</summary>
    public int MemoryBytes { get; init; } = 8 << 20;
}
