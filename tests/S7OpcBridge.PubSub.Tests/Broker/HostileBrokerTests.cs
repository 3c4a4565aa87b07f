using S7OpcBridge.PubSub.Tests.Buffer;
using S7OpcBridge.Testing;

namespace S7OpcBridge.PubSub.Tests.Broker;

[CancelAfter(120_000)]
public sealed class HostileBrokerTests
{
    [Test]
    public async Task A_connection_that_is_closed_after_each_message_keeps_the_order(CancellationToken cancellationToken)
    {
        await using var broker = new HostileBroker(
            async (client, _, token) =>
            {
                await client.AcceptAsync(token);
                await client.AcknowledgeAsync(await client.MessageAsync(token), token);
            }
        );
        await using var rig = new LinkRig(LinkRig.Quick(broker.Address)).Start();
        rig.Buffer.Append(1, 10);
        await rig.DrainedAsync(cancellationToken);
        Assert.That(broker.Received.Distinct(), Is.EqualTo(Enumerable.Range(1, 10)));
        Assert.That(rig.Link.Figures, Has.Property("Messages").EqualTo(10).And.Property("Refused").EqualTo(0));
    }

    [Test]
    public async Task A_broker_that_never_acknowledges_is_left_and_gets_all_again_in_order(CancellationToken cancellationToken)
    {
        await using var broker = new HostileBroker(
            async (client, connection, token) =>
            {
                await client.AcceptAsync(token);
                while (true)
                {
                    var id = await client.MessageAsync(token);
                    if (connection > 1)
                        await client.AcknowledgeAsync(id, token);
                }
            }
        );
        await using var rig = new LinkRig(
            LinkRig.Quick(broker.Address) with
            {
                AcknowledgeTimeout = TimeSpan.FromMilliseconds(500),
            }
        ).Start();
        rig.Buffer.Append(1, 10);
        var told = await rig.ToldAsync<BrokerNotConnected>(cancellationToken);
        await rig.DrainedAsync(cancellationToken);
        Assert.That(told, Has.Property("Reason").EqualTo(BrokerRefusal.Silent).And.Property("Words").Contains("plant/line"));
        Assert.That(broker.Received.TakeLast(10), Is.EqualTo(Enumerable.Range(1, 10)));
    }

    [Test]
    public async Task Acknowledgements_of_unknown_messages_are_counted_and_end_nothing(CancellationToken cancellationToken)
    {
        await using var broker = new HostileBroker(
            async (client, _, token) =>
            {
                await client.AcceptAsync(token);
                await client.SendAsync(token, 0x40, 2, 0xEA, 0x60, 0x50, 2, 0, 99, 0x70, 2, 0, 99, 0x40, 2, 0, 0);
                while (true)
                    await client.AcknowledgeAsync(await client.MessageAsync(token), token);
            }
        );
        await using var rig = new LinkRig(LinkRig.Quick(broker.Address)).Start();
        rig.Buffer.Append(1, 10);
        await rig.DrainedAsync(cancellationToken);
        Assert.That(rig.Link.Figures, Has.Property("UnknownAcknowledgements").EqualTo(4).And.Property("Connects").EqualTo(1));
    }

    [Test]
    public async Task No_more_than_the_receive_maximum_is_in_flight(CancellationToken cancellationToken)
    {
        var answer = new TaskCompletionSource();
        await using var broker = new HostileBroker(
            async (client, _, token) =>
            {
                await client.AcceptAsync(token, 0x21, 0, 2);
                byte[][] held = [await client.MessageAsync(token), await client.MessageAsync(token)];
                await answer.Task.WaitAsync(token);
                foreach (var id in held)
                    await client.AcknowledgeAsync(id, token);
                while (true)
                    await client.AcknowledgeAsync(await client.MessageAsync(token), token);
            }
        );
        await using var rig = new LinkRig(LinkRig.Quick(broker.Address));
        rig.Buffer.Append(1, 10);
        rig.Start();
        // Ten wait from the begin, and the broker has two: those that it allows.
        await Poll.UntilAsync(() => broker.Received.Count == 2, cancellationToken);
        Assert.That(rig.Link.Figures.InFlight, Is.EqualTo(2));
        answer.SetResult();
        await rig.DrainedAsync(cancellationToken);
        Assert.That(broker.Received, Is.EqualTo(Enumerable.Range(1, 10)));
    }

    [Test]
    public async Task A_message_above_the_maximum_packet_size_is_left_out_and_the_others_go_on(CancellationToken cancellationToken)
    {
        await using var broker = new HostileBroker(
            async (client, _, token) =>
            {
                await client.AcceptAsync(token, 0x27, 0, 0, 0, 100);
                while (true)
                    await client.AcknowledgeAsync(await client.MessageAsync(token), token);
            }
        );
        await using var rig = new LinkRig(LinkRig.Quick(broker.Address)).Start();
        rig.Buffer.Append(Messages.Of(1));
        rig.Buffer.Append(Messages.Of(2, bytes: 200));
        rig.Buffer.Append(Messages.Of(3));
        var told = await rig.ToldAsync<BrokerRefusedTopic>(cancellationToken);
        await rig.DrainedAsync(cancellationToken);
        Assert.That(told, Has.Property("Reason").EqualTo(BrokerRefusal.TooLarge).And.Property("Words").Contains("100"));
        Assert.That(broker.Received, Is.EqualTo(new[] { 1, 3 }));
    }

    [TestCase(0x86, BrokerRefusal.Login)]
    [TestCase(0x87, BrokerRefusal.NotAuthorised)]
    [TestCase(0x85, BrokerRefusal.ClientId)]
    [TestCase(0x89, BrokerRefusal.Unavailable)]
    [TestCase(0x95, BrokerRefusal.TooLarge)]
    [TestCase(0x97, BrokerRefusal.Quota)]
    [TestCase(0x90, BrokerRefusal.Topic)]
    [TestCase(0xFE, BrokerRefusal.Closed)]
    public async Task A_refused_connection_is_said_in_words(int code, BrokerRefusal reason, CancellationToken cancellationToken)
    {
        await using var broker = new HostileBroker(
            async (client, _, token) =>
            {
                await client.ReadAsync(token);
                await client.SendAsync(token, 0x20, 3, 0, (byte)code, 0);
            }
        );
        await using var rig = new LinkRig(LinkRig.Quick(broker.Address)).Start();
        var told = await rig.ToldAsync<BrokerNotConnected>(cancellationToken);
        Assert.That(told, Has.Property("Reason").EqualTo(reason).And.Property("Words").Contains("127.0.0.1"));
    }

    [Test]
    public async Task Another_client_of_the_same_id_is_said_and_the_pause_is_long(CancellationToken cancellationToken)
    {
        await using var broker = new HostileBroker(
            async (client, _, token) =>
            {
                await client.AcceptAsync(token);
                await client.SendAsync(token, 0xE0, 2, 0x8E, 0);
            }
        );
        await using var rig = new LinkRig(LinkRig.Quick(broker.Address) with { LongestPause = TimeSpan.FromSeconds(60) }).Start();
        var told = await rig.ToldAsync<BrokerNotConnected>(cancellationToken);
        Assert.That(told, Has.Property("Reason").EqualTo(BrokerRefusal.TakenOver));
        Assert.That(told.Words, Does.Contain("another client uses the client id bridge"));
        Assert.That(told.Pause, Is.GreaterThanOrEqualTo(TimeSpan.FromSeconds(30)));
    }

    [TestCase(new byte[] { 0x40, 0xFF, 0xFF, 0xFF, 0xFF, 0x01 })]
    [TestCase(new byte[] { 0x40, 0xFF, 0xFF, 0xFF, 0x7F })]
    [TestCase(new byte[] { 0x00, 0x00 })]
    [TestCase(new byte[] { 0x40, 0x00 })]
    [TestCase(new byte[] { 0x10, 0x02, 0, 0 })]
    [TestCase(new byte[] { 0x30, 0x03, 0xFF, 0xFF, 0 })]
    [TestCase(new byte[] { 0x90, 0x01, 0 })]
    public async Task Garbage_ends_the_connection_and_loses_nothing(byte[] garbage, CancellationToken cancellationToken)
    {
        await using var broker = new HostileBroker(
            async (client, connection, token) =>
            {
                await client.AcceptAsync(token);
                if (connection == 1)
                    await client.SendAsync(token, garbage);
                while (true)
                    await client.AcknowledgeAsync(await client.MessageAsync(token), token);
            }
        );
        await using var rig = new LinkRig(LinkRig.Quick(broker.Address)).Start();
        var told = await rig.ToldAsync<BrokerNotConnected>(cancellationToken);
        rig.Buffer.Append(1, 10);
        await rig.DrainedAsync(cancellationToken);
        Assert.That(told.Reason, Is.EqualTo(BrokerRefusal.Protocol));
        Assert.That(broker.Received, Is.EqualTo(Enumerable.Range(1, 10)));
    }
}
