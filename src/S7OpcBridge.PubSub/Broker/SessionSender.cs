using System.Buffers;
using System.Collections.Immutable;
using MQTTnet.Exceptions;
using MQTTnet.Packets;
using MQTTnet.Protocol;
using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.PubSub.Connecting;
using S7OpcBridge.PubSub.Sparkplug;

namespace S7OpcBridge.PubSub.Broker;

/// <summary>Sends what is due: many messages with one call, no more unacknowledged than the broker allows.</summary>
internal sealed class SessionSender(
    LinkParts parts,
    BrokerConnection connection,
    SessionState state,
    SessionReceiver receiver,
    bool isCareful
)
{
    private const int BatchBytes = 128 << 10;
    private const long CarefulMessages = 20;

    // A broker of 3.1.1 can't say what it takes; mosquitto drops messages of quality 2 above 20 (max_inflight_messages) without a word.
    private const int ExactlyOnceInFlight = 10;

    // What comes in one by one goes out together: the call and the wake-up cost more than the message.
    private static readonly TimeSpan Gathering = TimeSpan.FromMilliseconds(20);
    private static readonly SearchValues<char> NotInTopics = SearchValues.Create("+#\0");

    private readonly MqttPublishPacket _packet = new();
    private readonly bool[] _lacks = new bool[2];
    private ushort _nextSubscription = SentMessages.LastId;
    private long _sendingSince;
    private bool _windowIsFull,
        _hasExactlyOnce;

    /// <summary>When the send began that is not done yet, in ticks of UTC; 0: none.</summary>
    public long SendingSince => Volatile.Read(ref _sendingSince);

    /// <summary>The timestamp of the last send.</summary>
    public long LastFlush { get; private set; } = parts.Time.GetTimestamp();

    /// <summary>Called when there is nothing to send.</summary>
    public Action? Idle { get; set; }

    /// <summary>Whether messages of the buffer may go.</summary>
    public bool MayTake { get; set; }

    /// <summary>Sends until the connection ends.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            bool more;
            ReadOnlyMemory<byte> bytes;
            lock (state.Gate)
            {
                more = Fill();
                bytes = connection.Writer.Take();
            }

            if (bytes.Length > 0)
                await FlushAsync(bytes, cancellationToken);
            while (state.Events.TryDequeue(out var happened))
                parts.Tell(happened);
            if (more)
                continue;
            Idle?.Invoke();
            await parts.Work.WaitAsync(cancellationToken);
            if (!_windowIsFull && Gathering - parts.Time.GetElapsedTime(LastFlush) is { Ticks: > 0 } rest)
                await Task.Delay(rest, parts.Time, cancellationToken);
        }
    }

    /// <summary>Asks the broker for messages. Within the lock.</summary>
    public void Subscribe(ImmutableArray<string> filters, Subscription what)
    {
        if (filters.IsEmpty)
            return;
        var packet = new MqttSubscribePacket { PacketIdentifier = NextSubscription() };
        foreach (var filter in filters)
        {
            packet.TopicFilters.Add(
                new MqttTopicFilter
                {
                    Topic = filter,
                    NoLocal = true,
                    QualityOfServiceLevel =
                        what == Subscription.Kept ? MqttQualityOfServiceLevel.AtMostOnce : MqttQualityOfServiceLevel.AtLeastOnce,
                    RetainAsPublished = what == Subscription.Commands,
                    RetainHandling =
                        what == Subscription.Commands ? MqttRetainHandling.DoNotSendOnSubscribe : MqttRetainHandling.SendAtSubscribe,
                }
            );
        }

        receiver.Expect(packet.PacketIdentifier, filters);
        connection.Writer.Add(packet);
    }

    /// <summary>Asks for no more of them. Within the lock.</summary>
    public void Unsubscribe(ImmutableArray<string> filters) =>
        connection.Writer.Add(new MqttUnsubscribePacket { PacketIdentifier = NextSubscription(), TopicFilters = [.. filters] });

    private ushort NextSubscription() =>
        _nextSubscription = _nextSubscription == ushort.MaxValue ? (ushort)(SentMessages.LastId + 1) : (ushort)(_nextSubscription + 1);

    private async Task FlushAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        Volatile.Write(ref _sendingSince, parts.Time.GetUtcNow().UtcTicks);
        try
        {
            await connection.SendAsync(bytes, cancellationToken);
        }
        catch (IOException e)
        {
            throw parts.Words.Closed(e.InnerException?.Message ?? e.Message);
        }

        LastFlush = parts.Time.GetTimestamp();
        Volatile.Write(ref _sendingSince, 0);
        lock (state.Gate)
        {
            state.InFlight.MarkSentOnes();
            state.Collect();
        }
    }

    private int Window() =>
        isCareful && state.Acknowledged < CarefulMessages ? 1
        : _hasExactlyOnce && connection.Version == MqttVersion.V311 ? Math.Min(ExactlyOnceInFlight, connection.Limits.InFlight)
        : connection.Limits.InFlight;

    // Whether it stopped because enough is collected.
    private bool Fill()
    {
        while (connection.Writer.Bytes < BatchBytes)
        {
            _windowIsFull = state.InFlight.IsFull || state.Unacknowledged >= Window();
            if (_windowIsFull)
                return false;
            if (state.Urgent.TryDequeue(out var urgent) || parts.Answers.TryDequeue(out urgent))
                Send(urgent.Message, urgent.Source, urgent.Correlation);
            else if (parts.Edge is not null)
            {
                if (!TrySendOfSession(parts.Edge))
                    return false;
            }
            else if (MayTake && parts.Buffer.TryTake(out var message))
            {
                // Data of Sparkplug from before another format was chosen belongs to no session.
                if (message.Format == PublishFormat.Sparkplug)
                    LeaveOut(message);
                else
                    Send(message, MessageSource.Buffer, null);
            }
            else
                return false;
        }

        return true;
    }

    // Births first, then what waits; data only behind births.
    private bool TrySendOfSession(EdgeSession edge)
    {
        if (edge.TryTakeBirth(out var message))
        {
            Send(message, MessageSource.Birth, null);
            return true;
        }

        if (!MayTake || !edge.IsBorn || !parts.Buffer.TryTake(out message))
            return false;
        if (edge.TryStamp(ref message, parts.Buffer.LastTaken))
            Send(message, MessageSource.Buffer, null);
        else
            LeaveOut(message);
        return true;
    }

    private void LeaveOut(in OutgoingMessage message)
    {
        state.InFlight.Add(
            new SentMessages.Sent
            {
                Topic = message.Topic,
                Source = MessageSource.Buffer,
                Qos = MqttQualityOfServiceLevel.AtMostOnce,
                At = parts.Time.GetUtcNow().UtcTicks,
                Values = 0,
                Bytes = 0,
                IsDone = true,
                IsLeftOut = true,
            }
        );
        state.Collect();
    }

    private void Send(in OutgoingMessage message, MessageSource source, byte[]? correlation)
    {
        var qos = (MqttQualityOfServiceLevel)Math.Min(message.Qos, connection.Limits.Qos);
        if (message.Qos > connection.Limits.Qos)
            Lack(0, $"The broker takes no messages of quality {message.Qos}; they go out with {connection.Limits.Qos}.");
        if (message.Retain && !connection.Limits.Retains)
            Lack(1, "The broker keeps no messages; they go out without being retained.");
        var sent = new SentMessages.Sent
        {
            Topic = message.Topic,
            Source = source,
            Qos = qos,
            At = parts.Time.GetUtcNow().UtcTicks,
            Values = message.Values,
            Bytes = message.Payload.Length,
        };
        if (Write(message, qos, correlation) is { } refused)
        {
            state.Refuse(refused);
            sent.IsDone = sent.IsRefused = true;
        }
        else if (qos > MqttQualityOfServiceLevel.AtMostOnce)
        {
            state.Unacknowledged++;
            _hasExactlyOnce |= qos == MqttQualityOfServiceLevel.ExactlyOnce;
        }

        state.InFlight.Add(sent);
        if (sent.IsDone)
            state.Collect();
    }

    private BrokerRefusedTopic? Write(in OutgoingMessage message, MqttQualityOfServiceLevel qos, byte[]? correlation)
    {
        if (message.Topic.Length == 0 || message.Topic.AsSpan().ContainsAny(NotInTopics))
            return parts.Words.TopicInvalid(message.Topic);
        _packet.Topic = message.Topic;
        _packet.Payload = new ReadOnlySequence<byte>(message.Payload);
        _packet.QualityOfServiceLevel = qos;
        _packet.PacketIdentifier = qos > MqttQualityOfServiceLevel.AtMostOnce ? state.InFlight.NextId : (ushort)0;
        _packet.Retain = message.Retain && connection.Limits.Retains;
        _packet.ContentType = MessageProperties.ContentTypeOf(message);
        _packet.UserProperties = MessageProperties.UserPropertiesOf(message.Type);
        _packet.MessageExpiryInterval = MessageProperties.ExpiryOf(message);
        _packet.CorrelationData = correlation;
        try
        {
            return connection.Writer.TryAdd(_packet, connection.Limits.PacketBytes, out var bytes)
                ? null
                : parts.Words.TooLarge(message.Topic, bytes, connection.Limits.PacketBytes);
        }
        catch (MqttProtocolViolationException)
        {
            return parts.Words.TopicInvalid(message.Topic);
        }
    }

    private void Lack(int what, string words)
    {
        if (_lacks[what])
            return;
        _lacks[what] = true;
        state.Events.Enqueue(new BrokerLacks(words));
    }
}
