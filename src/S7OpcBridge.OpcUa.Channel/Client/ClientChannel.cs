using System.Buffers.Binary;
using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;

namespace S7OpcBridge.OpcUa.Channel.Client;

/// <summary>
/// The client's end of a secure channel, for the few requests of a registration: one at a time, no renewal. A session is never created over it, so that our
/// signature under somebody else's nonce cannot be used to log in elsewhere.
/// </summary>
/// <param name="connection">The connection; its owner disposes it.</param>
/// <param name="policy">None, or a policy with RSA keys.</param>
/// <param name="own">Our certificate; null under None.</param>
/// <param name="peer">The server's; null under None.</param>
/// <param name="time">The clock.</param>
internal sealed class ClientChannel(ClientConnection connection, SecurityPolicy policy, OwnCertificate? own, PeerCertificate? peer, TimeProvider time) : IDisposable
{
    private const uint Lifetime = 60_000;
    private const int MaxResponse = 4 * 1024 * 1024;

    private SequenceNumbers _sent, _received;
    private ChunkCipher? _incoming, _outgoing;
    private uint _channelId, _tokenId, _requestId;

    /// <summary>Opens the channel, encrypted where the policy is not None.</summary>
    public async Task OpenAsync(CancellationToken cancellationToken)
    {
        var nonce = RandomNumberGenerator.GetBytes(policy.NonceLength);
        var request = new OpenSecureChannelRequest
        {
            RequestHeader = NewHeader(),
            RequestType = SecurityTokenRequestType.Issue,
            SecurityMode = policy.IsSecure ? MessageSecurityMode.SignAndEncrypt : MessageSecurityMode.None,
            ClientNonce = policy.IsSecure ? nonce : null,
            RequestedLifetime = Lifetime,
        };
        await connection.SendAsync(SealOpen(Encode(request)), cancellationToken).ConfigureAwait(false);
        var response = DecodeOpen(await connection.ReceiveAsync(MessageType.Open, cancellationToken).ConfigureAwait(false));
        (_channelId, _tokenId) = (response.SecurityToken.ChannelId, response.SecurityToken.TokenId);
        if (!policy.IsSecure)
            return;
        if (response.ServerNonce is not { } serverNonce || serverNonce.Length != policy.NonceLength)
            throw new UaException(StatusCodes.BadNonceInvalid, "its nonce has the wrong length");
        _outgoing = new ChunkCipher(policy, encrypts: true, secret: serverNonce, seed: nonce);
        _incoming = new ChunkCipher(policy, encrypts: true, secret: nonce, seed: serverNonce);
    }

    /// <summary>A request and its response.</summary>
    /// <exception cref="UaException">A fault, or an answer that is none.</exception>
    public async Task<T> CallAsync<T>(IUaStructure request, CancellationToken cancellationToken) where T : IUaStructure<T>
    {
        await connection.SendAsync(Seal(MessageType.Message, Encode(request)), cancellationToken).ConfigureAwait(false);
        var body = new List<byte>();
        while (true)
        {
            var frame = await connection.ReceiveAsync(MessageType.Message, cancellationToken).ConfigureAwait(false);
            body.AddRange(Open(frame));
            if (frame[3] == ChunkType.Final)
                return Decode<T>(body.ToArray());
            if (frame[3] != ChunkType.Intermediate || body.Count > MaxResponse)
                throw new UaException(StatusCodes.BadResponseTooLarge, "its response was given up, or is too large");
        }
    }

    /// <summary>Says that the channel ends; nobody answers to that.</summary>
    public Task CloseAsync(CancellationToken cancellationToken) =>
        connection.SendAsync(Seal(MessageType.Close, Encode(new CloseSecureChannelRequest { RequestHeader = NewHeader() })), cancellationToken);

    public RequestHeader NewHeader() => new() { Timestamp = UaTime.Now(time), RequestHandle = _requestId + 1, TimeoutHint = 10_000 };

    public void Dispose()
    {
        _incoming?.Dispose();
        _outgoing?.Dispose();
    }

    private byte[] SealOpen(byte[] body)
    {
        var content = new byte[8 + body.Length];
        BinaryPrimitives.WriteUInt32LittleEndian(content, _sent.Next());
        BinaryPrimitives.WriteUInt32LittleEndian(content.AsSpan(4), ++_requestId);
        body.CopyTo(content, 8);
        var header = AsymmetricHeader.Write(0, policy.Uri, own?.Chain, peer?.Thumbprint);
        if (policy.IsSecure)
            return AsymmetricChunk.Seal(header, content, policy, own!.Key, peer!.Key);
        byte[] frame = [.. header, .. content];
        BinaryPrimitives.WriteInt32LittleEndian(frame.AsSpan(4), frame.Length);
        return frame;
    }

    private OpenSecureChannelResponse DecodeOpen(byte[] frame)
    {
        var header = AsymmetricHeader.Read(frame, EncodingLimits.Default);
        if (header.PolicyUri != policy.Uri || policy.IsSecure && !(header.Certificate.StartsWith(peer!.Leaf) && header.Thumbprint.SequenceEqual(own!.Thumbprint)))
            throw new UaException(StatusCodes.BadSecurityChecksFailed, "it answered with another policy or certificate");
        var content = policy.IsSecure ? AsymmetricChunk.Open(frame, header.Length, policy, own!.Key, peer!.Key) : frame[header.Length..];
        if (content.Length < 8)
            throw new UaException(StatusCodes.BadTcpMessageTypeInvalid, "its answer is too short");
        _received.Check(BinaryPrimitives.ReadUInt32LittleEndian(content));
        return Decode<OpenSecureChannelResponse>(content.AsSpan(8));
    }

    private byte[] Seal(uint type, byte[] body)
    {
        var length = SecureChannel.HeaderLength + body.Length;
        var frame = new byte[_outgoing?.SealedLength(length) ?? length];
        if (frame.Length > connection.MaxSend)
            throw new UaException(StatusCodes.BadRequestTooLarge, $"the request has {frame.Length} bytes; it takes {connection.MaxSend}");
        FrameHeader.Write(frame, type, ChunkType.Final, frame.Length);
        BinaryPrimitives.WriteUInt32LittleEndian(frame.AsSpan(8), _channelId);
        BinaryPrimitives.WriteUInt32LittleEndian(frame.AsSpan(12), _tokenId);
        BinaryPrimitives.WriteUInt32LittleEndian(frame.AsSpan(16), _sent.Next());
        BinaryPrimitives.WriteUInt32LittleEndian(frame.AsSpan(20), ++_requestId);
        body.CopyTo(frame, SecureChannel.HeaderLength);
        _outgoing?.Seal(frame, length);
        return frame;
    }

    private byte[] Open(byte[] frame)
    {
        if (frame.Length < SecureChannel.HeaderLength || BinaryPrimitives.ReadUInt32LittleEndian(frame.AsSpan(8)) != _channelId)
            throw new UaException(StatusCodes.BadTcpMessageTypeInvalid, "a chunk is of another channel");
        var end = _incoming?.Open(frame) ?? frame.Length;
        _received.Check(BinaryPrimitives.ReadUInt32LittleEndian(frame.AsSpan(16)));
        if (BinaryPrimitives.ReadUInt32LittleEndian(frame.AsSpan(20)) != _requestId)
            throw new UaException(StatusCodes.BadSecurityChecksFailed, "it answered what was not asked");
        return frame[SecureChannel.HeaderLength..end];
    }

    private static byte[] Encode(IUaStructure message)
    {
        using var buffer = MessageBuffer.Rent(ClientConnection.BufferSize, 0, 0);
        var writer = new UaWriter(buffer);
        writer.WriteNodeId(message.BinaryEncodingId);
        message.Encode(ref writer);
        writer.Flush();
        return buffer.ToArray();
    }

    private static T Decode<T>(ReadOnlySpan<byte> body) where T : IUaStructure<T>
    {
        var reader = new UaReader(body, EncodingLimits.Default);
        var type = reader.ReadNodeId();
        if (type == ServiceFault.EncodingId && ServiceFault.Decode(ref reader).ResponseHeader.ServiceResult is var fault)
            throw new UaException(fault, $"it answered {StatusCodes.NameOf(fault)}");
        var response = T.Decode(ref reader);
        return type == response.BinaryEncodingId ? response : throw new UaException(StatusCodes.BadUnknownResponse, $"it answered with {type}");
    }
}
