using System.Net.Sockets;
using System.Text;
using MQTTnet.Adapter;
using MQTTnet.Exceptions;
using MQTTnet.Formatter;
using MQTTnet.Packets;
using MQTTnet.Protocol;
using S7OpcBridge.PubSub.Buffer;

namespace S7OpcBridge.PubSub.Connecting;

/// <summary>
/// A connection that the broker has accepted. The packets are MQTTnet's; the socket is not: its client sends each message by itself, and reads an
/// acknowledgement with three calls.
/// </summary>
internal sealed class BrokerConnection : IAsyncDisposable
{
    private readonly Stream _stream;
    private readonly MqttPacketFormatterAdapter _decoder;

    private BrokerConnection(Stream stream, MqttVersion version, BrokerLimits limits)
    {
        (_stream, Version, Limits) = (stream, version, limits);
        var spoken = version == MqttVersion.V5 ? MqttProtocolVersion.V500 : MqttProtocolVersion.V311;
        Reader = new PacketReader(stream);
        Writer = new PacketWriter(spoken);
        _decoder = new MqttPacketFormatterAdapter(spoken, new MqttBufferWriter(16, 16));
    }

    public MqttVersion Version { get; }

    public BrokerLimits Limits { get; private set; }

    public PacketReader Reader { get; }

    public PacketWriter Writer { get; }

    /// <summary>True: the broker has said that it does not speak the newer version.</summary>
    public bool IsOldest { get; private init; }

    /// <summary>Connects and logs in: with the version of the options, without one with 5.0, and with 3.1.1 where the broker refuses that.</summary>
    /// <exception cref="BrokerException">There is no connection.</exception>
    public static async Task<BrokerConnection> OpenAsync(
        BrokerOptions options,
        OutgoingMessage? will,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        if (options.Version is { } version)
            return await OpenAsync(options, version, will, time, cancellationToken);
        try
        {
            return await OpenAsync(options, MqttVersion.V5, will, time, cancellationToken);
        }
        // Some brokers that know 3.1.1 alone end the connection without a word.
        catch (BrokerException e) when (e.Reason is BrokerRefusal.Version or BrokerRefusal.NoBroker)
        {
            return await OpenAsync(options, MqttVersion.V311, will, time, cancellationToken, isOldest: e.Reason == BrokerRefusal.Version);
        }
    }

    private static async Task<BrokerConnection> OpenAsync(
        BrokerOptions options,
        MqttVersion version,
        OutgoingMessage? will,
        TimeProvider time,
        CancellationToken cancellationToken,
        bool isOldest = false
    )
    {
        var words = new RefusalWords(options);
        using var limit = new CancellationTokenSource(options.ConnectTimeout, time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            var tls = options.IsTls ? new BrokerTls(options, words) : null;
            var stream = await ConnectAsync(options, words, tls, both.Token);
            var connection = new BrokerConnection(stream, version, BrokerLimits.Of(options)) { IsOldest = isOldest };
            try
            {
                await connection.LogInAsync(options, words, tls, will, both.Token);
                return connection;
            }
            catch
            {
                await connection.DisposeAsync();
                throw;
            }
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw words.ConnectTimedOut();
        }
    }

    /// <summary>Sends bytes.</summary>
    public ValueTask SendAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken) =>
        _stream.WriteAsync(bytes, cancellationToken);

    /// <summary>What the bytes of a packet say.</summary>
    /// <exception cref="InvalidDataException">They are no packet.</exception>
    public MqttPacket Decode(in ReceivedPacket packet)
    {
        try
        {
            return _decoder.Decode(new ReceivedMqttPacket(packet.Header, packet.Body, packet.TotalBytes));
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // A decoder that meets nonsense may throw anything.
            throw new InvalidDataException(e is MqttProtocolViolationException ? e.Message : "a packet that can't be read", e);
        }
    }

    public ValueTask DisposeAsync() => _stream.DisposeAsync();

    private static async Task<Stream> ConnectAsync(
        BrokerOptions options,
        RefusalWords words,
        BrokerTls? tls,
        CancellationToken cancellationToken
    )
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(options.Address.Host, options.Port, cancellationToken);
        }
        catch (SocketException e)
        {
            socket.Dispose();
            throw words.NotReachable(e);
        }
        catch
        {
            socket.Dispose();
            throw;
        }

        var plain = new NetworkStream(socket, ownsSocket: true);
        return tls is null ? plain : await tls.SecureAsync(plain, cancellationToken);
    }

    private async Task LogInAsync(
        BrokerOptions options,
        RefusalWords words,
        BrokerTls? tls,
        OutgoingMessage? will,
        CancellationToken cancellationToken
    )
    {
        ReceivedPacket answer;
        try
        {
            Writer.Add(ConnectPacket(options, will));
            await SendFirstAsync(Writer.Take(), cancellationToken);
            while (!Reader.TryTake(out answer))
            {
                if (!await Reader.FillAsync(cancellationToken))
                    throw words.NoAnswer(tls?.IsMissing == true);
            }

            Accept(answer, options, words);
        }
        catch (Exception e) when (e is IOException or SocketException)
        {
            throw tls?.WhyRefused(e) ?? words.NoAnswer(tls?.IsMissing == true);
        }
        catch (InvalidDataException e)
        {
            throw new BrokerException(BrokerRefusal.NoBroker, words.Protocol(e.Message).Message);
        }
    }

    // A broker that has ended the connection already may have left its reason, which only reading brings.
    private async ValueTask SendFirstAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        try
        {
            await SendAsync(bytes, cancellationToken);
        }
        catch (IOException)
        {
            if (!await Reader.FillAsync(cancellationToken))
                throw;
        }
    }

    private void Accept(in ReceivedPacket answer, BrokerOptions options, RefusalWords words)
    {
        // A broker that speaks 3.1.1 alone answers in its own form, without properties, that it does not speak 5.0.
        if (Version == MqttVersion.V5 && answer.Header == 0x20 && answer.Body is [_, > 0 and < 0x80])
            throw words.Connect((MqttConnectReturnCode)answer.Body[1]);
        switch (Decode(answer))
        {
            case MqttConnAckPacket accepted when Version == MqttVersion.V5:
                if (accepted.ReasonCode != MqttConnectReasonCode.Success)
                    throw words.Connect(accepted.ReasonCode, accepted.ReasonString);
                Limits = BrokerLimits.Of(options, accepted);
                break;
            case MqttConnAckPacket accepted:
                if (accepted.ReturnCode != MqttConnectReturnCode.ConnectionAccepted)
                    throw words.Connect(accepted.ReturnCode);
                break;
            case MqttDisconnectPacket refused when Version == MqttVersion.V5:
                throw words.Disconnect(refused.ReasonCode, refused.ReasonString);
            default:
                throw new InvalidDataException("another packet came than the answer to CONNECT");
        }
    }

    private MqttConnectPacket ConnectPacket(BrokerOptions options, OutgoingMessage? will)
    {
        var packet = new MqttConnectPacket
        {
            ClientId = options.ClientId,
            CleanSession = true,
            KeepAlivePeriod = (ushort)Math.Clamp(options.KeepAlive.TotalSeconds, 1, ushort.MaxValue),
            Username = options.User,
            Password = options.Password is { } password ? Encoding.UTF8.GetBytes(password) : null,
            MaximumPacketSize = PacketReader.MostBytes,
            RequestProblemInformation = true,
        };
        if (will is not { } message)
            return packet;
        packet.WillFlag = true;
        packet.WillTopic = message.Topic;
        packet.WillMessage = message.Payload.ToArray();
        packet.WillRetain = message.Retain;
        packet.WillQoS = (MqttQualityOfServiceLevel)message.Qos;
        packet.WillContentType = MessageProperties.ContentTypeOf(message);
        packet.WillUserProperties = MessageProperties.UserPropertiesOf(message.Type);
        packet.WillMessageExpiryInterval = MessageProperties.ExpiryOf(message);
        return packet;
    }
}
