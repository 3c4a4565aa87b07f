using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.ClientMemory;

namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>The bytes that all queued events of the server may take together: many slow subscribers cost no more than that, and one event each.</summary>
/// <param name="memory">What they are a part of.</param>
internal sealed class EventBudget(ClientMemoryBudget memory)
{
    private readonly HeldMemory _held = new(memory, ClientMemoryKind.QueuedEvents);

    /// <summary>Bytes of all queues.</summary>
    public long Most { get; } = Math.Min(64L << 20, memory.Most / 8);

    /// <summary>Bytes queued now.</summary>
    public long Taken => _held.Bytes;

    /// <summary>True if there is room for so many more.</summary>
    public bool HasRoomFor(int bytes) => Taken + bytes <= Most;

    /// <summary>Takes room, or gives it back.</summary>
    public void Take(int bytes) => _held.Add(bytes);
}
