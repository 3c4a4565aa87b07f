using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Security;

namespace S7OpcBridge.Testing;

/// <summary>The server has said ERR.</summary>
public sealed class UaTestErrorException(StatusCode status, string? reason) : Exception($"ERR {StatusCodes.NameOf(status)}: {reason}")
{
    /// <summary>The code in ERR.</summary>
    public StatusCode Status { get; } = status;
}

/// <summary>
/// The client's end of a channel on our own encoder, with everything a hostile client would turn: raw bytes, sequence numbers, chunk letters, token ids.
/// It does nothing by itself: whoever sends receives.
/// </summary>
public sealed class UaTestChannel : IAsyncDisposable
{
    private readonly Socket _socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private uint _requestId;
    private ChunkCipher? _incoming, _outgoing, _next;
    private UaTestCertificates? _certificates;

    /// <summary>The number of the next chunk that is sent.</summary>
    public uint NextSequence { get; set; } = 1;

    /// <summary>As the server gave it.</summary>
    public uint ChannelId { get; set; }

    /// <summary>As the server gave it.</summary>
    public uint TokenId { get; set; }

    /// <summary>Milliseconds, as the server revised it.</summary>
    public uint Lifetime { get; private set; }

    /// <summary>Most bytes of a chunk that is sent.</summary>
    public int ChunkSize { get; set; } = 65_536;

    /// <summary>Policy of the channel.</summary>
    public SecurityPolicy Policy { get; private set; } = SecurityPolicy.None;

    /// <summary>Mode of the channel.</summary>
    public MessageSecurityMode Mode { get; private set; } = MessageSecurityMode.None;

    /// <summary>Numbers of all chunks received.</summary>
    public List<uint> ReceivedSequence { get; } = [];

    /// <summary>Token ids of all MSG chunks received.</summary>
    public List<uint> ReceivedTokens { get; } = [];

    /// <summary>Chunks of the longest message received.</summary>
    public int MostChunks { get; private set; }

    /// <summary>A TCP connection, nothing more.</summary>
    public static Task<UaTestChannel> ConnectAsync(int port, CancellationToken cancellationToken) => ConnectAsync(port, IPAddress.Loopback, cancellationToken);

    /// <summary>The same from another address of the loopback.</summary>
    public static async Task<UaTestChannel> ConnectAsync(int port, IPAddress from, CancellationToken cancellationToken)
    {
        var channel = new UaTestChannel();
        channel._socket.Bind(new IPEndPoint(from, 0));
        await channel._socket.ConnectAsync(IPAddress.Loopback, port, cancellationToken);
        return channel;
    }

    /// <summary>TCP, HEL and OPN.</summary>
    public static async Task<UaTestChannel> OpenAsync(int port, CancellationToken cancellationToken)
    {
        var channel = await ConnectAsync(port, cancellationToken);
        await channel.HelloAsync(cancellationToken);
        await channel.OpenAsync(cancellationToken);
        return channel;
    }

    /// <summary>Says HEL and gives the five numbers of ACK.</summary>
    public async Task<uint[]> HelloAsync(
        CancellationToken cancellationToken, uint receiveBuffer = 65_536, uint sendBuffer = 65_536, uint maxMessage = 0, uint maxChunks = 0,
        string url = "opc.tcp://localhost:4840")
    {
        await SendRawAsync(Hello(receiveBuffer, sendBuffer, maxMessage, maxChunks, url), cancellationToken);
        var ack = await ReceiveFrameAsync(cancellationToken);
        var numbers = new uint[5];
        for (var i = 0; i < numbers.Length; i++)
            numbers[i] = BinaryPrimitives.ReadUInt32LittleEndian(ack.AsSpan(8 + 4 * i));
        ChunkSize = (int)Math.Min(numbers[1], sendBuffer);
        return numbers;
    }

    /// <summary>A HEL frame.</summary>
    public static byte[] Hello(uint receiveBuffer = 65_536, uint sendBuffer = 65_536, uint maxMessage = 0, uint maxChunks = 0, string url = "opc.tcp://localhost:4840")
    {
        var frame = new byte[FrameHeader.Length + 5 * 4 + 4 + Encoding.UTF8.GetByteCount(url)];
        var writer = new UaWriter(frame);
        writer.WriteUInt32(MessageType.Hello | 'F' << 24);
        writer.WriteInt32(frame.Length);
        foreach (var number in (uint[])[0, receiveBuffer, sendBuffer, maxMessage, maxChunks])
            writer.WriteUInt32(number);
        writer.WriteString(url);
        return frame;
    }

    /// <summary>Opens or renews the channel.</summary>
    public async Task OpenAsync(
        CancellationToken cancellationToken, UaTestCertificates? certificates = null, SecurityPolicy? policy = null,
        MessageSecurityMode mode = MessageSecurityMode.None, bool renew = false, uint lifetime = 60_000, byte[]? nonce = null)
    {
        if (!renew)
        {
            (Policy, Mode, _certificates) = (policy ?? SecurityPolicy.None, mode, certificates);
            NextSequence = Policy.IsElliptic ? 0 : NextSequence;
        }
        using var ephemeral = Policy.IsElliptic ? new UaTestKeyAgreement(Policy) : null;
        var clientNonce = nonce ?? ephemeral?.PublicKey ?? RandomNumberGenerator.GetBytes(Policy.NonceLength);
        var request = new OpenSecureChannelRequest
        {
            RequestType = renew ? SecurityTokenRequestType.Renew : SecurityTokenRequestType.Issue,
            SecurityMode = Mode,
            ClientNonce = Policy.IsSecure ? clientNonce : null,
            RequestedLifetime = lifetime,
        };
        request.RequestHeader.Timestamp = 1;
        await SendRawAsync(OpenFrame(Encode(request), ++_requestId), cancellationToken);
        var response = await ReceiveOpenAsync(cancellationToken);
        (ChannelId, TokenId, Lifetime) = (response.SecurityToken.ChannelId, response.SecurityToken.TokenId, response.SecurityToken.RevisedLifetime);
        if (!Policy.IsSecure)
            return;
        var encrypts = Mode == MessageSecurityMode.SignAndEncrypt;
        if (ephemeral is not null)
        {
            _outgoing = new ChunkCipher(Policy, encrypts, ephemeral.Keys("opcua-client", response.ServerNonce!, clientNonce, response.ServerNonce!, ChunkCipher.KeysLength(Policy)));
            _next = new ChunkCipher(Policy, encrypts, ephemeral.Keys("opcua-server", response.ServerNonce!, response.ServerNonce!, clientNonce, ChunkCipher.KeysLength(Policy)));
        }
        else
        {
            _outgoing = new ChunkCipher(Policy, encrypts, response.ServerNonce, clientNonce);
            _next = new ChunkCipher(Policy, encrypts, clientNonce, response.ServerNonce);
        }
        _incoming ??= _next;
    }

    /// <summary>An OPN frame, signed and encrypted as the policy asks.</summary>
    public byte[] OpenFrame(byte[] body, uint requestId)
    {
        var content = new byte[8 + body.Length];
        BinaryPrimitives.WriteUInt32LittleEndian(content, NextSequence++);
        BinaryPrimitives.WriteUInt32LittleEndian(content.AsSpan(4), requestId);
        body.CopyTo(content, 8);
        var header = AsymmetricHeader.Write(ChannelId, Policy.Uri, _certificates?.Client.Leaf, _certificates?.Server.Thumbprint);
        if (Policy.IsElliptic)
            return SignedChunk.Seal(header, content, Policy, _certificates!.Client.Curve!);
        if (_certificates is not null)
            return AsymmetricChunk.Seal(header, content, Policy, _certificates.Client.Key, _certificates.ServerKey);
        byte[] frame = [.. header, .. content];
        BinaryPrimitives.WriteInt32LittleEndian(frame.AsSpan(4), frame.Length);
        return frame;
    }

    /// <summary>Sends a request in as many chunks as it needs.</summary>
    /// <returns>Its request id.</returns>
    public async Task<uint> SendAsync(IUaStructure request, CancellationToken cancellationToken)
    {
        var id = ++_requestId;
        foreach (var chunk in Chunks(Encode(request), id))
            await SendRawAsync(chunk, cancellationToken);
        return id;
    }

    /// <summary>The chunks of a message.</summary>
    public IEnumerable<byte[]> Chunks(byte[] body, uint requestId)
    {
        var room = ChunkSize - SecureChannel.HeaderLength - (Policy.IsSecure ? ChunkCipher.RoomBehind(ChunkSize, Mode == MessageSecurityMode.SignAndEncrypt, Policy.SignatureSize) : 0);
        for (var at = 0; at < body.Length; at += room)
        {
            var part = body.AsSpan(at, Math.Min(room, body.Length - at));
            yield return Chunk(MessageType.Message, at + room < body.Length ? 'C' : 'F', requestId, part);
        }
    }

    /// <summary>One chunk, numbered and secured.</summary>
    internal byte[] Chunk(uint type, char letter, uint requestId, ReadOnlySpan<byte> body)
    {
        var length = SecureChannel.HeaderLength + body.Length;
        var frame = new byte[_outgoing?.SealedLength(length) ?? length];
        FrameHeader.Write(frame, type, (byte)letter, frame.Length);
        BinaryPrimitives.WriteUInt32LittleEndian(frame.AsSpan(8), ChannelId);
        BinaryPrimitives.WriteUInt32LittleEndian(frame.AsSpan(12), TokenId);
        BinaryPrimitives.WriteUInt32LittleEndian(frame.AsSpan(16), NextSequence++);
        BinaryPrimitives.WriteUInt32LittleEndian(frame.AsSpan(20), requestId);
        body.CopyTo(frame.AsSpan(SecureChannel.HeaderLength));
        _outgoing?.Seal(frame, length);
        return frame;
    }

    /// <summary>A MSG chunk.</summary>
    public byte[] MessageChunk(char letter, uint requestId, byte[] body) => Chunk(MessageType.Message, letter, requestId, body);

    /// <summary>A CLO chunk.</summary>
    public byte[] CloseChunk() => Chunk(MessageType.Close, 'F', ++_requestId, Encode(new CloseSecureChannelRequest()));

    /// <summary>Sends bytes as they are.</summary>
    public async Task SendRawAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        while (!bytes.IsEmpty)
            bytes = bytes[await _socket.SendAsync(bytes, cancellationToken)..];
    }

    /// <summary>The next whole message.</summary>
    /// <exception cref="UaTestErrorException">The server said ERR.</exception>
    /// <exception cref="EndOfStreamException">The server hung up.</exception>
    public async Task<(uint RequestId, byte[] Body)> ReceiveAsync(CancellationToken cancellationToken)
    {
        var body = new List<byte>();
        for (var chunks = 1; ; chunks++)
        {
            var frame = await ReceiveFrameAsync(cancellationToken);
            var token = BinaryPrimitives.ReadUInt32LittleEndian(frame.AsSpan(12));
            if (token == TokenId && _next is not null)
                (_incoming, _next) = (_next, null);
            ReceivedTokens.Add(token);
            var end = _incoming?.Open(frame) ?? frame.Length;
            ReceivedSequence.Add(BinaryPrimitives.ReadUInt32LittleEndian(frame.AsSpan(16)));
            body.AddRange(frame.AsSpan(SecureChannel.HeaderLength, end - SecureChannel.HeaderLength));
            MostChunks = Math.Max(MostChunks, chunks);
            if (frame[3] == 'F')
                return (BinaryPrimitives.ReadUInt32LittleEndian(frame.AsSpan(20)), body.ToArray());
        }
    }

    /// <summary>The next frame.</summary>
    public async Task<byte[]> ReceiveFrameAsync(CancellationToken cancellationToken)
    {
        var head = await ReceiveExactlyAsync(FrameHeader.Length, cancellationToken);
        var header = FrameHeader.Read(head);
        byte[] frame = [.. head, .. await ReceiveExactlyAsync((int)header.Size - FrameHeader.Length, cancellationToken)];
        if (header.Type != MessageType.Error)
            return frame;
        throw ErrorOf(frame);
    }

    /// <summary>True when the server hangs up without another byte.</summary>
    public async Task<bool> HangsUpAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await _socket.ReceiveAsync(new byte[1], cancellationToken) == 0;
        }
        catch (SocketException)
        {
            return true;
        }
    }

    /// <summary>Type id and fields, as in a message.</summary>
    public static byte[] Encode(IUaStructure message)
    {
        using var buffer = MessageBuffer.Rent(65_536, 0, 0);
        var writer = new UaWriter(buffer);
        writer.WriteNodeId(message.BinaryEncodingId);
        message.Encode(ref writer);
        writer.Flush();
        return buffer.ToArray();
    }

    /// <summary>Tears the TCP connection without a word.</summary>
    public ValueTask DisposeAsync()
    {
        _socket.Dispose();
        return ValueTask.CompletedTask;
    }

    private static UaTestErrorException ErrorOf(byte[] frame)
    {
        var reader = new UaReader(frame.AsSpan(8), EncodingLimits.Default);
        return new UaTestErrorException(reader.ReadStatusCode(), reader.ReadString());
    }

    private async Task<OpenSecureChannelResponse> ReceiveOpenAsync(CancellationToken cancellationToken)
    {
        var frame = await ReceiveFrameAsync(cancellationToken);
        return Decode(frame);

        OpenSecureChannelResponse Decode(ReadOnlySpan<byte> bytes)
        {
            var header = AsymmetricHeader.Read(bytes, EncodingLimits.Default);
            var content = _certificates is null
                ? bytes[header.Length..].ToArray()
                : Policy.IsElliptic ? SignedChunk.Open(bytes, header.Length, Policy, _certificates.ServerCurve!)
                : AsymmetricChunk.Open(bytes, header.Length, Policy, _certificates.Client.Key, _certificates.ServerKey);
            ReceivedSequence.Add(BinaryPrimitives.ReadUInt32LittleEndian(content));
            var reader = new UaReader(content.AsSpan(8), EncodingLimits.Default);
            reader.ReadNodeId();
            return OpenSecureChannelResponse.Decode(ref reader);
        }
    }

    private async Task<byte[]> ReceiveExactlyAsync(int count, CancellationToken cancellationToken)
    {
        var bytes = new byte[count];
        for (var at = 0; at < count;)
        {
            var received = await _socket.ReceiveAsync(bytes.AsMemory(at), cancellationToken);
            at += received > 0 ? received : throw new EndOfStreamException("The server hung up.");
        }

        return bytes;
    }
}
