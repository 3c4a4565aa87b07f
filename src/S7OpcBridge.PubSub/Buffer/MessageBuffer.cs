#pragma warning disable CS9113, CS0067 // The bodies follow.
namespace S7OpcBridge.PubSub.Buffer;

/// <summary>Messages that wait for the broker, in order: in memory while it keeps up, in the journal while it does not.</summary>
internal sealed class MessageBuffer(BufferOptions options, TimeProvider time) : IDisposable
{
    /// <summary>Raised for lost messages and trouble with the journal, on any thread.</summary>
    public event Action<BrokerEvent>? Happened;

    /// <summary>What waits and what was lost.</summary>
    public BufferFigures Figures => throw new NotImplementedException();

    /// <summary>Adds a message at the end and copies its payload. Never waits for the broker. Any thread.</summary>
    public void Append(in OutgoingMessage message) => throw new NotImplementedException();

    public void Dispose() => throw new NotImplementedException();
}
