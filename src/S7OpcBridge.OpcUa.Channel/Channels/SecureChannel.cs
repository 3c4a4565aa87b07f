using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;
using S7OpcBridge.OpcUa.Channel.Security.Elliptic;

namespace S7OpcBridge.OpcUa.Channel.Channels;

/// <summary>
/// The server's end of a secure channel: policy, mode, tokens, sequence numbers. Only the connection's receive loop opens chunks, only its writer seals them;
/// the two share the token to send with, and nothing else.
/// </summary>
internal sealed class SecureChannel : IDisposable
{
    /// <summary>Frame header 8, channel id 4, token id 4, sequence number 4, request id 4.</summary>
    public const int HeaderLength = 24;

    private readonly TimeProvider _time;
    private SequenceNumbers _incoming,
        _outgoing;
    private ChannelToken? _retired,
        _previous,
        _current;
    private volatile ChannelToken? _sendWith;
    private readonly KeyMaterial _material;
    private byte[]? _requestSignature;
    private volatile byte[] _thumbprint = [];

    public SecureChannel(
        uint id,
        SecurityPolicy policy,
        MessageSecurityMode mode,
        OwnCertificate? own,
        PeerCertificate? peer,
        TimeProvider time,
        uint lastSent
    )
    {
        (Id, Policy, Mode, Own, Peer, _time) = (id, policy, mode, own, peer, time);
        _material = new KeyMaterial(policy);
        _incoming = new SequenceNumbers(0, policy.HasEphemeralKeys);
        _outgoing = new SequenceNumbers(
            policy.HasEphemeralKeys ? unchecked(SequenceNumbers.BeforeZero + lastSent) : lastSent,
            policy.HasEphemeralKeys
        );
    }

    public uint Id { get; }

    public SecurityPolicy Policy { get; }

    public MessageSecurityMode Mode { get; }

    /// <summary>The certificate the client connected to; kept when the server's is renewed.</summary>
    public OwnCertificate? Own { get; }

    public PeerCertificate? Peer { get; }

    /// <summary>The last nonce of the client; a renewal must bring a new one.</summary>
    public byte[] ClientNonce { get; private set; } = [];

    /// <summary>
    /// Under an enhanced policy the signature of the first OPN response, which covers the request's: what a session signs with it holds on this channel only
    /// (OPC 10000-6, 6.7.5). Empty before that, and otherwise.
    /// </summary>
    public byte[] Thumbprint => _thumbprint;

    private bool Encrypts => Mode == MessageSecurityMode.SignAndEncrypt;

    /// <summary>True when the newest token is expired.</summary>
    public bool IsExpired => Volatile.Read(ref _current) is not { } token || token.IsExpired(_time);

    /// <summary>Bytes to keep free after the body of each chunk.</summary>
    public int RoomBehind(int chunkSize) => Policy.IsSecure ? ChunkCipher.RoomBehind(Policy, chunkSize, Encrypts) : 0;

    /// <summary>Issues a new token. Responses use the old one until the client has used the new one (OPC 10000-4, 5.6.2).</summary>
    /// <returns>The token's id.</returns>
    /// <exception cref="UaException">The client's nonce is no public key of the policy's curve.</exception>
    public uint Issue(TimeSpan lifetime, byte[] clientNonce, out byte[]? serverNonce)
    {
        ChunkCipher? incoming = null,
            outgoing = null;
        serverNonce = null;
        if (Policy.HasEphemeralKeys)
        {
            using var ephemeral = new EphemeralKey(Policy);
            serverNonce = ephemeral.PublicKey;
            _material.Add(ephemeral.Agree(clientNonce));
            incoming = ChunkCipher.From(Policy, Encrypts, _material.KeysOfClient(clientNonce, serverNonce));
            outgoing = ChunkCipher.From(Policy, Encrypts, _material.KeysOfServer(clientNonce, serverNonce));
        }
        else if (Policy.IsSecure)
        {
            serverNonce = RandomNumberGenerator.GetBytes(Policy.NonceLength);
            incoming = ChunkCipher.From(Policy, Encrypts, secret: serverNonce, seed: clientNonce);
            outgoing = ChunkCipher.From(Policy, Encrypts, secret: clientNonce, seed: serverNonce);
        }

        ClientNonce = clientNonce;
        if (_sendWith is not null)
            _sendWith = _current; // a client that renews again has the previous token
        _retired?.Dispose(); // two renewals old: the writer no longer uses it
        (_retired, _previous) = (_previous, _current);
        var token = new ChannelToken((_current?.Id ?? 0) + 1, lifetime, _time.GetTimestamp(), incoming, outgoing);
        Volatile.Write(ref _current, token);
        _sendWith ??= token;
        return token.Id;
    }

    /// <summary>Opens a MSG or CLO chunk in place.</summary>
    /// <exception cref="UaException">The channel must be closed.</exception>
    public Memory<byte> Open(Memory<byte> frame, out uint requestId)
    {
        var chunk = frame.Span;
        if (chunk.Length < HeaderLength)
            throw new UaException(StatusCodes.BadTcpMessageTypeInvalid, $"A chunk of {chunk.Length} bytes is too short.");
        if (BinaryPrimitives.ReadUInt32LittleEndian(chunk[8..]) is var channel && channel != Id)
            throw new UaException(StatusCodes.BadTcpSecureChannelUnknown, $"A chunk for channel {channel} arrived on channel {Id}.");
        var token = TokenOf(BinaryPrimitives.ReadUInt32LittleEndian(chunk[12..]));
        var end = token.Incoming is { } cipher ? cipher.Open(ArrayOf(frame), _incoming.Received) : chunk.Length;
        CheckSequence(chunk[16..], out requestId);
        if (token == _current)
            _sendWith = token;
        return frame[HeaderLength..end];
    }

    /// <summary>Checks the sequence header of any chunk: <c>number 4 | request id 4</c>.</summary>
    public void CheckSequence(ReadOnlySpan<byte> header, out uint requestId)
    {
        _incoming.Check(BinaryPrimitives.ReadUInt32LittleEndian(header));
        requestId = BinaryPrimitives.ReadUInt32LittleEndian(header[4..]);
    }

    /// <summary>Numbers and secures a MSG chunk in place.</summary>
    public Memory<byte> Seal(Memory<byte> segment, int bodyLength, byte chunkType, uint requestId)
    {
        var token = _sendWith!;
        var length = HeaderLength + bodyLength;
        var sealedLength = token.Outgoing?.SealedLength(length) ?? length;
        var chunk = segment.Span[..sealedLength];
        var previous = _outgoing.Sent;
        WriteHeader(chunk, MessageType.Message, chunkType, Id, token.Id, _outgoing.Next(), requestId);
        token.Outgoing?.Seal(ArrayOf(segment[..sealedLength]), length, previous);
        return segment[..sealedLength];
    }

    /// <summary>Numbers and secures an OpenSecureChannel response.</summary>
    public byte[] SealOpen(MessageBuffer body, uint requestId)
    {
        var frame = OpnChunk.Seal(Id, Policy, Own, Peer, _outgoing.Next(), requestId, body.ToArray(), _requestSignature);
        if (_requestSignature is not null)
            _thumbprint = frame[^Own!.SignatureSize..];
        _requestSignature = null;
        return frame;
    }

    /// <summary>Keeps the signature of the request that opens the channel, for its answer; before that is sealed.</summary>
    public void BindTo(ReadOnlySpan<byte> request) => _requestSignature = request[^Peer!.SignatureSize..].ToArray();

    /// <summary>Writes the header of a MSG or CLO chunk; the frame's size is the length of <paramref name="chunk"/>.</summary>
    public static void WriteHeader(Span<byte> chunk, uint type, byte chunkType, uint channelId, uint tokenId, uint sequence, uint requestId)
    {
        FrameHeader.Write(chunk, type, chunkType, chunk.Length);
        BinaryPrimitives.WriteUInt32LittleEndian(chunk[8..], channelId);
        BinaryPrimitives.WriteUInt32LittleEndian(chunk[12..], tokenId);
        BinaryPrimitives.WriteUInt32LittleEndian(chunk[16..], sequence);
        BinaryPrimitives.WriteUInt32LittleEndian(chunk[20..], requestId);
    }

    public void Dispose()
    {
        // A send that is ending may still use the ciphers, so they are left to the garbage collector.
        _material.Dispose();
        Peer?.Dispose();
    }

    private static ArraySegment<byte> ArrayOf(Memory<byte> memory) =>
        MemoryMarshal.TryGetArray<byte>(memory, out var array)
            ? array
            : throw new ArgumentException("The memory of a chunk must be an array.", nameof(memory));

    private ChannelToken TokenOf(uint id)
    {
        var token =
            _current?.Id == id ? _current
            : _previous?.Id == id && _sendWith != _current ? _previous
            : null;
        if (token is null)
            throw new UaException(StatusCodes.BadSecureChannelTokenUnknown, $"Token {id} is not one of this channel.");
        return token.IsExpired(_time)
            ? throw new UaException(StatusCodes.BadSecureChannelTokenUnknown, $"Token {id} ran out and was not renewed in time.")
            : token;
    }
}
