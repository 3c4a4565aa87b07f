using System.Collections.Immutable;
using S7OpcBridge.PubSub.Buffer;

namespace S7OpcBridge.PubSub.Broker;

/// <summary>What a publisher keeps at the broker, as of its map.</summary>
internal sealed record RetainedTopics
{
    /// <summary>Nothing.</summary>
    public static readonly RetainedTopics None = new();

    /// <summary>
    /// Retained messages that are sent after each connect and each change, before all others, and again before they expire: status, connection, metadata.
    /// </summary>
    public ImmutableArray<OutgoingMessage> Messages { get; init; } = [];

    /// <summary>
    /// Topic filters below which nobody else keeps messages: what is retained there and neither in <see cref="Messages"/> nor <see cref="IsKept"/> is deleted.
    /// </summary>
    public ImmutableArray<string> Own { get; init; } = [];

    /// <summary>Says whether a topic below <see cref="Own"/> stays: of retained values, for example.</summary>
    public Func<string, bool> IsKept { get; init; } = static _ => false;

    /// <summary>Topics whose retained messages are deleted without a look: those that the map before this one had.</summary>
    public ImmutableArray<string> Gone { get; init; } = [];

    /// <summary>Sent before an orderly end, and kept: the status "Disabled".</summary>
    public ImmutableArray<OutgoingMessage> Farewell { get; init; } = [];

    /// <summary>What the broker publishes if the connection ends without a farewell: the status "Error".</summary>
    public OutgoingMessage? Will { get; init; }
}
