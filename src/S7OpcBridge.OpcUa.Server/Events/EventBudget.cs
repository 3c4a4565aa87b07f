using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.ClientMemory;

namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>Limits the bytes of all queued events of the server together. Where the limit is reached each queue may still hold one event.</summary>
/// <param name="memory">The memory of all clients, which the events are part of.</param>
internal sealed class EventBudget(ClientMemoryBudget memory)
{
    private readonly HeldMemory _held = new(memory, ClientMemoryKind.QueuedEvents);

    /// <summary>The most bytes of all queues together.</summary>
    public long Most { get; } = Math.Min(64L << 20, memory.Most / 8);

    /// <summary>Bytes queued now.</summary>
    public long Taken => _held.Bytes;

    /// <summary>True if so many more bytes may be queued.</summary>
    public bool HasRoomFor(int bytes) => Taken + bytes <= Most;

    /// <summary>Counts bytes in, or out if negative.</summary>
    public void Charge(int bytes) => _held.Add(bytes);
}
