namespace S7OpcBridge.S7Plus.Transport;

/// <summary>Wraps another stream, which it owns, and passes all bytes to a wire log. Used only where one is configured.</summary>
internal sealed class WireLogDuplex(PlusDuplex inner, Action<S7PlusWireEntry> log, TimeProvider time) : PlusDuplex
{
    private volatile bool _withhold;

    /// <summary>While true, lengths are logged without bytes.</summary>
    public bool Withhold
    {
        get => _withhold;
        set => _withhold = value;
    }

    /// <inheritdoc/>
    public override int MaxSend => inner.MaxSend;

    /// <inheritdoc/>
    public override ValueTask SendAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        Log(true, bytes);
        return inner.SendAsync(bytes, cancellationToken);
    }

    /// <inheritdoc/>
    public override async ValueTask<int> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken)
    {
        var received = await inner.ReceiveAsync(buffer, cancellationToken).ConfigureAwait(false);
        Log(false, buffer[..received]);
        return received;
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync() => inner.DisposeAsync();

    private void Log(bool sent, ReadOnlyMemory<byte> bytes) =>
        log(new S7PlusWireEntry(time.GetUtcNow(), sent, _withhold ? default : bytes, bytes.Length));
}
