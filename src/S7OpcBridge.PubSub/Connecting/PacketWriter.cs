using MQTTnet.Formatter;
using MQTTnet.Packets;

namespace S7OpcBridge.PubSub.Connecting;

/// <summary>Collects packets, so that many go out with one send. Not for several threads at once, but what was taken may be sent meanwhile.</summary>
internal sealed class PacketWriter(MqttProtocolVersion version)
{
    private const int LargestKept = 1 << 20;

    private readonly MqttPacketFormatterAdapter _formatter = new(version, new MqttBufferWriter(4096, 65535));
    private byte[] _collecting = new byte[64 << 10],
        _sending = new byte[64 << 10];

    /// <summary>Bytes that wait.</summary>
    public int Bytes { get; private set; }

    /// <summary>Adds a packet unless it is larger than the limit.</summary>
    /// <param name="bytes">Its bytes.</param>
    public bool TryAdd(MqttPacket packet, int most, out int bytes)
    {
        var encoded = _formatter.Encode(packet);
        bytes = encoded.Length;
        if (bytes > most)
            return false;
        if (_collecting.Length < Bytes + bytes)
            Array.Resize(ref _collecting, Math.Max(Bytes + bytes, _collecting.Length * 2));
        encoded.Packet.AsSpan().CopyTo(_collecting.AsSpan(Bytes));
        var at = Bytes + encoded.Packet.Count;
        foreach (var part in encoded.Payload)
        {
            part.Span.CopyTo(_collecting.AsSpan(at));
            at += part.Length;
        }

        Bytes = at;
        _formatter.Cleanup();
        return true;
    }

    /// <summary>Adds a small packet.</summary>
    public void Add(MqttPacket packet) => TryAdd(packet, int.MaxValue, out _);

    /// <summary>Takes all that waits; what was taken before must have been sent.</summary>
    public ReadOnlyMemory<byte> Take()
    {
        var taken = Bytes;
        (_collecting, _sending) = (_sending, _collecting);
        Bytes = 0;
        if (_collecting.Length > LargestKept)
            _collecting = new byte[64 << 10];
        return _sending.AsMemory(0, taken);
    }
}
