using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using S7OpcBridge.S7Plus.Transport;

namespace S7OpcBridge.S7Plus.Tls;

/// <summary>
/// TLS over another stream, which it owns. Each call of <see cref="SendAsync"/> sends one record in one TPDU; received records may span or share TPDUs.
/// </summary>
internal sealed class TlsDuplex : PlusDuplex
{
    private const int HeaderLength = 5;

    /// <summary>The longest record of TLS 1.3 (RFC 8446 section 5.2), in bytes with header.</summary>
    private const int LongestRecord = HeaderLength + 16384 + 256;

    // How long sending close_notify may take, in real time.
    private static readonly TimeSpan Farewell = TimeSpan.FromMilliseconds(250);

    private readonly PlusDuplex _inner;
    private readonly TlsEngine _engine;
    private readonly Lock _gate = new();
    private readonly SemaphoreSlim _sending = new(1, 1);
    private readonly byte[] _outgoing;
    private readonly byte[] _records = new byte[LongestRecord];
    private int _end;
    private int _disposed;

    public TlsDuplex(PlusDuplex inner, TlsEngine engine)
    {
        _inner = inner;
        _engine = engine;
        _outgoing = new byte[inner.MaxSend];
    }

    /// <inheritdoc/>
    public override int MaxSend => _inner.MaxSend - AesGcmRecords.Growth;

    /// <summary>Performs the handshake.</summary>
    /// <exception cref="TlsFailure">It failed; an alert has been sent.</exception>
    /// <exception cref="EndOfStreamException">The peer closed during the handshake.</exception>
    /// <exception cref="S7PlusException">The underlying stream failed.</exception>
    public async Task HandshakeAsync(CancellationToken cancellationToken)
    {
        await DrainAsync(cancellationToken).ConfigureAwait(false);
        while (!_engine.IsComplete)
        {
            var received = await _inner.ReceiveAsync(_records.AsMemory(_end), cancellationToken).ConfigureAwait(false);
            if (received == 0 || _engine.IsClosed)
                throw new EndOfStreamException();
            _end += received;
            try
            {
                OfferAll();
            }
            finally
            {
                await DrainAsync(cancellationToken).ConfigureAwait(false);
            }
        }
    }

    /// <inheritdoc/>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public override async ValueTask SendAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        if (bytes.Length > MaxSend)
            throw new ArgumentOutOfRangeException(nameof(bytes), bytes.Length, $"One record in one TPDU takes {MaxSend} bytes.");
        await _sending.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            lock (_gate)
                _engine.Write(bytes.Span);
            await DrainAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (TlsFailure failure)
        {
            var cause = Volatile.Read(ref _disposed) == 1 ? S7PlusLinkCause.ClosedHere : S7PlusLinkCause.ClosedByPeer;
            throw new S7PlusLinkException($"The TLS connection is over: {failure.Describe()}.", failure) { Cause = cause };
        }
        finally
        {
            _sending.Release();
        }
    }

    /// <inheritdoc/>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<int> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken)
    {
        while (true)
        {
            lock (_gate)
            {
                var count = _engine.Read(buffer.Span);
                if (count > 0)
                    return count;
                if (_engine.IsClosed)
                    return 0;
            }

            var received = await _inner.ReceiveAsync(_records.AsMemory(_end), cancellationToken).ConfigureAwait(false);
            if (received == 0)
                return 0;
            _end += received;
            try
            {
                lock (_gate)
                    OfferAll();
            }
            catch (TlsFailure failure)
            {
                await TrySendAlertAsync(cancellationToken).ConfigureAwait(false);
                throw failure.Received is null
                    ? new S7PlusProtocolException($"The TLS connection is broken: {failure.Describe()}.")
                    : new S7PlusLinkException($"The CPU ends the TLS connection: {failure.Describe()}.", failure)
                    {
                        Cause = S7PlusLinkCause.ClosedByPeer,
                    };
            }
        }
    }

    /// <inheritdoc/>
    public override async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _disposed, 1) == 1)
            return;
        lock (_gate)
            _engine.Close();
        using var limit = new CancellationTokenSource(Farewell);
        await TrySendAlertAsync(limit.Token).ConfigureAwait(false);
        await _inner.DisposeAsync().ConfigureAwait(false);
    }

    // Passes whole records one by one, so that the engine decrypts them in place.
    private void OfferAll()
    {
        var start = 0;
        try
        {
            while (_end - start >= HeaderLength)
            {
                var length = HeaderLength + BinaryPrimitives.ReadUInt16BigEndian(_records.AsSpan(start + 3));
                if (length > LongestRecord)
                    throw new TlsFailure(null, null, new InvalidDataException($"a record of {length} bytes, longer than TLS has them"));
                if (_end - start < length)
                    break;
                _engine.Offer(_records, start, length);
                start += length;
            }
        }
        finally
        {
            _records.AsSpan(start, _end - start).CopyTo(_records);
            _end -= start;
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask DrainAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            int length;
            lock (_gate)
                length = _engine.NextOutput(_outgoing);
            if (length == 0)
                return;
            await _inner.SendAsync(_outgoing.AsMemory(0, length), cancellationToken).ConfigureAwait(false);
        }
    }

    // An alert is optional: it is sent only where no other send is running.
    private async ValueTask TrySendAlertAsync(CancellationToken cancellationToken)
    {
        if (!await _sending.WaitAsync(0, CancellationToken.None).ConfigureAwait(false))
            return;
        try
        {
            await DrainAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is S7PlusException or OperationCanceledException)
        {
            // The peer is gone.
        }
        finally
        {
            _sending.Release();
        }
    }
}
