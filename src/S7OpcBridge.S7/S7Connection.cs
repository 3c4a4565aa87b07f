namespace S7OpcBridge.S7;

/// <summary>
/// One connection to one PLC: opened, negotiated, used with several jobs in flight, closed politely. Jobs beyond the negotiated number wait their turn.
/// Every call may fail with <see cref="S7LinkException"/> or <see cref="S7ProtocolException"/>, after which the connection is dead.
/// </summary>
public sealed class S7Connection : IAsyncDisposable
{
    /// <summary>Connects, negotiates and returns the open connection.</summary>
    /// <exception cref="S7LinkException">Not reachable, refused, or no answer within the timeout; the message says which stage failed.</exception>
    public static Task<S7Connection> ConnectAsync(S7ConnectionOptions options, TimeProvider time, CancellationToken cancellationToken) => throw new NotImplementedException();

    /// <summary>Negotiated PDU size in bytes.</summary>
    public int PduSize => throw new NotImplementedException();

    /// <summary>Jobs that may be in flight: the smallest of asked, calling and called.</summary>
    public int MaxJobs => throw new NotImplementedException();

    /// <summary>True until the link failed or was closed.</summary>
    public bool IsAlive => throw new NotImplementedException();

    /// <summary>Sends a read job and waits for its answer. Cancellation is honoured before sending; afterwards the answer or the timeout ends the wait.</summary>
    /// <exception cref="S7RefusedException">The PLC refused the whole job.</exception>
    public ValueTask ReadAsync(S7ReadJob job, CancellationToken cancellationToken) => throw new NotImplementedException();

    /// <summary>Sends a write job and waits for its answer.</summary>
    /// <exception cref="S7RefusedException">The PLC refused the whole job.</exception>
    public ValueTask WriteAsync(S7WriteJob job, CancellationToken cancellationToken) => throw new NotImplementedException();

    /// <summary>Sends a COTP disconnect and closes the socket. Outstanding jobs fail with <see cref="S7LinkException"/>.</summary>
    public ValueTask DisposeAsync() => throw new NotImplementedException();
}
