using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Transport;

namespace S7OpcBridge.OpcUa.Channel.Tests.Transport;

internal sealed class OutgoingTests
{
    [Test]
    public void A_message_counts_with_the_bytes_it_was_queued_with_also_when_it_is_back_in_the_pool()
    {
        var body = MessageBuffer.Rent(8192, 24, 40);
        var writer = new UaWriter(body);
        writer.WriteRaw(new byte[1000]);
        writer.Flush();
        var message = new OutgoingMessage(body, null, MessageType.Message, 1);
        body.Dispose();
        Assert.That(message.Size, Is.EqualTo(1000));
    }
}
