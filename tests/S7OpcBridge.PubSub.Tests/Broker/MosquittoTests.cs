using System.Text;
using S7OpcBridge.PubSub.Broker;
using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.PubSub.Tests.Buffer;
using S7OpcBridge.Testing;

namespace S7OpcBridge.PubSub.Tests.Broker;

/// <summary>The link with a broker that nobody here wrote.</summary>
[CancelAfter(120_000)]
public sealed class MosquittoTests
{
    [Test]
    public async Task Messages_arrive_in_order_with_any_quality_and_version(
        [Values(0, 1, 2)] int qos,
        [Values] MqttVersion version,
        CancellationToken cancellationToken
    )
    {
        await using var broker = await MosquittoBroker.StartAsync(cancellationToken);
        await using var subscriber = await MosquittoSubscriber.StartAsync(broker.Port, "plant/#", "%p", cancellationToken, "-q", "2");
        await using var rig = new LinkRig(LinkRig.Quick(broker.Address) with { Version = version }).Start();
        for (var i = 1; i <= 1000; i++)
            rig.Buffer.Append(Messages.Of(i, qos: qos));
        await Poll.UntilAsync(() => subscriber.Lines.Count >= 1000, cancellationToken);
        await rig.DrainedAsync(cancellationToken);
        Assert.Multiple(() =>
        {
            Assert.That(subscriber.Lines.Select(int.Parse), Is.EqualTo(Enumerable.Range(1, 1000)));
            Assert.That(rig.Link.Figures.Version, Is.EqualTo(version));
            Assert.That(rig.Link.Figures.Messages, Is.EqualTo(1000));
            Assert.That(rig.Link.Figures.UnknownAcknowledgements, Is.Zero);
        });
    }

    [Test]
    public async Task A_message_tells_its_content_type_its_kind_and_when_it_expires(CancellationToken cancellationToken)
    {
        await using var broker = await MosquittoBroker.StartAsync(cancellationToken);
        await using var subscriber = await MosquittoSubscriber.StartAsync(
            broker.Port,
            "#",
            "%t %C %P %E %r %p",
            cancellationToken,
            "-V",
            "5",
            "--retain-as-published"
        );
        await using var rig = new LinkRig(LinkRig.Quick(broker.Address));
        rig.Link.Retain(
            new RetainedTopics { Messages = [Messages.Retained("m/p", MessageType.MetaData, "{}") with { Expiry = TimeSpan.FromHours(1) }] }
        );
        rig.Start();
        rig.Buffer.Append(Messages.Of(7) with { Format = PublishFormat.Uadp });
        await Poll.UntilAsync(() => subscriber.Lines.Count >= 2, cancellationToken);
        Assert.That(
            subscriber.Lines,
            Is.EqualTo(
                new[]
                {
                    "m/p application/json UAMessageType:ua-metadata 3600 1 {}",
                    "plant/line application/opcua+uadp UAMessageType:ua-data  0 7",
                }
            )
        );
    }

    [Test]
    public async Task Fifty_reloads_leave_no_retained_topic_that_nothing_stands_for(CancellationToken cancellationToken)
    {
        await using var broker = await MosquittoBroker.StartAsync(cancellationToken);
        await using (var earlier = new LinkRig(LinkRig.Quick(broker.Address)))
        {
            // An earlier run, with another map.
            earlier.Link.Retain(
                new RetainedTopics { Messages = [Messages.Retained("opcua/json/metadata/p/gone", MessageType.MetaData, "{}")] }
            );
            earlier.Start();
            await Poll.UntilAsync(() => earlier.Link.Figures.Messages == 1, cancellationToken);
        }

        await using var rig = new LinkRig(LinkRig.Quick(broker.Address)).Start();
        for (var i = 0; i <= 50; i++)
        {
            rig.Link.Retain(
                new RetainedTopics
                {
                    Messages =
                    [
                        Messages.Retained("opcua/json/status/p", MessageType.Status, "{}"),
                        Messages.Retained($"opcua/json/metadata/p/{i}", MessageType.MetaData, "{}"),
                    ],
                    Own = ["opcua/json/status/p", "opcua/json/metadata/p/#"],
                }
            );
        }

        await rig.ToldAsync<StaleTopicsCleared>(cancellationToken);
        await Poll.UntilAsync(() => RetainedNowAsync(broker, cancellationToken), lines => lines.Count == 2, cancellationToken);
        Assert.That(
            await RetainedNowAsync(broker, cancellationToken),
            Is.EquivalentTo(new[] { "opcua/json/status/p", "opcua/json/metadata/p/50" })
        );
    }

    [Test]
    public async Task A_killed_bridge_leaves_its_will_and_one_that_ends_its_farewell(
        [Values] bool orderly,
        CancellationToken cancellationToken
    )
    {
        await using var broker = await MosquittoBroker.StartAsync(cancellationToken);
        await using var subscriber = await MosquittoSubscriber.StartAsync(broker.Port, "status/p", "%r %p", cancellationToken);
        var rig = new LinkRig(LinkRig.Quick(broker.Address));
        rig.Link.Retain(
            new RetainedTopics
            {
                Messages = [Messages.Retained("status/p", MessageType.Status, "operational")],
                Farewell = [Messages.Retained("status/p", MessageType.Status, "disabled")],
                Will = Messages.Retained("status/p", MessageType.Status, "error"),
            }
        );
        rig.Start();
        await Poll.UntilAsync(() => subscriber.Lines.Count == 1, cancellationToken);
        if (orderly)
        {
            await rig.DisposeAsync();
        }
        else
        {
            // The same client id: the broker ends the older connection, for which that is no orderly end.
            await using var other = await MosquittoSubscriber.StartAsync(broker.Port, "x", "%p", cancellationToken, "-i", "bridge");
            await Poll.UntilAsync(() => subscriber.Lines.Count > 1, cancellationToken);
            await rig.DisposeAsync();
        }

        await Poll.UntilAsync(() => subscriber.Lines.Count > 1, cancellationToken);
        Assert.That(subscriber.Lines.Take(2), Is.EqualTo(new[] { "0 operational", orderly ? "0 disabled" : "0 error" }));
    }

    [Test]
    public async Task What_was_appended_while_the_broker_was_away_arrives_in_order(CancellationToken cancellationToken)
    {
        using var folder = new BufferFolder();
        await using var broker = await MosquittoBroker.StartAsync(cancellationToken, "allow_anonymous true", "max_queued_messages 0");
        await using var rig = new LinkRig(LinkRig.Quick(broker.Address), buffer: new BufferOptions { Folder = folder.Path }).Start();
        rig.Buffer.Append(1, 500);
        await rig.DrainedAsync(cancellationToken);
        await broker.KillAsync(cancellationToken);
        await rig.ToldAsync<BrokerNotConnected>(cancellationToken);
        rig.Buffer.Append(501, 5000);
        Assert.That(rig.Buffer.Figures.DiskBytes, Is.GreaterThan(0));
        await broker.StartAgainAsync(cancellationToken);
        await using var subscriber = await MosquittoSubscriber.StartAsync(broker.Port, "plant/#", "%p", cancellationToken);
        rig.Buffer.Append(5501, 500);
        await rig.DrainedAsync(cancellationToken);
        await Poll.UntilAsync(() => subscriber.Lines.Contains("6000"), cancellationToken);
        var numbers = subscriber.Lines.Select(int.Parse).ToList();
        Assert.Multiple(() =>
        {
            Assert.That(numbers, Is.EqualTo(Enumerable.Range(6001 - numbers.Count, numbers.Count)));
            Assert.That(rig.Link.Figures.Messages, Is.EqualTo(6000));
            Assert.That(rig.Buffer.Figures.LostMessages, Is.Zero);
        });
    }

    [Test]
    public async Task A_user_who_may_not_publish_to_a_topic_is_told_which(CancellationToken cancellationToken)
    {
        await using var broker = await MosquittoBroker.StartAsync(
            folder =>
            {
                var rights = Path.Combine(folder, "rights");
                File.WriteAllText(rights, "topic readwrite plant/open/#\n");
                return ["allow_anonymous true", $"acl_file {rights}"];
            },
            cancellationToken
        );
        await using var rig = new LinkRig(LinkRig.Quick(broker.Address)).Start();
        rig.Buffer.Append(Messages.Of(1, topic: "plant/closed"));
        rig.Buffer.Append(Messages.Of(2, topic: "plant/open/a"));
        var told = await rig.ToldAsync<BrokerRefusedTopic>(cancellationToken);
        await rig.DrainedAsync(cancellationToken);
        Assert.Multiple(() =>
        {
            Assert.That(told, Has.Property("Reason").EqualTo(BrokerRefusal.NotAuthorised).And.Property("Topic").EqualTo("plant/closed"));
            Assert.That(told.Words, Does.Contain("publish to plant/closed"));
            Assert.That(rig.Link.Figures, Has.Property("Refused").EqualTo(1).And.Property("Messages").EqualTo(1));
        });
    }

    [Test]
    public async Task A_wrong_password_is_said_in_words([Values] MqttVersion version, CancellationToken cancellationToken)
    {
        await using var broker = await MosquittoBroker.StartAsync(
            folder =>
            {
                var users = Path.Combine(folder, "users");
                File.WriteAllText(users, "");
                return ["allow_anonymous false", $"password_file {users}"];
            },
            cancellationToken
        );
        var options = LinkRig.Quick(broker.Address) with { Version = version, User = "bridge", Password = "wrong" };
        await using var rig = new LinkRig(options).Start();
        var told = await rig.ToldAsync<BrokerNotConnected>(cancellationToken);
        Assert.Multiple(() =>
        {
            Assert.That(told.Reason, Is.AnyOf(BrokerRefusal.NotAuthorised, BrokerRefusal.Login));
            Assert.That(told.Words, Does.Contain("the user bridge").And.Not.Contain("wrong."));
        });
    }

    [Test]
    public async Task A_halted_broker_is_left_and_nothing_is_lost(CancellationToken cancellationToken)
    {
        await using var broker = await MosquittoBroker.StartAsync(cancellationToken);
        var options = LinkRig.Quick(broker.Address) with
        {
            AcknowledgeTimeout = TimeSpan.FromMilliseconds(500),
            ConnectTimeout = TimeSpan.FromSeconds(1),
        };
        await using var rig = new LinkRig(options).Start();
        await rig.ToldAsync<BrokerConnected>(cancellationToken);
        await broker.FreezeAsync(cancellationToken);
        rig.Buffer.Append(1, 100);
        var told = await rig.ToldAsync<BrokerNotConnected>(cancellationToken);
        await broker.ThawAsync(cancellationToken);
        await using var subscriber = await MosquittoSubscriber.StartAsync(broker.Port, "plant/#", "%p", cancellationToken);
        rig.Buffer.Append(101, 1);
        await rig.DrainedAsync(cancellationToken);
        Assert.That(told, Has.Property("Reason").EqualTo(BrokerRefusal.Silent).And.Property("Words").Contains("plant/line"));
        Assert.That(rig.Link.Figures.Messages, Is.EqualTo(101));
    }

    [Test]
    public async Task A_command_is_answered_where_it_asks_for_it_and_a_retained_one_is_refused(CancellationToken cancellationToken)
    {
        await using var broker = await MosquittoBroker.StartAsync(cancellationToken);
        await using var subscriber = await MosquittoSubscriber.StartAsync(
            broker.Port,
            "answers/#",
            "%t %D %p",
            cancellationToken,
            "-V",
            "5"
        );
        var commands = new CommandTopics(
            ["plant/+/set"],
            (command, _) =>
                ValueTask.FromResult<ReadOnlyMemory<byte>?>(Encoding.UTF8.GetBytes($"done {Encoding.UTF8.GetString(command.Payload.Span)}"))
        );
        await using var rig = new LinkRig(LinkRig.Quick(broker.Address), commands).Start();
        await Poll.UntilAsync(
            async () =>
            {
                await broker.PublishAsync(
                    cancellationToken,
                    "-t",
                    "plant/a/set",
                    "-m",
                    "7",
                    "-D",
                    "publish",
                    "response-topic",
                    "answers/me",
                    "-D",
                    "publish",
                    "correlation-data",
                    "c1"
                );
                return subscriber.Lines;
            },
            lines => lines.Count > 0,
            cancellationToken
        );
        await broker.PublishAsync(cancellationToken, "-t", "plant/b/set", "-m", "8", "-r");
        var refused = await rig.ToldAsync<CommandRefused>(cancellationToken);
        Assert.Multiple(() =>
        {
            Assert.That(subscriber.Lines[0], Is.EqualTo("answers/me c1 done 7"));
            Assert.That(refused.Topic, Is.EqualTo("plant/b/set"));
            Assert.That(refused.Words, Does.Contain("retained"));
        });
    }

    private static async Task<List<string>> RetainedNowAsync(MosquittoBroker broker, CancellationToken cancellationToken)
    {
        await using var look = await MosquittoSubscriber.StartAsync(broker.Port, "#", "%r %t", cancellationToken);
        // The broker sends what it keeps before what comes after the subscription.
        await broker.PublishAsync(cancellationToken, "-t", "end", "-m", "end");
        await Poll.UntilAsync(() => look.Lines.Contains("0 end"), cancellationToken);
        return [.. look.Lines.Where(line => line.StartsWith("1 ", StringComparison.Ordinal)).Select(line => line[2..])];
    }
}
