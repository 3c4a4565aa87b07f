using System.Globalization;
using System.Text;
using S7OpcBridge.PubSub.Buffer;

namespace S7OpcBridge.PubSub.Tests.Buffer;

/// <summary>Messages that carry a number.</summary>
internal static class Messages
{
    public static OutgoingMessage Of(int number, int bytes = 0, string topic = "plant/line", int values = 1, int qos = 1) =>
        new(
            topic,
            Encoding.UTF8.GetBytes(number.ToString(CultureInfo.InvariantCulture).PadRight(bytes)),
            MessageType.Data,
            PublishFormat.Json,
            Retain: false,
            qos,
            values
        );

    public static OutgoingMessage Retained(string topic, MessageType type, string payload) =>
        new(topic, Encoding.UTF8.GetBytes(payload), type, PublishFormat.Json, Retain: true, Qos: 1, Values: 0);

    public static int NumberOf(ReadOnlyMemory<byte> payload) =>
        int.Parse(Encoding.UTF8.GetString(payload.Span), NumberStyles.AllowTrailingWhite, CultureInfo.InvariantCulture);

    /// <summary>Appends messages with these numbers.</summary>
    public static void Append(this MessageBuffer buffer, int first, int count, int bytes = 0)
    {
        for (var i = first; i < first + count; i++)
            buffer.Append(Of(i, bytes));
    }

    /// <summary>Takes and acknowledges up to so many messages, and gives their numbers.</summary>
    public static List<int> Drain(this MessageBuffer buffer, int most = int.MaxValue)
    {
        var numbers = new List<int>();
        while (numbers.Count < most && buffer.TryTake(out var message))
        {
            numbers.Add(NumberOf(message.Payload));
            buffer.AcknowledgeOldest();
        }

        return numbers;
    }
}
