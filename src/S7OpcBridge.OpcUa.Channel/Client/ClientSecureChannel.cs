using System.Buffers.Binary;
using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;

namespace S7OpcBridge.OpcUa.Channel.Client;

/// <summary>
/// The client's end of a secure channel: it makes the frames of requests and opens those of responses (OPC 10000-6, 6.7), without a socket. One caller at a
/// time, or one that seals and one that opens. Ids and numbers can be set, for tests that send wrong ones.
/// </summary>
/// <param name="policy">Policy of the channel.</param>
/// <param name="mode">None under policy None, else Sign or SignAndEncrypt.</param>
/// <param name="own">The client's certificate; null under None.</param>
/// <param name="peer">The server's; null under None. Its owner disposes it.</param>
internal sealed class ClientSecureChannel(SecurityPolicy policy, MessageSecurityMode mode, OwnCertificate? own, PeerCertificate? peer)
    : IDisposable
{
    private SequenceNumbers _received = new(0, policy.HasEphemeralKeys);
    private ChunkCipher? _outgoing,
        _incoming,
        _next;
    private byte[] _nonce = [];
    private byte[]? _requestSignature;

    /// <summary>Policy of the channel.</summary>
    public SecurityPolicy Policy => policy;

    /// <summary>Mode of the channel.</summary>
    public MessageSecurityMode Mode => mode;

    /// <summary>The channel's id as the server gave it; 0 before.</summary>
    public uint Id { get; set; }

    /// <summary>The newest token's id as the server gave it.</summary>
    public uint TokenId { get; set; }

    /// <summary>Number of the next chunk that is sealed.</summary>
    public uint NextSequence { get; set; } = policy.HasEphemeralKeys ? 0u : 1u;

    /// <summary>What binds sessions to the channel under an enhanced policy: the signature of the first response.</summary>
    public byte[] Thumbprint { get; private set; } = [];

    private bool Encrypts => mode == MessageSecurityMode.SignAndEncrypt;

    /// <summary>Makes the OPN frame that requests a channel, or a new token.</summary>
    /// <param name="header">Header of the request.</param>
    /// <param name="requestId">Number of the request.</param>
    /// <param name="type">Issue or Renew.</param>
    /// <param name="lifetime">Requested milliseconds.</param>
    /// <param name="nonce">A client's nonce of its own, the public key on an elliptic curve; null: random bytes.</param>
    public byte[] RequestOpen(RequestHeader header, uint requestId, SecurityTokenRequestType type, uint lifetime, byte[]? nonce = null)
    {
        _nonce = nonce ?? RandomNumberGenerator.GetBytes(policy.NonceLength);
        var body = ClientMessage.Encode(
            new OpenSecureChannelRequest
            {
                RequestHeader = header,
                RequestType = type,
                SecurityMode = mode,
                ClientNonce = policy.IsSecure ? _nonce : null,
                RequestedLifetime = lifetime,
            }
        );
        var frame = OpnChunk.Seal(Id, policy, own, peer, TakeSequence(), requestId, body);
        if (policy.IsEnhanced && Thumbprint.Length == 0)
            _requestSignature = frame[^own!.SignatureSize..];
        return frame;
    }

    /// <summary>Adopts ids of the answer, and the keys where the policy has RSA keys.</summary>
    /// <param name="frame">The OPN frame.</param>
    /// <param name="sequence">Number of its chunk.</param>
    /// <exception cref="UaException">BadSecurityChecksFailed, BadNonceInvalid, BadDecodingError; or the server's fault.</exception>
    public OpenSecureChannelResponse AcceptOpen(ReadOnlySpan<byte> frame, out uint sequence)
    {
        var header = AsymmetricHeader.Read(frame, EncodingLimits.Default);
        if (
            header.PolicyUri != policy.Uri
            || policy.IsSecure && !(header.Certificate.StartsWith(peer!.Leaf) && header.Thumbprint.SequenceEqual(own!.Thumbprint))
        )
            throw new UaException(StatusCodes.BadSecurityChecksFailed, "it answered with another policy or certificate");
        var content = OpnChunk.Open(frame, header.Length, policy, own, peer, _requestSignature);
        if (_requestSignature is not null)
            Thumbprint = frame[^peer!.SignatureSize..].ToArray();
        _requestSignature = null;
        sequence = BinaryPrimitives.ReadUInt32LittleEndian(content);
        _received.Check(sequence);
        var response = ClientMessage.Decode<OpenSecureChannelResponse>(content[OpnChunk.SequenceHeader..]);
        (Id, TokenId) = (response.SecurityToken.ChannelId, response.SecurityToken.TokenId);
        if (!policy.IsSecure)
            return response;
        if (response.ServerNonce is not { } serverNonce || serverNonce.Length != policy.NonceLength)
            throw new UaException(StatusCodes.BadNonceInvalid, "its nonce has the wrong length");
        if (!policy.HasEphemeralKeys)
            UseKeys(
                ChunkCipher.From(policy, Encrypts, secret: serverNonce, seed: _nonce),
                ChunkCipher.From(policy, Encrypts, secret: _nonce, seed: serverNonce)
            );
        return response;
    }

    /// <summary>Secures what is sent with new keys from now on, and opens what is received with them from the first chunk of the newest token on.</summary>
    public void UseKeys(ChunkCipher outgoing, ChunkCipher incoming)
    {
        (_outgoing, _next) = (outgoing, incoming);
        _incoming ??= incoming;
    }

    public IEnumerable<byte[]> SealMessage(byte[] body, uint requestId, int chunkSize)
    {
        var room = chunkSize - SecureChannel.HeaderLength - (policy.IsSecure ? ChunkCipher.RoomBehind(policy, chunkSize, Encrypts) : 0);
        for (var at = 0; at < body.Length; at += room)
        {
            var isLast = at + room >= body.Length;
            yield return SealChunk(
                MessageType.Message,
                isLast ? ChunkType.Final : ChunkType.Intermediate,
                requestId,
                body.AsSpan(at, isLast ? body.Length - at : room)
            );
        }
    }

    /// <summary>One chunk in an array of its own.</summary>
    public byte[] SealChunk(uint type, byte chunkType, uint requestId, ReadOnlySpan<byte> body)
    {
        var length = SecureChannel.HeaderLength + body.Length;
        var frame = new byte[SealedLength(length)];
        body.CopyTo(frame.AsSpan(SecureChannel.HeaderLength));
        Seal(frame, length, type, chunkType, requestId);
        return frame;
    }

    /// <summary>Completes a chunk in place: header, number, padding, signature.</summary>
    /// <param name="room">Room for the chunk; the body begins at <see cref="SecureChannel.HeaderLength"/>.</param>
    /// <param name="length">Bytes of header and body.</param>
    /// <param name="type">See <see cref="MessageType"/>.</param>
    /// <param name="chunkType">See <see cref="ChunkType"/>.</param>
    /// <param name="requestId">Number of the request.</param>
    /// <returns>Bytes of the chunk.</returns>
    public int Seal(ArraySegment<byte> room, int length, uint type, byte chunkType, uint requestId)
    {
        var chunk = room[..SealedLength(length)];
        var number = TakeSequence();
        SecureChannel.WriteHeader(chunk, type, chunkType, Id, TokenId, number, requestId);
        _outgoing?.Seal(chunk, length, unchecked(number - 1));
        return chunk.Count;
    }

    /// <summary>Opens a chunk in place.</summary>
    /// <returns>Bytes of header and body.</returns>
    /// <exception cref="UaException">BadTcpMessageTypeInvalid: of another channel; BadSecurityChecksFailed: key or number is wrong.</exception>
    public int Open(ArraySegment<byte> frame, out uint requestId)
    {
        var chunk = frame.AsSpan();
        if (chunk.Length < SecureChannel.HeaderLength || BinaryPrimitives.ReadUInt32LittleEndian(chunk[8..]) != Id)
            throw new UaException(StatusCodes.BadTcpMessageTypeInvalid, "a chunk is of another channel");
        if (_next is not null && BinaryPrimitives.ReadUInt32LittleEndian(chunk[12..]) == TokenId)
            (_incoming, _next) = (_next, null);
        var end = _incoming?.Open(frame, _received.Received) ?? chunk.Length;
        _received.Check(BinaryPrimitives.ReadUInt32LittleEndian(chunk[16..]));
        requestId = BinaryPrimitives.ReadUInt32LittleEndian(chunk[20..]);
        return end;
    }

    public void Dispose()
    {
        _outgoing?.Dispose();
        _incoming?.Dispose();
        _next?.Dispose();
    }

    private int SealedLength(int length) => _outgoing?.SealedLength(length) ?? length;

    private uint TakeSequence()
    {
        var number = NextSequence;
        NextSequence = SequenceNumbers.After(number, policy.HasEphemeralKeys);
        return number;
    }
}
