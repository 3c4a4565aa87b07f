using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Client;
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
/// A client's connection with everything a hostile client would turn: raw bytes, sequence numbers, chunk letters, token ids. Its chunks are made and opened by
/// the program's own <see cref="ClientSecureChannel"/>. It does nothing by itself: whoever sends receives.
/// </summary>
public sealed class UaTestChannel : IAsyncDisposable
{
    private readonly Socket _socket;
    private ClientSecureChannel _secure = new(SecurityPolicy.None, MessageSecurityMode.None, null, null);
    private byte[] _secret = [];
    private uint _requestId;

    /// <summary>Takes over a connection that the server has made.</summary>
    public UaTestChannel(Socket socket) => _socket = socket;

    /// <summary>The number of the next chunk that is sent.</summary>
    public uint NextSequence
    {
        get => _secure.NextSequence;
        set => _secure.NextSequence = value;
    }

    /// <summary>As the server gave it.</summary>
    public uint ChannelId
    {
        get => _secure.Id;
        set => _secure.Id = value;
    }

    /// <summary>As the server gave it.</summary>
    public uint TokenId
    {
        get => _secure.TokenId;
        set => _secure.TokenId = value;
    }

    /// <summary>Milliseconds, as the server revised it.</summary>
    public uint Lifetime { get; private set; }

    /// <summary>Most bytes of a chunk that is sent.</summary>
    public int ChunkSize { get; set; } = 65_536;

    /// <summary>Policy of the channel.</summary>
    public SecurityPolicy Policy => _secure.Policy;

    /// <summary>Mode of the channel.</summary>
    public MessageSecurityMode Mode => _secure.Mode;

    /// <summary>Under a policy with channel-bound signatures, what the server signed last for the first OPN.</summary>
    public byte[] Thumbprint => _secure.Thumbprint;

    /// <summary>The frame of the last OPN request.</summary>
    public byte[] LastOpen { get; private set; } = [];

    /// <summary>Numbers of all chunks received.</summary>
    public List<uint> ReceivedSequence { get; } = [];

    /// <summary>Token ids of all MSG chunks received.</summary>
    public List<uint> ReceivedTokens { get; } = [];

    /// <summary>Chunks of the longest message received.</summary>
    public int MostChunks { get; private set; }

    /// <summary>Bytes that the system receives for the client before it reads them.</summary>
    public int ReceiveBufferSize
    {
        get => _socket.ReceiveBufferSize;
        set => _socket.ReceiveBufferSize = value;
    }

    /// <summary>True: the connection is not closed in the end but reset.</summary>
    public bool EndsWithReset
    {
        get => _socket.LingerState?.Enabled is true;
        set => _socket.LingerState = new LingerOption(value, 0);
    }

    /// <summary>A TCP connection, nothing more.</summary>
    public static Task<UaTestChannel> ConnectAsync(int port, CancellationToken cancellationToken) =>
        ConnectAsync(port, IPAddress.Loopback, cancellationToken);

    /// <summary>The same from another address of the loopback.</summary>
    public static async Task<UaTestChannel> ConnectAsync(int port, IPAddress from, CancellationToken cancellationToken)
    {
        var channel = new UaTestChannel(new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true });
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
        CancellationToken cancellationToken,
        uint receiveBuffer = 65_536,
        uint sendBuffer = 65_536,
        uint maxMessage = 0,
        uint maxChunks = 0,
        string url = "opc.tcp://localhost:4840"
    )
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
    public static byte[] Hello(
        uint receiveBuffer = 65_536,
        uint sendBuffer = 65_536,
        uint maxMessage = 0,
        uint maxChunks = 0,
        string url = "opc.tcp://localhost:4840"
    ) => new HelloMessage(0, receiveBuffer, sendBuffer, maxMessage, maxChunks, url).Write();

    /// <summary>Opens or renews the channel.</summary>
    public async Task OpenAsync(
        CancellationToken cancellationToken,
        UaTestCertificates? certificates = null,
        SecurityPolicy? policy = null,
        MessageSecurityMode mode = MessageSecurityMode.None,
        bool renew = false,
        uint lifetime = 60_000,
        byte[]? nonce = null
    )
    {
        if (!renew)
        {
            var number = NextSequence;
            _secure = new ClientSecureChannel(policy ?? SecurityPolicy.None, mode, certificates?.Client, certificates?.ServerPeer);
            NextSequence = Policy.HasEphemeralKeys && number == 1 ? 0 : number;
        }
        using var ephemeral = Policy.HasEphemeralKeys ? new UaTestKeyAgreement(Policy) : null;
        nonce ??= ephemeral?.PublicKey ?? RandomNumberGenerator.GetBytes(Policy.NonceLength);
        var type = renew ? SecurityTokenRequestType.Renew : SecurityTokenRequestType.Issue;
        await RequestOpenAsync(type, lifetime, nonce, cancellationToken);
        var frame = await ReceiveFrameAsync(cancellationToken);
        var response = _secure.AcceptOpen(frame, out var sequence);
        ReceivedSequence.Add(sequence);
        Lifetime = response.SecurityToken.RevisedLifetime;
        if (ephemeral is null)
            return;
        if (UaTestAead.IsNameOf(Policy) && !renew)
            CheckBound(frame, certificates!);
        var shared = ephemeral.Shared(response.ServerNonce!);
        _secret = [.. shared.Select((b, i) => renew && UaTestAead.IsNameOf(Policy) ? (byte)(b ^ _secret[i]) : b)];
        _secure.UseKeys(Cipher("opcua-client", nonce, response.ServerNonce!), Cipher("opcua-server", response.ServerNonce!, nonce));

        ChunkCipher Cipher(string label, byte[] sender, byte[] receiver)
        {
            var length = UaTestAead.KeysLength(Policy) ?? Policy.KeysLength;
            var keys = ephemeral.Keys(_secret, label, sender, receiver, length);
            var encrypts = Mode == MessageSecurityMode.SignAndEncrypt;
            return UaTestAead.IsNameOf(Policy) ? new UaTestAead(Policy, encrypts, keys) : ChunkCipher.From(Policy, encrypts, keys);
        }
    }

    /// <summary>The next renewal begins as if there had been no key agreement before.</summary>
    public void ForgetSecret() => _secret = new byte[_secret.Length];

    // The first response is signed together with the signature of the request, and its own signature names the channel.
    private void CheckBound(byte[] frame, UaTestCertificates certificates)
    {
        var size = certificates.SignatureSize;
        byte[] signed = [.. frame[..^size], .. LastOpen[^size..]];
        if (!certificates.IsServers(Policy, signed, frame[^size..]) || !Thumbprint.AsSpan().SequenceEqual(frame[^size..]))
            throw new CryptographicException("The server's OPN is not signed together with the request's signature.");
    }

    /// <summary>Asks for a new token of an open channel without security, and does not receive the answer.</summary>
    public Task RequestRenewalAsync(CancellationToken cancellationToken) =>
        RequestOpenAsync(SecurityTokenRequestType.Renew, 60_000, [], cancellationToken);

    private Task RequestOpenAsync(SecurityTokenRequestType type, uint lifetime, byte[] nonce, CancellationToken cancellationToken) =>
        SendRawAsync(
            LastOpen = _secure.RequestOpen(new RequestHeader { Timestamp = 1 }, ++_requestId, type, lifetime, nonce),
            cancellationToken
        );

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
    public IEnumerable<byte[]> Chunks(byte[] body, uint requestId) => _secure.SealMessage(body, requestId, ChunkSize);

    /// <summary>A MSG chunk.</summary>
    public byte[] MessageChunk(char letter, uint requestId, byte[] body) =>
        _secure.SealChunk(MessageType.Message, (byte)letter, requestId, body);

    /// <summary>A CLO chunk.</summary>
    public byte[] CloseChunk() =>
        _secure.SealChunk(MessageType.Close, ChunkType.Final, ++_requestId, Encode(new CloseSecureChannelRequest()));

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
            ReceivedTokens.Add(BinaryPrimitives.ReadUInt32LittleEndian(frame.AsSpan(12)));
            var end = _secure.Open(frame, out var requestId);
            ReceivedSequence.Add(BinaryPrimitives.ReadUInt32LittleEndian(frame.AsSpan(16)));
            body.AddRange(frame.AsSpan(SecureChannel.HeaderLength, end - SecureChannel.HeaderLength));
            MostChunks = Math.Max(MostChunks, chunks);
            if (frame[3] == 'F')
                return (requestId, body.ToArray());
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
    public static byte[] Encode(IUaStructure message) => ClientMessage.Encode(message);

    /// <summary>Tears the TCP connection without a word.</summary>
    public ValueTask DisposeAsync()
    {
        _socket.Dispose();
        _secure.Dispose();
        return ValueTask.CompletedTask;
    }

    private static UaTestErrorException ErrorOf(byte[] frame)
    {
        var reader = new UaReader(frame.AsSpan(8), EncodingLimits.Default);
        return new UaTestErrorException(reader.ReadStatusCode(), reader.ReadString());
    }

    private async Task<byte[]> ReceiveExactlyAsync(int count, CancellationToken cancellationToken)
    {
        var bytes = new byte[count];
        for (var at = 0; at < count; )
        {
            var received = await _socket.ReceiveAsync(bytes.AsMemory(at), cancellationToken);
            at += received > 0 ? received : throw new EndOfStreamException("The server hung up.");
        }

        return bytes;
    }
}
