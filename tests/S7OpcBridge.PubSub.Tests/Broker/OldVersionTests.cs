using System.Collections.Concurrent;
using System.Globalization;
using System.Text;
using S7OpcBridge.PubSub.Tests.Buffer;

namespace S7OpcBridge.PubSub.Tests.Broker;

/// <summary>Brokers that speak MQTT 3.1.1 alone, and say so in several ways.</summary>
[CancelAfter(120_000)]
public sealed class OldVersionTests
{
    [TestCase(new byte[] { 0x20, 2, 0, 1 }, true, TestName = "In the form of 3.1.1")]
    [TestCase(new byte[] { 0x20, 3, 0, 0x84, 0 }, true, TestName = "In the form of 5.0")]
    [TestCase(new byte[] { 0x20, 2, 0, 0x84 }, true, TestName = "In the form of 5.0 without properties")]
    [TestCase(new byte[0], false, TestName = "By closing the connection, which may have another reason and is not remembered")]
    public async Task A_broker_that_refuses_5_is_spoken_to_in_3_1_1(byte[] refusal, bool isRemembered, CancellationToken cancellationToken)
    {
        var versions = new ConcurrentQueue<int>();
        var received = new ConcurrentQueue<int>();
        await using var broker = new HostileBroker(
            async (client, _, token) =>
            {
                var (_, connect) = await client.ReadAsync(token);
                versions.Enqueue(connect[6]);
                if (connect[6] == 5)
                {
                    await client.SendAsync(token, refusal);
                    return;
                }

                await client.SendAsync(token, 0x20, 2, 0, 0);
                byte[] message;
                for (var header = 0; ; )
                {
                    (header, message) = await client.ReadAsync(token);
                    if (header >> 4 == 3)
                        break;
                }

                // The second connection shows what the first one has taught.
                var id = 2 + ((message[0] << 8) | message[1]);
                received.Enqueue(int.Parse(Encoding.UTF8.GetString(message.AsSpan(id + 2)), CultureInfo.InvariantCulture));
                await client.AcknowledgeAsync(message[id..(id + 2)], token);
            }
        );
        await using var rig = new LinkRig(LinkRig.Quick(broker.Address)).Start();
        rig.Buffer.Append(1, 2);
        await rig.DrainedAsync(cancellationToken);
        var spoken = versions.ToArray();
        Assert.Multiple(() =>
        {
            Assert.That(received.Distinct(), Is.EqualTo(new[] { 1, 2 }));
            Assert.That(spoken.Take(4), Is.EqualTo(isRemembered ? spoken.Take(4).Select((_, i) => i == 0 ? 5 : 4) : [5, 4, 5, 4]));
            Assert.That(rig.Events.OfType<BrokerConnected>().Select(static told => told.Version), Is.All.EqualTo(MqttVersion.V311));
        });
    }
}
