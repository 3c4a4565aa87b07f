namespace S7OpcBridge.S7Plus.Transport;

/// <summary>
/// A two-way stream of S7CommPlus bytes to one peer: in the clear inside COTP before TLS, inside TLS afterwards. Knows nothing of what the bytes mean.
/// </summary>
/// <remarks>One sender and one receiver at a time; both may be under way together. Every failure is a <see cref="S7PlusException"/> and ends the stream.</remarks>
internal abstract class PlusDuplex : IAsyncDisposable
{
    /// <summary>The most bytes that one <see cref="SendAsync"/> takes, so that what is sent fits one TLS record in one TPDU.</summary>
    public abstract int MaxSend { get; }

    /// <summary>Sends these bytes as one record in one TPDU. The memory belongs to the caller again when the task is done.</summary>
    /// <exception cref="S7PlusLinkException">The stream is dead.</exception>
    public abstract ValueTask SendAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken);

    /// <summary>Waits for bytes and takes what has come, at most as much as the buffer holds. Borders of records and TPDUs are not kept.</summary>
    /// <returns>Number of bytes; 0 when the peer has closed.</returns>
    /// <exception cref="S7PlusLinkException">The stream is dead.</exception>
    /// <exception cref="S7PlusProtocolException">The peer broke TPKT, COTP or TLS.</exception>
    public abstract ValueTask<int> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken);

    /// <summary>Closes politely (TLS close_notify, TCP FIN); a receive under way ends with 0 or <see cref="S7PlusLinkException"/>.</summary>
    public abstract ValueTask DisposeAsync();
}
