using Org.BouncyCastle.Tls;

namespace S7OpcBridge.S7Plus.Tls;

/// <summary>One TLS 1.3 connection without a socket: takes whole records, returns records and content. Used by one caller at a time.</summary>
internal sealed class TlsEngine
{
    private readonly TlsProtocol _protocol;
    private readonly TlsOutcome _outcome;
    private readonly PlusTlsClient? _client;
    private int _recordRest;

    private TlsEngine(TlsProtocol protocol, TlsOutcome outcome, PlusTlsClient? client)
    {
        _protocol = protocol;
        _outcome = outcome;
        _client = client;
    }

    /// <summary>True once the handshake is done.</summary>
    public bool IsComplete => _outcome.IsComplete;

    /// <summary>True when one side has closed the connection.</summary>
    public bool IsClosed => _protocol.IsClosed;

    /// <summary>The exported secret of 32 bytes, once the handshake is done.</summary>
    public byte[] ExporterSecret => _outcome.ExporterSecret;

    /// <summary>The version of TLS, once the handshake is done: 1.3.</summary>
    public string Version => _outcome.Version;

    /// <summary>The name of the cipher suite, once the handshake is done.</summary>
    public string CipherSuite => _outcome.CipherSuite;

    /// <summary>The certificates of the server, its own first, in DER; empty on the server side.</summary>
    public IReadOnlyList<byte[]> ServerCertificates => _client?.Certificates ?? [];

    /// <summary>Makes the client side; its hello is ready to be sent.</summary>
    public static TlsEngine Client(TlsKeyLog? log)
    {
        var protocol = new TlsClientProtocol();
        var client = new PlusTlsClient(new PlusTlsCrypto(log));
        protocol.Connect(client);
        return new TlsEngine(protocol, client.Outcome, client);
    }

    /// <summary>Makes the server side, which waits for a hello.</summary>
    public static TlsEngine Server(TlsIdentity identity, TlsKeyLog? log)
    {
        var protocol = new TlsServerProtocol();
        var server = new PlusTlsServer(new PlusTlsCrypto(log), identity);
        protocol.Accept(server);
        return new TlsEngine(protocol, server.Outcome, null);
    }

    /// <summary>Processes one whole record, which is decrypted in place.</summary>
    /// <exception cref="TlsFailure">The record is invalid, or the handshake failed. An alert may be ready to be sent.</exception>
    public void Offer(byte[] buffer, int offset, int length)
    {
        if (_protocol.IsClosed)
            return;
        try
        {
            _protocol.OfferInput(buffer, offset, length);
        }
        catch (Exception exception) when (exception is IOException or InvalidOperationException)
        {
            throw Failure(exception);
        }
    }

    /// <summary>Reads received content; 0: none.</summary>
    public int Read(Span<byte> buffer)
    {
        var available = _protocol.GetAvailableInputBytes();
        return available == 0 || buffer.IsEmpty ? 0 : _protocol.ReadApplicationData(buffer[..Math.Min(available, buffer.Length)]);
    }

    /// <summary>Encrypts content as one record, which is then ready to be sent.</summary>
    /// <exception cref="TlsFailure">The connection has ended.</exception>
    public void Write(ReadOnlySpan<byte> content)
    {
        try
        {
            _protocol.WriteApplicationData(content);
        }
        catch (Exception exception) when (exception is IOException or InvalidOperationException)
        {
            throw Failure(exception);
        }
    }

    /// <summary>Copies data to be sent to a buffer: one whole record, or a part where it is longer than the buffer. 0: none.</summary>
    public int NextOutput(byte[] buffer)
    {
        if (_recordRest == 0 && _protocol.GetAvailableOutputBytes() > 0)
            _recordRest = _protocol.PreviewOutputRecord();
        if (_recordRest == 0)
            return 0;
        var taken = _protocol.ReadOutput(buffer, 0, Math.Min(buffer.Length, _recordRest));
        _recordRest -= taken;
        return taken;
    }

    /// <summary>Ends the connection; a close_notify alert is ready to be sent.</summary>
    public void Close()
    {
        try
        {
            _protocol.Close();
        }
        catch (IOException)
        {
            // It has already ended.
        }
    }

    private TlsFailure Failure(Exception exception) =>
        new(
            (exception as TlsFatalAlert)?.AlertDescription,
            _outcome.AlertReceived ?? (exception as TlsFatalAlertReceived)?.AlertDescription,
            exception
        );
}

/// <summary>The TLS connection has failed.</summary>
/// <param name="sent">The alert sent to the peer (RFC 8446 section 6.2); null: none.</param>
/// <param name="received">The alert received from the peer; null: none.</param>
/// <param name="inner">The cause.</param>
internal sealed class TlsFailure(short? sent, short? received, Exception inner) : Exception(inner.Message, inner)
{
    /// <summary>The alert sent to the peer.</summary>
    public short? Sent { get; } = sent;

    /// <summary>The alert received from the peer.</summary>
    public short? Received { get; } = received;

    /// <summary>The alert's name, for example handshake_failure; otherwise the cause.</summary>
    public string Describe() =>
        Received is { } received ? $"the other side says {AlertDescription.GetName(received)}"
        : Sent is { } sent ? AlertDescription.GetName(sent)
        : InnerException!.Message;
}
