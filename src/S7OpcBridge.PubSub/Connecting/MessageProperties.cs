using System.Text;
using MQTTnet.Packets;
using S7OpcBridge.PubSub.Buffer;

namespace S7OpcBridge.PubSub.Connecting;

/// <summary>What MQTT 5 says about a message beside its topic (OPC 10000-14, 7.3.4.8 and 7.3.4.9).</summary>
internal static class MessageProperties
{
    private static readonly List<MqttUserProperty>?[] UserProperties =
    [
        null,
        Of("ua-data"),
        Of("ua-metadata"),
        Of("ua-connection"),
        Of("ua-status"),
        Of("ua-application"),
        Of("ua-endpoints"),
    ];

    /// <summary>The content type.</summary>
    public static string? ContentTypeOf(in OutgoingMessage message) =>
        message.Payload.IsEmpty || message.Format == PublishFormat.Sparkplug ? null
        : message.Format == PublishFormat.Uadp ? "application/opcua+uadp"
        : "application/json";

    /// <summary>The user property <c>UAMessageType</c>.</summary>
    public static List<MqttUserProperty>? UserPropertiesOf(MessageType type) =>
        (int)type < UserProperties.Length ? UserProperties[(int)type] : null;

    /// <summary>Seconds until the broker forgets it; 0: never.</summary>
    public static uint ExpiryOf(in OutgoingMessage message) =>
        message.Expiry <= TimeSpan.Zero ? 0 : (uint)Math.Clamp(Math.Ceiling(message.Expiry.TotalSeconds), 1, uint.MaxValue);

    private static List<MqttUserProperty> Of(string type) => [new("UAMessageType", (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes(type))];
}
