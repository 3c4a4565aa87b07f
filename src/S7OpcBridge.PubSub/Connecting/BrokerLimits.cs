using MQTTnet.Packets;
using MQTTnet.Protocol;

namespace S7OpcBridge.PubSub.Connecting;

/// <summary>What a broker takes (MQTT 5.0, 3.2.2.3); where it says nothing, and with 3.1.1, all that MQTT allows.</summary>
/// <param name="PacketBytes">Most bytes of a packet.</param>
/// <param name="InFlight">Most messages of quality 1 and 2 that are not acknowledged.</param>
/// <param name="Qos">The highest quality.</param>
/// <param name="Retains">Whether it keeps messages.</param>
/// <param name="KeepAlive">Longest silence.</param>
internal sealed record BrokerLimits(int PacketBytes, int InFlight, int Qos, bool Retains, TimeSpan KeepAlive)
{
    private const int LargestPacket = 268_435_455 + 5;

    /// <summary>Without a word of the broker.</summary>
    public static BrokerLimits Of(BrokerOptions options) => new(LargestPacket, options.InFlight, 2, Retains: true, options.KeepAlive);

    /// <summary>By the words of a broker.</summary>
    public static BrokerLimits Of(BrokerOptions options, MqttConnAckPacket answer) =>
        new(
            answer.MaximumPacketSize is > 0 and < LargestPacket ? (int)answer.MaximumPacketSize : LargestPacket,
            answer.ReceiveMaximum > 0 ? Math.Min(answer.ReceiveMaximum, options.InFlight) : options.InFlight,
            answer.MaximumQoS switch
            {
                MqttQualityOfServiceLevel.AtMostOnce => 0,
                MqttQualityOfServiceLevel.AtLeastOnce => 1,
                _ => 2,
            },
            answer.RetainAvailable,
            answer.ServerKeepAlive > 0 ? TimeSpan.FromSeconds(answer.ServerKeepAlive) : options.KeepAlive
        );
}
