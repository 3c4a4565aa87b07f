using System.Net.Sockets;
using MQTTnet.Packets;
using MQTTnet.Protocol;
using S7OpcBridge.PubSub.Connecting;

namespace S7OpcBridge.PubSub.Probe;

/// <summary>Publishes and subscribes once, and waits for the broker's answer.</summary>
internal sealed class ProbeExchange(BrokerOptions broker, BrokerConnection connection, TimeProvider time)
{
    private const ushort PublishId = 1,
        SubscribeId = 2;

    private readonly RefusalWords _words = new(broker);

    /// <summary>Publishes an empty message.</summary>
    /// <returns>What the broker answered.</returns>
    /// <exception cref="BrokerException">It refuses, or the connection ended.</exception>
    public async Task<string> PublishAsync(string topic, CancellationToken cancellationToken)
    {
        if (connection.Limits.Qos == 0)
            return $"not asked: this broker takes messages of quality 0 only, which it does not acknowledge ({topic})";
        var answer = await AskAsync<MqttPubAckPacket>(
            new MqttPublishPacket
            {
                Topic = topic,
                PacketIdentifier = PublishId,
                QualityOfServiceLevel = MqttQualityOfServiceLevel.AtLeastOnce,
            },
            cancellationToken
        );
        if (connection.Version != MqttVersion.V5)
            return $"{topic} is acknowledged; MQTT 3.1.1 does not say whether the broker keeps or drops it";
        if (answer.ReasonCode is MqttPubAckReasonCode.Success or MqttPubAckReasonCode.NoMatchingSubscribers)
            return answer.ReasonCode == MqttPubAckReasonCode.Success
                ? $"{topic} is taken"
                : $"{topic} is taken; nobody subscribes to it, as it should be";
        throw _words.Publish(answer.ReasonCode, answer.ReasonString, topic) is { } refused
            ? new BrokerException(refused.Reason, refused.Words)
            : _words.Quota(topic);
    }

    /// <summary>Subscribes to a topic.</summary>
    /// <inheritdoc cref="PublishAsync"/>
    public async Task<string> SubscribeAsync(string topic, CancellationToken cancellationToken)
    {
        var filter = new MqttTopicFilter { Topic = topic, QualityOfServiceLevel = MqttQualityOfServiceLevel.AtLeastOnce };
        var answer = await AskAsync<MqttSubAckPacket>(
            new MqttSubscribePacket { PacketIdentifier = SubscribeId, TopicFilters = [filter] },
            cancellationToken
        );
        var code = answer.ReasonCodes.Count > 0 ? (byte)answer.ReasonCodes[0] : (byte)MqttSubscribeReasonCode.UnspecifiedError;
        if (code < (byte)MqttSubscribeReasonCode.UnspecifiedError)
            return $"{topic} is granted";
        var refused = _words.Subscribe(code, topic);
        throw new BrokerException(refused.Reason, refused.Words);
    }

    // Other packets that come meanwhile, such as retained commands, are passed over.
    private async Task<T> AskAsync<T>(MqttPacket question, CancellationToken cancellationToken)
        where T : MqttPacket
    {
        using var limit = new CancellationTokenSource(broker.ConnectTimeout, time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            connection.Writer.Add(question);
            await connection.SendAsync(connection.Writer.Take(), both.Token);
            while (true)
            {
                if (!connection.Reader.TryTake(out var packet))
                    await FillAsync(both.Token);
                else if (TryRead<T>(connection, packet, out var answer))
                    return answer;
            }
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw _words.Silent("does not answer", broker.ConnectTimeout);
        }
        catch (Exception e) when (e is IOException or SocketException)
        {
            throw _words.Closed(e.Message);
        }
        catch (InvalidDataException e)
        {
            throw _words.Protocol(e.Message);
        }
    }

    private async ValueTask FillAsync(CancellationToken cancellationToken)
    {
        if (!await connection.Reader.FillAsync(cancellationToken))
            throw _words.Closed("without a word");
    }

    private bool TryRead<T>(BrokerConnection from, in ReceivedPacket packet, out T answer)
        where T : MqttPacket
    {
        answer = null!;
        if (packet.IsCut)
            return false;
        switch (from.Decode(packet))
        {
            case T expected:
                answer = expected;
                return true;
            case MqttDisconnectPacket ended:
                throw _words.Disconnect(ended.ReasonCode, ended.ReasonString);
            default:
                return false;
        }
    }
}
