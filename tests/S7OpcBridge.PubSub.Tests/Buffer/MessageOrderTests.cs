using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.Testing;

namespace S7OpcBridge.PubSub.Tests.Buffer;

/// <summary>Random histories of a buffer: what comes out is what went in, in order, whatever happens to broker and process.</summary>
public sealed class MessageOrderTests
{
    private readonly ManualClock _clock = new();

    [Test]
    public void The_order_is_kept_across_memory_and_disk([Range(1, 40)] int seed)
    {
        var random = new Random(seed);
        using var folder = new BufferFolder();
        var options = new BufferOptions
        {
            Folder = folder.Path,
            MemoryBytes = 4096,
            Bytes = 1 << 20,
        };
        var buffer = new MessageBuffer(options, _clock);
        int appended = 0,
            received = 0;
        var flight = new Queue<int>();
        for (var step = 0; step < 400; step++)
        {
            switch (random.Next(10))
            {
                case < 4:
                    var count = random.Next(1, 20);
                    buffer.Append(appended + 1, count, bytes: random.Next(300));
                    appended += count;
                    break;
                case < 7:
                    for (var i = random.Next(20); i > 0 && buffer.TryTake(out var message); i--)
                    {
                        flight.Enqueue(Messages.NumberOf(message.Payload));
                        Assert.That(flight.Last(), Is.EqualTo(received + flight.Count), $"step {step}");
                    }

                    break;
                case 7:
                    for (var i = random.Next(20); i > 0 && flight.Count > 0; i--)
                    {
                        received = flight.Dequeue();
                        buffer.AcknowledgeOldest();
                    }

                    break;
                case 8:
                    buffer.Suspend();
                    flight.Clear();
                    break;
                default:
                    if (random.Next(3) == 0)
                    {
                        buffer.Dispose();
                        flight.Clear();
                        buffer = new MessageBuffer(options, _clock);
                    }

                    buffer.Resume();
                    break;
            }
        }

        buffer.Suspend();
        Assert.Multiple(() =>
        {
            Assert.That(buffer.Figures.Messages, Is.EqualTo(appended - received));
            Assert.That(buffer.Figures.Values, Is.EqualTo(appended - received));
            Assert.That(buffer.Drain(), Is.EqualTo(Enumerable.Range(received + 1, appended - received)));
            Assert.That(buffer.Figures, Has.Property("Messages").EqualTo(0).And.Property("LostMessages").EqualTo(0));
            Assert.That(buffer.Figures.MemoryBytes, Is.Zero);
        });
        buffer.Dispose();
        Assert.That(folder.Segments, Is.Empty);
    }
}
