namespace S7OpcBridge.PubSub.Connecting;

/// <summary>There is no connection, or it ended.</summary>
/// <param name="reason">Why.</param>
/// <param name="words">What happened, where, and what to do.</param>
/// <param name="isAboutMessage">Whether a message that is in flight is the reason.</param>
internal sealed class BrokerException(BrokerRefusal reason, string words, bool isAboutMessage = false) : Exception(words)
{
    public BrokerRefusal Reason => reason;

    public bool IsAboutMessage => isAboutMessage;
}
