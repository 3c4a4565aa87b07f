namespace S7OpcBridge.S7.Transport;

/// <summary>What ended a connection. Each caller gets a new exception, because a single object thrown in several places would mix their stack traces.</summary>
internal sealed record LinkFault(string Message, S7ConnectStage Stage, S7LinkCause Cause, Exception? Inner = null)
{
    private bool IsProtocol { get; init; }

    public static LinkFault From(S7ProtocolException e) => new(e.Message, S7ConnectStage.Open, S7LinkCause.Other) { IsProtocol = true };

    public S7Exception ToException() =>
        IsProtocol ? new S7ProtocolException(Message) : new S7LinkException(Message, Inner) { Stage = Stage, Cause = Cause };
}
