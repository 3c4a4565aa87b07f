namespace S7OpcBridge.S7Plus.Client;

/// <summary>What ended a connection. Each caller gets a new exception, because a single object thrown in several places would mix their stack traces.</summary>
internal sealed record PlusFault(string Message, S7PlusStage Stage, S7PlusLinkCause Cause, Exception? Inner = null)
{
    private bool IsProtocol { get; init; }

    public static PlusFault From(Exception e, string host) =>
        e switch
        {
            S7PlusProtocolException protocol => new(protocol.Message, S7PlusStage.Open, S7PlusLinkCause.Other) { IsProtocol = true },
            S7PlusLinkException link => new(link.Message, link.Stage, link.Cause, link.InnerException),
            _ => new($"The connection to {host} broke.", S7PlusStage.Open, S7PlusLinkCause.Other, e),
        };

    public S7PlusException ToException() =>
        IsProtocol ? new S7PlusProtocolException(Message) : new S7PlusLinkException(Message, Inner) { Stage = Stage, Cause = Cause };
}
