using System.Buffers.Binary;
using System.Net.Sockets;
using System.Security.Cryptography;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Security;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// The client's end of a channel to any server: blocking, one thread, frames as bytes. For setting up it sends and decodes messages; what is measured
/// builds and reads its frames itself.
/// </summary>
internal sealed class LoadChannel : IDisposable
{
    public const int BufferSize = 65_536;
    private const uint Lifetime = 3_600_000;

    private readonly LoadSecurity? _security;
    private readonly string _url;
    private ChunkCipher? _outgoing;
    private uint _id, _token, _sequence, _requestId;

    private LoadChannel(string url, LoadSecurity? security)
    {
        (_url, _security) = (url, security);
        if (!ServerAddress.TryParse(url, out var address))
            throw new ArgumentException($"'{url}' is no URL of a server; write opc.tcp://host:port.", nameof(url));
        Socket.Connect(address.Host, address.Port);
    }

    public Socket Socket { get; } = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true, ReceiveTimeout = 30_000 };

    /// <summary>Opens what the server seals; null under policy None.</summary>
    public ChunkCipher? Incoming { get; private set; }

    private SecurityPolicy Policy => _security is null ? SecurityPolicy.None : LoadSecurity.Policy;

    /// <summary>TCP, HEL and OPN.</summary>
    public static LoadChannel Open(string url, LoadSecurity? security)
    {
        var channel = new LoadChannel(url, security);
        channel.Socket.Send(HelloMessage.Write(BufferSize, url));
        channel.ReceiveFrame();
        channel.OpenSecurely();
        return channel;
    }

    /// <summary>A request and its response.</summary>
    /// <exception cref="UaException">It was a fault.</exception>
    public T Call<T>(IUaStructure request) where T : IUaStructure<T>
    {
        Send(Encode(request));
        var body = new List<byte>();
        byte[] frame;
        do
        {
            frame = ReceiveFrame();
            var end = Incoming?.Open(frame) ?? frame.Length;
            body.AddRange(frame.AsSpan(SecureChannel.HeaderLength..end));
        }
        while (frame[3] != ChunkType.Final);
        return Decode<T>(body.ToArray());
    }

    /// <summary>Completes a request in place: header, number, signature.</summary>
    /// <param name="room">Room for the chunk; the body stands behind its header.</param>
    /// <param name="length">Length of header and body.</param>
    /// <returns>Length of the chunk.</returns>
    public int Seal(ArraySegment<byte> room, int length, byte chunk = ChunkType.Final)
    {
        var frame = room.AsSpan();
        var sealedLength = _outgoing?.SealedLength(length) ?? length;
        FrameHeader.Write(frame, MessageType.Message, chunk, sealedLength);
        BinaryPrimitives.WriteUInt32LittleEndian(frame[8..], _id);
        BinaryPrimitives.WriteUInt32LittleEndian(frame[12..], _token);
        BinaryPrimitives.WriteUInt32LittleEndian(frame[16..], ++_sequence);
        BinaryPrimitives.WriteUInt32LittleEndian(frame[20..], _requestId);
        if (chunk == ChunkType.Final)
            _requestId++;
        _outgoing?.Seal(room[..sealedLength], length);
        return sealedLength;
    }

    /// <summary>Type id and fields, as in a message.</summary>
    public static byte[] Encode(IUaStructure message)
    {
        using var buffer = MessageBuffer.Rent(BufferSize, 0, 0);
        var writer = new UaWriter(buffer);
        writer.WriteNodeId(message.BinaryEncodingId);
        message.Encode(ref writer);
        writer.Flush();
        return buffer.ToArray();
    }

    public void Dispose() => Socket.Dispose();

    private void Send(ReadOnlySpan<byte> body)
    {
        const int Room = BufferSize - SecureChannel.HeaderLength - 64; // padding and signature
        var frame = new byte[BufferSize];
        while (true)
        {
            var part = body[..Math.Min(body.Length, Room)];
            body = body[part.Length..];
            part.CopyTo(frame.AsSpan(SecureChannel.HeaderLength));
            var length = Seal(frame, SecureChannel.HeaderLength + part.Length, body.IsEmpty ? ChunkType.Final : ChunkType.Intermediate);
            Socket.Send(frame.AsSpan(0, length));
            if (body.IsEmpty)
                return;
        }
    }

    private void OpenSecurely()
    {
        var nonce = RandomNumberGenerator.GetBytes(Policy.NonceLength);
        var request = Encode(new OpenSecureChannelRequest
        {
            RequestHeader = { Timestamp = 1 },
            RequestType = SecurityTokenRequestType.Issue,
            SecurityMode = _security is null ? MessageSecurityMode.None : MessageSecurityMode.SignAndEncrypt,
            ClientNonce = _security is null ? null : nonce,
            RequestedLifetime = Lifetime,
        });
        byte[] content = [.. new byte[8], .. request];
        BinaryPrimitives.WriteUInt32LittleEndian(content, ++_sequence);
        BinaryPrimitives.WriteUInt32LittleEndian(content.AsSpan(4), ++_requestId);
        var header = AsymmetricHeader.Write(0, Policy.Uri, _security?.Own.Leaf, _security?.Server.Thumbprint);
        byte[] frame = _security is null ? [.. header, .. content] : AsymmetricChunk.Seal(header, content, Policy, _security.Own.Key, _security.Server.Key);
        BinaryPrimitives.WriteInt32LittleEndian(frame.AsSpan(4), frame.Length);
        Socket.Send(frame);

        var answer = ReceiveFrame();
        var length = AsymmetricHeader.Read(answer, EncodingLimits.Default).Length;
        var response = Decode<OpenSecureChannelResponse>(
            (_security is null ? answer[length..] : AsymmetricChunk.Open(answer, length, Policy, _security.Own.Key, _security.Server.Key))[8..]);
        (_id, _token) = (response.SecurityToken.ChannelId, response.SecurityToken.TokenId);
        _requestId++;
        if (_security is null)
            return;
        _outgoing = new ChunkCipher(Policy, encrypts: true, secret: response.ServerNonce, seed: nonce);
        Incoming = new ChunkCipher(Policy, encrypts: true, secret: nonce, seed: response.ServerNonce);
    }

    private byte[] ReceiveFrame()
    {
        var head = Receive(FrameHeader.Length);
        var header = FrameHeader.Read(head);
        byte[] frame = [.. head, .. Receive((int)header.Size - FrameHeader.Length)];
        return header.Type == MessageType.Error ? throw ErrorMessage.Read(frame) : frame;
    }

    private byte[] Receive(int count)
    {
        var bytes = new byte[count];
        for (var at = 0; at < count;)
        {
            var received = Socket.Receive(bytes.AsSpan(at));
            at += received > 0 ? received : throw new EndOfStreamException($"{_url} hung up.");
        }
        return bytes;
    }

    private static T Decode<T>(byte[] body) where T : IUaStructure<T>
    {
        var reader = new UaReader(body, EncodingLimits.Default);
        if (reader.ReadNodeId() == ServiceFault.EncodingId)
        {
            var status = ServiceFault.Decode(ref reader).ResponseHeader.ServiceResult;
            throw new UaException(status, $"{typeof(T).Name}: fault {StatusCodes.NameOf(status)}");
        }
        return T.Decode(ref reader);
    }
}
