using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;

namespace S7OpcBridge.OpcUa.Channel.Client;

/// <summary>
/// Sends requests over a secure channel and waits for the response of each: one at a time, no renewal, for the few requests of a registration. A session is
/// never created over it, so that a signature of this server under a foreign nonce cannot be used to log in elsewhere.
/// </summary>
/// <param name="connection">The connection; its owner disposes it.</param>
/// <param name="policy">None, or a policy with RSA keys.</param>
/// <param name="own">Our certificate; null under None.</param>
/// <param name="peer">The server's; null under None.</param>
internal sealed class ClientChannel(
    ClientConnection connection,
    SecurityPolicy policy,
    OwnCertificate? own,
    PeerCertificate? peer,
    TimeProvider time
) : IDisposable
{
    private const uint Lifetime = 60_000;
    private const int MaxResponse = 4 * 1024 * 1024;

    private readonly ClientSecureChannel _channel = new(
        policy,
        policy.IsSecure ? MessageSecurityMode.SignAndEncrypt : MessageSecurityMode.None,
        own,
        peer
    );
    private uint _requestId;

    /// <summary>Opens the channel, encrypted where the policy is not None.</summary>
    public async Task OpenAsync(CancellationToken cancellationToken)
    {
        var header = NewHeader();
        await connection
            .SendAsync(_channel.RequestOpen(header, ++_requestId, SecurityTokenRequestType.Issue, Lifetime), cancellationToken)
            .ConfigureAwait(false);
        _channel.AcceptOpen(await connection.ReceiveAsync(MessageType.Open, cancellationToken).ConfigureAwait(false), out _);
    }

    /// <summary>Sends a request and returns its response.</summary>
    /// <exception cref="UaException">The server's fault; BadUnknownResponse, BadResponseTooLarge, BadSecurityChecksFailed: the answer is not
    /// usable.</exception>
    public async Task<T> CallAsync<T>(IUaStructure request, CancellationToken cancellationToken)
        where T : IUaStructure<T>
    {
        await connection.SendAsync(Seal(MessageType.Message, request), cancellationToken).ConfigureAwait(false);
        var body = new List<byte>();
        while (true)
        {
            var frame = await connection.ReceiveAsync(MessageType.Message, cancellationToken).ConfigureAwait(false);
            var end = _channel.Open(frame, out var answered);
            if (answered != _requestId)
                throw new UaException(StatusCodes.BadSecurityChecksFailed, "it answered another request");
            body.AddRange(frame.AsSpan(SecureChannel.HeaderLength..end));
            if (frame[3] == ChunkType.Final)
                return ClientMessage.Decode<T>(body.ToArray());
            if (frame[3] != ChunkType.Intermediate || body.Count > MaxResponse)
                throw new UaException(StatusCodes.BadResponseTooLarge, "its response was aborted or is too large");
        }
    }

    /// <summary>Sends CloseSecureChannel, which has no response.</summary>
    public Task CloseAsync(CancellationToken cancellationToken) =>
        connection.SendAsync(Seal(MessageType.Close, new CloseSecureChannelRequest { RequestHeader = NewHeader() }), cancellationToken);

    /// <summary>The header of the next request.</summary>
    public RequestHeader NewHeader() =>
        new()
        {
            Timestamp = UaTime.Now(time),
            RequestHandle = _requestId + 1,
            TimeoutHint = 10_000,
        };

    public void Dispose() => _channel.Dispose();

    private byte[] Seal(uint type, IUaStructure message)
    {
        var frame = _channel.SealChunk(type, ChunkType.Final, ++_requestId, ClientMessage.Encode(message));
        return frame.Length <= connection.MaxSend
            ? frame
            : throw new UaException(StatusCodes.BadRequestTooLarge, $"the request has {frame.Length} bytes; it takes {connection.MaxSend}");
    }
}
