using System.Collections.Concurrent;
using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.PubSub.Connecting;
using S7OpcBridge.PubSub.Sparkplug;

namespace S7OpcBridge.PubSub.Broker;

/// <summary>What one connection after the other of a link works with.</summary>
/// <param name="Edge">The session of Sparkplug; null: another format.</param>
internal sealed record LinkParts(BrokerOptions Options, MessageBuffer Buffer, CommandQueue? Commands, EdgeSession? Edge, TimeProvider Time)
{
    public RefusalWords Words { get; } = new(Options);

    public RetainedKeeper Keeper { get; } = new();

    public required LinkCounters Counters { get; init; }

    /// <summary>Answers to commands that wait for a connection.</summary>
    public ConcurrentQueue<UrgentMessage> Answers { get; } = new();

    /// <summary>Wakes the loop that sends.</summary>
    public LoopSignal Work { get; } = new();

    /// <summary>Tells the listeners of the link.</summary>
    public required Action<BrokerEvent> Tell { get; init; }
}
