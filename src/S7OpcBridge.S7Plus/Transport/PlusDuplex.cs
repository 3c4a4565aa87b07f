namespace S7OpcBridge.S7Plus.Transport;

/// <summary>A bidirectional stream of S7CommPlus bytes: unencrypted in COTP before TLS, inside TLS afterwards. Independent of their meaning.</summary>
/// <remarks>One sender and one receiver at a time, which may run concurrently. Every failure is a <see cref="S7PlusException"/> and ends the stream.</remarks>
internal abstract class PlusDuplex : IAsyncDisposable
{
    /// <summary>Most bytes of one <see cref="SendAsync"/>, such that they fit one TLS record in one TPDU.</summary>
    public abstract int MaxSend { get; }

    /// <summary>Sends bytes as one record in one TPDU. The memory may be reused when the task is complete.</summary>
    /// <exception cref="S7PlusLinkException">The stream has ended.</exception>
    public abstract ValueTask SendAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken);

    /// <summary>Waits for bytes and returns what has arrived, at most the size of the buffer. Borders of records and TPDUs are not preserved.</summary>
    /// <returns>Number of bytes; 0: the peer has closed.</returns>
    /// <exception cref="S7PlusLinkException">The stream has ended.</exception>
    /// <exception cref="S7PlusProtocolException">The peer violated TPKT, COTP or TLS.</exception>
    public abstract ValueTask<int> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken);

    /// <summary>Closes with TLS close_notify and TCP FIN; a pending receive ends with 0 or <see cref="S7PlusLinkException"/>.</summary>
    public abstract ValueTask DisposeAsync();
}
