using System.Text;
using System.Text.Json;
using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.PubSub.Tests.Broker;
using S7OpcBridge.PubSub.Tests.Buffer;
using S7OpcBridge.Testing;

namespace S7OpcBridge.PubSub.Tests.Publishing;

/// <summary>An hour without a broker on a faster clock: ten tags change every second, and two messages a second wait.</summary>
[CancelAfter(300_000)]
public sealed class HourWithoutBrokerTests
{
    private const int Seconds = 3600,
        Tags = 10;

    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1),
        Long = TimeSpan.FromHours(10);

    [Test]
    public async Task Every_value_arrives_in_order(CancellationToken cancellationToken)
    {
        await using var broker = await MosquittoBroker.StartAsync(cancellationToken, "allow_anonymous true", "max_queued_messages 0");
        using var folder = new BufferFolder();
        using var plant = StartPlant();
        // The clock runs faster than the broker, which is not to be found silent.
        var options = LinkRig.Quick(broker.Address) with
        {
            Settle = TimeSpan.FromSeconds(5),
            FirstPause = Second,
            LongestPause = TimeSpan.FromMinutes(1),
            AcknowledgeTimeout = Long,
            ConnectTimeout = Long,
            KeepAlive = TimeSpan.FromHours(18),
        };
        await using var rig = new LinkRig(options, buffer: new BufferOptions { Folder = folder.Path }, time: plant.Clock).Start();
        await rig.ToldAsync<BrokerConnected>(cancellationToken);
        await broker.KillAsync(cancellationToken);
        await rig.ToldAsync<BrokerNotConnected>(cancellationToken);
        LetAnHourPass(plant, rig.Buffer);
        var waiting = rig.Buffer.Figures;

        await broker.StartAgainAsync(cancellationToken);
        await using var subscriber = await MosquittoSubscriber.StartAsync(broker.Port, "plant/#", "%t %p", cancellationToken);
        while (rig.Buffer.Figures.Messages > 0)
        {
            plant.Clock.Advance(TimeSpan.FromMilliseconds(100));
            await Poll.AgainAsync(cancellationToken);
        }

        await Poll.UntilAsync(() => subscriber.Lines.Count >= waiting.Messages, cancellationToken);
        var values = ValuesOf(subscriber.Lines.Select(static line => line[(line.IndexOf(' ') + 1)..]));
        Assert.Multiple(() =>
        {
            Assert.That(waiting, Has.Property("Messages").EqualTo(2 * Seconds).And.Property("Values").EqualTo(Tags * Seconds));
            Assert.That(waiting.DiskBytes, Is.GreaterThan(waiting.MemoryBytes), "they wait in the journal");
            Assert.That(values, Has.Count.EqualTo(Tags));
            Assert.That(values.Values, Is.All.EqualTo(Enumerable.Range(1, Seconds)));
            Assert.That(rig.Buffer.Figures.LostValues, Is.Zero);
            Assert.That(rig.Link.Figures.Connects, Is.EqualTo(2));
        });
    }

    [TestCase(10_000, 24 * 60, 1000, "More than 10000 values wait")]
    [TestCase(1_000_000, 20, 20 * 60, "They waited longer than 00:20:00")]
    public void Beyond_the_limits_the_oldest_are_lost_and_that_is_said(int most, int keepMinutes, int kept, string words)
    {
        using var folder = new BufferFolder();
        using var plant = StartPlant();
        var options = new BufferOptions
        {
            Folder = folder.Path,
            Values = most,
            Keep = TimeSpan.FromMinutes(keepMinutes),
        };
        using var buffer = new MessageBuffer(options, plant.Clock);
        var told = new List<MessagesLost>();
        buffer.Happened += happened => told.Add((MessagesLost)happened);
        LetAnHourPass(plant, buffer);
        plant.Clock.Advance(TimeSpan.FromMinutes(1));
        var lost = buffer.Figures;
        var messages = new List<string>();
        while (buffer.TryTake(out var message))
        {
            messages.Add(Encoding.UTF8.GetString(message.Payload.Span));
            buffer.AcknowledgeOldest();
        }

        // A minute has passed since the last value, of which the age counts.
        var most60 = keepMinutes < 60 ? kept - 60 : kept;
        Assert.Multiple(() =>
        {
            foreach (var values in ValuesOf(messages).Values)
                Assert.That(values, Is.EqualTo(Enumerable.Range(Seconds + 1 - values.Count, values.Count)));
            Assert.That(ValuesOf(messages).Values.Select(static values => values.Count), Is.All.InRange(most60 - 1, most60 + 1));
            Assert.That(lost.LostValues, Is.InRange(Tags * (Seconds - kept - 1), Tags * (Seconds - kept + 1)));
            Assert.That(told, Has.Count.InRange(2, Seconds / 60 + 1), "once a minute at most");
            Assert.That(told.Sum(static loss => loss.Values), Is.EqualTo(lost.LostValues));
            Assert.That(told.Select(static loss => loss.Words), Is.All.StartsWith(words));
        });
    }

    private static Plant StartPlant()
    {
        var plant = new Plant(
            tags:
            [
                .. Enumerable
                    .Range(1, Tags)
                    .Select(static tag =>
                        Plant.Tag(tag, tag % 2 == 0 ? "plant/even" : "plant/odd") with
                        {
                            Writer = tag % 2 == 0 ? "even" : "odd",
                        }
                    ),
            ]
        );
        return plant;
    }

    private static void LetAnHourPass(Plant plant, MessageBuffer buffer)
    {
        plant.Sent.Clear();
        for (var second = 1; second <= Seconds; second++)
        {
            for (var tag = 1; tag <= Tags; tag++)
                plant.Set(tag, second);
            plant.Clock.Advance(Second);
            plant.Loop.Round();
            foreach (var (topic, payload, retain, values) in plant.Sent)
                buffer.Append(
                    new OutgoingMessage(topic, Encoding.UTF8.GetBytes(payload), MessageType.Data, PublishFormat.Json, retain, 1, values)
                );
            plant.Sent.Clear();
        }
    }

    /// <summary>By field what came, message by message.</summary>
    private static Dictionary<string, List<int>> ValuesOf(IEnumerable<string> messages)
    {
        var values = new Dictionary<string, List<int>>(StringComparer.Ordinal);
        foreach (var message in messages)
        {
            using var document = JsonDocument.Parse(message);
            foreach (var field in document.RootElement.GetProperty("Payload").EnumerateObject())
            {
                if (!values.TryGetValue(field.Name, out var list))
                    values[field.Name] = list = [];
                list.Add(field.Value.GetProperty("Value").GetInt32());
            }
        }

        return values;
    }
}
