using System.Net.Sockets;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Client;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.OpcUa.Channel.Security.Elliptic;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// The client's end of a channel to any server: blocking, one thread, frames as bytes. For setting up it sends and decodes messages; what is measured
/// builds and reads its frames itself.
/// </summary>
internal sealed class LoadChannel : IDisposable
{
    public const int BufferSize = 65_536;
    private const uint Lifetime = 3_600_000;

    private readonly string _url;
    private readonly ClientSecureChannel _channel;
    private uint _requestId = 1;

    private LoadChannel(string url, LoadSecurity? security)
    {
        _url = url;
        var mode = security is null ? MessageSecurityMode.None : MessageSecurityMode.SignAndEncrypt;
        _channel = new ClientSecureChannel(security?.Policy ?? SecurityPolicy.None, mode, security?.Own, security?.Server);
        if (!ServerAddress.TryParse(url, out var address))
            throw new ArgumentException($"'{url}' is no URL of a server; write opc.tcp://host:port.", nameof(url));
        Socket.Connect(address.Host, address.Port);
    }

    public Socket Socket { get; } = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true, ReceiveTimeout = 30_000 };

    /// <summary>What binds a session to the channel under a policy of 1.05.07.</summary>
    public byte[] Thumbprint => _channel.Thumbprint;

    /// <summary>TCP, HEL and OPN.</summary>
    public static LoadChannel Open(string url, LoadSecurity? security)
    {
        var channel = new LoadChannel(url, security);
        channel.Socket.Send(new HelloMessage(0, BufferSize, BufferSize, 0, 0, url).Write());
        channel.ReceiveFrame();
        using var ephemeral = security?.Policy is { HasEphemeralKeys: true } policy ? new EphemeralKey(policy) : null;
        channel.Socket.Send(
            channel._channel.RequestOpen(
                new RequestHeader { Timestamp = 1 },
                channel._requestId++,
                SecurityTokenRequestType.Issue,
                Lifetime,
                ephemeral?.PublicKey
            )
        );
        var opened = channel._channel.AcceptOpen(channel.ReceiveFrame(), out _);
        if (ephemeral is not null)
            channel.UseKeys(ephemeral, opened.ServerNonce!);
        return channel;
    }

    private void UseKeys(EphemeralKey own, byte[] serverNonce)
    {
        using var material = new KeyMaterial(own.Policy);
        material.Add(own.Agree(serverNonce));
        _channel.UseKeys(
            ChunkCipher.From(own.Policy, encrypts: true, material.KeysOfClient(own.PublicKey, serverNonce)),
            ChunkCipher.From(own.Policy, encrypts: true, material.KeysOfServer(own.PublicKey, serverNonce))
        );
    }

    /// <summary>A request and its response.</summary>
    /// <exception cref="UaException">It was a fault.</exception>
    public T Call<T>(IUaStructure request)
        where T : IUaStructure<T>
    {
        foreach (var chunk in _channel.SealMessage(Encode(request), _requestId++, BufferSize))
            Socket.Send(chunk);
        var body = new List<byte>();
        byte[] frame;
        do
        {
            frame = ReceiveFrame();
            var end = Open(frame);
            body.AddRange(frame.AsSpan(SecureChannel.HeaderLength..end));
        } while (frame[3] != ChunkType.Final);
        return ClientMessage.Decode<T>(body.ToArray());
    }

    /// <summary>Completes a request in place: header, number, signature.</summary>
    /// <param name="room">Room for the chunk; the body stands behind its header.</param>
    /// <param name="length">Length of header and body.</param>
    /// <returns>Length of the chunk.</returns>
    public int Seal(ArraySegment<byte> room, int length) => _channel.Seal(room, length, MessageType.Message, ChunkType.Final, _requestId++);

    /// <summary>Opens a chunk in place; gives the length of header and body.</summary>
    public int Open(ArraySegment<byte> frame) => _channel.Open(frame, out _);

    /// <summary>Type id and fields, as in a message.</summary>
    public static byte[] Encode(IUaStructure message) => ClientMessage.Encode(message);

    public void Dispose()
    {
        Socket.Dispose();
        _channel.Dispose();
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
        for (var at = 0; at < count; )
        {
            var received = Socket.Receive(bytes.AsSpan(at));
            at += received > 0 ? received : throw new EndOfStreamException($"{_url} hung up.");
        }
        return bytes;
    }
}
