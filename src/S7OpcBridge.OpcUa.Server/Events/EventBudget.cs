namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>The bytes that all queued events of the server may take together: many slow subscribers cost no more than that, and one event each.</summary>
internal sealed class EventBudget
{
    /// <summary>Bytes of all queues.</summary>
    public const long Most = 64 * 1024 * 1024;

    private long _taken;

    /// <summary>Bytes queued now.</summary>
    public long Taken => Volatile.Read(ref _taken);

    /// <summary>True if there is room for so many more.</summary>
    public bool HasRoomFor(int bytes) => Taken + bytes <= Most;

    /// <summary>Takes room, or gives it back.</summary>
    public void Take(int bytes) => Interlocked.Add(ref _taken, bytes);
}
