using MQTTnet.Protocol;

namespace S7OpcBridge.PubSub.Broker;

/// <summary>Messages that were sent, in order, until the broker has taken them over.</summary>
internal sealed class SentMessages
{
    /// <summary>Packet ids of messages end here; those above are for subscriptions.</summary>
    public const int LastId = 60_000;

    private const int Room = 1024;

    private readonly Sent[] _ring = new Sent[Room];
    private long _first,
        _next;

    /// <summary>How many, with those that are done and wait for an older one.</summary>
    public int Count => (int)(_next - _first);

    /// <summary>Whether there is no room for more, whatever the broker allows.</summary>
    public bool IsFull => Count == Room;

    /// <summary>The packet id of the next message.</summary>
    public ushort NextId => IdOf(_next);

    /// <summary>The oldest.</summary>
    public ref readonly Sent Oldest => ref _ring[_first % Room];

    /// <summary>Adds one.</summary>
    public void Add(in Sent sent) => _ring[_next++ % Room] = sent;

    /// <summary>The message with a packet id; null reference: none waits under it.</summary>
    public ref Sent Find(ushort id)
    {
        var offset = (id - IdOf(_first) + LastId) % LastId;
        if (id is 0 or > LastId || offset >= Count || _ring[(_first + offset) % Room] is { IsDone: true })
            return ref System.Runtime.CompilerServices.Unsafe.NullRef<Sent>();
        return ref _ring[(_first + offset) % Room];
    }

    /// <summary>Messages of quality 0 are done when they were sent.</summary>
    public void MarkSentOnes()
    {
        for (var i = _first; i < _next; i++)
        {
            ref var sent = ref _ring[i % Room];
            if (sent.Qos == MqttQualityOfServiceLevel.AtMostOnce)
                sent.IsDone = true;
        }
    }

    /// <summary>Removes the oldest if it is done.</summary>
    public bool TryRemove(out Sent done)
    {
        done = default;
        if (Count == 0 || !_ring[_first % Room].IsDone)
            return false;
        done = _ring[_first % Room];
        _ring[_first++ % Room] = default;
        return true;
    }

    private static ushort IdOf(long sequence) => (ushort)(1 + sequence % LastId);

    /// <summary>One message.</summary>
    internal struct Sent
    {
        public required string Topic;
        public required MessageSource Source;
        public required MqttQualityOfServiceLevel Qos;
        public required long At;
        public required int Values;
        public required int Bytes;
        public bool IsDone;

        /// <summary>Quality 2: the broker has it, and is told to go on.</summary>
        public bool IsReleased;

        /// <summary>It had nothing to say any more, and was not sent.</summary>
        public bool IsLeftOut;

        /// <summary>The broker, or this side, did not want it.</summary>
        public bool IsRefused;
    }
}
