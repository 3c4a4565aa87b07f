#pragma warning disable CS9113, CS0067 // The bodies follow.
using S7OpcBridge.PubSub.Buffer;

namespace S7OpcBridge.PubSub.Broker;

/// <summary>The connection to one broker: made again whenever it ends, until it is cancelled.</summary>
internal sealed class BrokerLink(BrokerOptions options, MessageBuffer buffer, CommandTopics? commands, TimeProvider time)
{
    /// <summary>Raised on the link's loop, which waits for its listeners: they must be quick. <see cref="BrokerConnected"/> asks for key frames.</summary>
    public event Action<BrokerEvent>? Happened;

    /// <summary>How it stands, and what it has done.</summary>
    public BrokerFigures Figures => throw new NotImplementedException();

    /// <summary>Takes over what is kept at the broker: at the start, before it runs, and with each changed map. Any thread.</summary>
    public void Retain(RetainedTopics topics) => throw new NotImplementedException();

    /// <summary>Connects, sends, and connects again, until it is cancelled; then says farewell and disconnects.</summary>
    public Task RunAsync(CancellationToken cancellationToken) => throw new NotImplementedException();
}
