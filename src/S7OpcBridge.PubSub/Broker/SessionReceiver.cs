using System.Buffers;
using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using MQTTnet.Packets;
using MQTTnet.Protocol;
using S7OpcBridge.PubSub.Connecting;
using S7OpcBridge.PubSub.Sparkplug;

namespace S7OpcBridge.PubSub.Broker;

/// <summary>Takes what the broker sends.</summary>
internal sealed class SessionReceiver(LinkParts parts, BrokerConnection connection, SessionState state)
{
    private const int MostWaitingBytes = 4 << 20;

    private readonly Dictionary<ushort, ImmutableArray<string>> _subscriptions = [];

    /// <summary>Receives until the connection ends, which is an exception.</summary>
    /// <exception cref="BrokerException">The connection ended, or the broker broke the rules.</exception>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        try
        {
            while (true)
            {
                lock (state.Gate)
                {
                    while (connection.Reader.TryTake(out var packet))
                        Take(packet);
                    if (connection.Writer.Bytes > MostWaitingBytes)
                        throw parts.Words.Silent("sends and does not take the answers", parts.Options.AcknowledgeTimeout);
                }

                parts.Work.Set();
                if (!await connection.Reader.FillAsync(cancellationToken))
                    throw parts.Words.Closed("closed");
                lock (state.Gate)
                    (state.LastReceived, state.PingedAt) = (parts.Time.GetUtcNow(), null);
            }
        }
        catch (InvalidDataException e)
        {
            throw parts.Words.Protocol(e.Message);
        }
        catch (IOException e)
        {
            throw parts.Words.Closed(e.InnerException?.Message ?? e.Message);
        }
    }

    /// <summary>Notes what was subscribed to under a packet id.</summary>
    public void Expect(ushort id, ImmutableArray<string> filters) => _subscriptions[id] = filters;

    private void Take(in ReceivedPacket packet)
    {
        if (packet.IsCut)
        {
            TakeCut(packet);
            return;
        }

        switch (connection.Decode(packet))
        {
            case MqttPubAckPacket answer:
                Acknowledge(answer.PacketIdentifier, answer.ReasonCode, answer.ReasonString, MqttQualityOfServiceLevel.AtLeastOnce);
                break;
            case MqttPubRecPacket answer:
                Received(answer);
                break;
            case MqttPubCompPacket answer:
                Complete(answer.PacketIdentifier);
                break;
            case MqttPublishPacket message:
                TakeMessage(message);
                break;
            case MqttSubAckPacket answer:
                Granted(answer);
                break;
            case MqttPingRespPacket or MqttUnsubAckPacket:
                break;
            case MqttPubRelPacket:
                parts.Counters.UnknownAcknowledgements++;
                break;
            case MqttDisconnectPacket ended when connection.Version == MqttVersion.V5:
                throw parts.Words.Disconnect(ended.ReasonCode, ended.ReasonString);
            case { } other:
                throw new InvalidDataException($"it sent {other.GetType().Name[4..]}, which only clients send");
        }
    }

    private void Acknowledge(ushort id, MqttPubAckReasonCode code, string? text, MqttQualityOfServiceLevel qos)
    {
        ref var sent = ref state.InFlight.Find(id);
        if (Unsafe.IsNullRef(ref sent) || sent.Qos != qos || sent.IsReleased)
        {
            parts.Counters.UnknownAcknowledgements++;
            return;
        }

        var isRefused = (byte)code >= 0x80;
        if (isRefused)
            state.Refuse(parts.Words.Publish(code, text, sent.Topic) ?? throw parts.Words.Quota(sent.Topic));
        state.Done(ref sent, isRefused);
        state.Collect();
    }

    private void Received(MqttPubRecPacket answer)
    {
        if ((byte)answer.ReasonCode >= 0x80)
        {
            Acknowledge(
                answer.PacketIdentifier,
                (MqttPubAckReasonCode)answer.ReasonCode,
                answer.ReasonString,
                MqttQualityOfServiceLevel.ExactlyOnce
            );
            return;
        }

        ref var sent = ref state.InFlight.Find(answer.PacketIdentifier);
        if (Unsafe.IsNullRef(ref sent) || sent.Qos != MqttQualityOfServiceLevel.ExactlyOnce)
        {
            parts.Counters.UnknownAcknowledgements++;
            return;
        }

        sent.IsReleased = true;
        connection.Writer.Add(new MqttPubRelPacket { PacketIdentifier = answer.PacketIdentifier });
    }

    private void Complete(ushort id)
    {
        ref var sent = ref state.InFlight.Find(id);
        if (Unsafe.IsNullRef(ref sent) || !sent.IsReleased)
        {
            parts.Counters.UnknownAcknowledgements++;
            return;
        }

        state.Done(ref sent, isRefused: false);
        state.Collect();
    }

    private void Granted(MqttSubAckPacket answer)
    {
        if (!_subscriptions.Remove(answer.PacketIdentifier, out var filters))
        {
            parts.Counters.UnknownAcknowledgements++;
            return;
        }

        for (var i = 0; i < Math.Min(filters.Length, answer.ReasonCodes.Count); i++)
        {
            if ((byte)answer.ReasonCodes[i] >= 0x80)
                state.Refuse(parts.Words.Subscribe((byte)answer.ReasonCodes[i], filters[i]));
        }
    }

    private void TakeMessage(MqttPublishPacket message)
    {
        if (message.QualityOfServiceLevel > MqttQualityOfServiceLevel.AtLeastOnce)
            throw new InvalidDataException("it sent a message of a higher quality than was subscribed to");
        var code = MqttPubAckReasonCode.Success;
        if (state.Sweep is { } sweep && sweep.Covers(message.Topic))
        {
            if (message.Retain && message.Payload.Length > 0)
                sweep.Note(message.Topic, parts.Time.GetUtcNow());
        }
        else if (parts.Edge is { } edge && edge.Covers(message.Topic))
        {
            TakeOfSession(edge, message);
        }
        else if (parts.Commands is { } commands && commands.Covers(message.Topic))
        {
            // The length first: what is too large is not even copied.
            var payload = message.Payload.Length > parts.Options.CommandBytes ? null : message.Payload.ToArray();
            var why = payload is null
                ? TooLarge(message.Payload.Length)
                : commands.Take(message.Topic, payload, message.Retain, message.ResponseTopic, message.CorrelationData);
            if (why is not null)
            {
                code = MqttPubAckReasonCode.QuotaExceeded;
                Refuse(message.Topic, why);
            }
        }

        if (message.QualityOfServiceLevel == MqttQualityOfServiceLevel.AtLeastOnce)
            connection.Writer.Add(new MqttPubAckPacket { PacketIdentifier = message.PacketIdentifier, ReasonCode = code });
    }

    // Asking for births, and the state of the primary host: never commands that write.
    private void TakeOfSession(EdgeSession edge, MqttPublishPacket message)
    {
        if (message.Payload.Length > parts.Options.CommandBytes)
            Refuse(message.Topic, TooLarge(message.Payload.Length));
        else if (edge.Take(message.Topic, message.Payload.ToArray(), message.Retain) is { } why)
        {
            Interlocked.Increment(ref parts.Counters.RefusedCommands);
            Refuse(message.Topic, why);
        }
    }

    // A message above the limit: its topic is there, and the packet id behind it.
    private void TakeCut(in ReceivedPacket packet)
    {
        var body = packet.Body.AsSpan();
        var length = (body[0] << 8) | body[1];
        var topic = System.Text.Encoding.UTF8.GetString(body.Slice(2, length));
        var qos = (packet.Header >> 1) & 3;
        if (state.Sweep is { } sweep && sweep.Covers(topic))
        {
            if ((packet.Header & 1) != 0)
                sweep.Note(topic, parts.Time.GetUtcNow());
        }
        else if (parts.Commands?.Covers(topic) == true || parts.Edge?.Covers(topic) == true)
        {
            Refuse(topic, TooLarge(packet.TotalBytes));
        }

        if (qos != 1)
            return;
        var id = (ushort)((body[2 + length] << 8) | body[3 + length]);
        connection.Writer.Add(new MqttPubAckPacket { PacketIdentifier = id, ReasonCode = MqttPubAckReasonCode.QuotaExceeded });
    }

    private string TooLarge(long bytes)
    {
        Interlocked.Increment(ref parts.Counters.RefusedCommands);
        return $"The command has {bytes} bytes, {parts.Options.CommandBytes} are allowed.";
    }

    private void Refuse(string topic, string why)
    {
        if (state.Events.Count < 100)
            state.Events.Enqueue(new CommandRefused(topic, why));
    }
}
