using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.Testing;

namespace S7OpcBridge.PubSub.Tests.Buffer;

public sealed class MessageBufferTests
{
    private readonly ManualClock _clock = new();

    [Test]
    public void While_the_broker_keeps_up_nothing_is_written_to_the_disk()
    {
        using var folder = new BufferFolder();
        using var buffer = new MessageBuffer(new BufferOptions { Folder = folder.Path }, _clock);
        buffer.Resume();
        buffer.Append(1, 100);
        Assert.Multiple(() =>
        {
            Assert.That(buffer.Figures.DiskBytes, Is.Zero);
            Assert.That(folder.Segments, Is.Empty);
            Assert.That(buffer.Drain(), Is.EqualTo(Enumerable.Range(1, 100)));
        });
    }

    [Test]
    public void While_the_broker_is_away_a_killed_process_loses_nothing()
    {
        using var folder = new BufferFolder();
        using var buffer = new MessageBuffer(new BufferOptions { Folder = folder.Path }, _clock);
        buffer.Resume();
        buffer.Append(1, 10);
        Assert.That(buffer.TryTake(out _) && buffer.TryTake(out _));
        buffer.Suspend();
        buffer.Append(11, 10);

        using var left = folder.Copy();
        using var again = new MessageBuffer(new BufferOptions { Folder = left.Path }, _clock);
        Assert.That(again.Drain(), Is.EqualTo(Enumerable.Range(1, 20)));
    }

    [Test]
    public void An_orderly_end_keeps_what_waits_in_memory()
    {
        using var folder = new BufferFolder();
        using (var buffer = new MessageBuffer(new BufferOptions { Folder = folder.Path }, _clock))
        {
            buffer.Resume();
            buffer.Append(1, 10);
            buffer.Drain(3);
            Assert.That(buffer.TryTake(out _));
        }

        using var again = new MessageBuffer(new BufferOptions { Folder = folder.Path }, _clock);
        Assert.That(again.Drain(), Is.EqualTo(Enumerable.Range(4, 7)));
    }

    [Test]
    public void What_is_done_is_not_sent_again_after_a_restart()
    {
        using var folder = new BufferFolder();
        using (var buffer = new MessageBuffer(new BufferOptions { Folder = folder.Path }, _clock))
        {
            buffer.Append(1, 10);
            buffer.Resume();
            buffer.Drain(4);
        }

        using (var again = new MessageBuffer(new BufferOptions { Folder = folder.Path }, _clock))
            Assert.That(again.Drain(), Is.EqualTo(Enumerable.Range(5, 6)));
        using var empty = new MessageBuffer(new BufferOptions { Folder = folder.Path }, _clock);
        Assert.Multiple(() =>
        {
            Assert.That(empty.Drain(), Is.Empty);
            Assert.That(folder.Segments, Is.Empty);
        });
    }

    [Test]
    public void A_message_keeps_all_that_it_says_on_its_way_through_the_journal()
    {
        using var folder = new BufferFolder();
        using var buffer = new MessageBuffer(new BufferOptions { Folder = folder.Path }, _clock);
        var message = new OutgoingMessage(
            "Werk/Straße 1/Öfen/" + new string('x', 400),
            new byte[] { 0, 255, 7 },
            MessageType.MetaData,
            PublishFormat.Uadp,
            Retain: true,
            Qos: 2,
            Values: 77,
            Expiry: TimeSpan.FromHours(3)
        );
        buffer.Append(message);
        Assert.That(buffer.TryTake(out var taken));
        Assert.Multiple(() =>
        {
            Assert.That(taken.Payload.ToArray(), Is.EqualTo(message.Payload.ToArray()));
            Assert.That(taken with { Payload = default }, Is.EqualTo(message with { Payload = default }));
            Assert.That(buffer.Figures.Values, Is.EqualTo(77));
        });
    }

    [Test]
    public void The_oldest_are_lost_first_when_there_are_too_many_values([Values] bool withJournal)
    {
        using var folder = new BufferFolder();
        using var buffer = new MessageBuffer(new BufferOptions { Folder = withJournal ? folder.Path : null, Values = 50 }, _clock);
        var told = new List<BrokerEvent>();
        buffer.Happened += told.Add;
        buffer.Append(1, 200);
        Assert.Multiple(() =>
        {
            Assert.That(buffer.Figures, Has.Property("LostMessages").EqualTo(150).And.Property("LostValues").EqualTo(150));
            Assert.That(buffer.Figures.Values, Is.EqualTo(50));
            Assert.That(told.OfType<MessagesLost>().Single().Messages, Is.EqualTo(1));
            Assert.That(buffer.Drain(), Is.EqualTo(Enumerable.Range(151, 50)));
        });
        _clock.Advance(TimeSpan.FromMinutes(1));
        Assert.That(told.OfType<MessagesLost>().Sum(lost => lost.Messages), Is.EqualTo(150));
    }

    [Test]
    public void What_is_in_flight_is_not_lost_when_there_are_too_many()
    {
        using var buffer = new MessageBuffer(new BufferOptions { Values = 5 }, _clock);
        buffer.Resume();
        buffer.Append(1, 3);
        Assert.That(buffer.TryTake(out _) && buffer.TryTake(out _));
        buffer.Append(4, 10);
        buffer.Suspend();
        Assert.That(buffer.Drain(), Is.EqualTo(new[] { 1, 2, 11, 12, 13 }));
    }

    [Test]
    public void Messages_that_are_too_old_are_lost([Values] bool withJournal)
    {
        using var folder = new BufferFolder();
        var options = new BufferOptions { Folder = withJournal ? folder.Path : null, Keep = TimeSpan.FromHours(1) };
        using var buffer = new MessageBuffer(options, _clock);
        buffer.Append(1, 100);
        _clock.Advance(TimeSpan.FromMinutes(40));
        buffer.Append(101, 100);
        _clock.Advance(TimeSpan.FromMinutes(40));
        Assert.That(buffer.Drain(), Is.EqualTo(Enumerable.Range(101, 100)));
        Assert.That(buffer.Figures.LostMessages, Is.EqualTo(100));
    }

    [Test]
    public void The_journal_stays_within_its_bytes()
    {
        using var folder = new BufferFolder();
        using var buffer = new MessageBuffer(new BufferOptions { Folder = folder.Path, Bytes = 2 << 20 }, _clock);
        buffer.Append(1, 5000, bytes: 1000);
        var figures = buffer.Figures;
        var numbers = buffer.Drain();
        Assert.Multiple(() =>
        {
            Assert.That(figures.DiskBytes, Is.InRange(1_500_000, 2 << 20));
            Assert.That(numbers, Is.EqualTo(Enumerable.Range(5001 - numbers.Count, numbers.Count)));
            Assert.That(numbers, Has.Count.GreaterThan(1500).And.Count.EqualTo(5000 - figures.LostMessages));
        });
    }

    [Test]
    public void Without_a_folder_memory_stays_within_its_bytes()
    {
        using var buffer = new MessageBuffer(new BufferOptions { MemoryBytes = 1 << 20 }, _clock);
        buffer.Append(1, 5000, bytes: 1000);
        Assert.Multiple(() =>
        {
            Assert.That(buffer.Figures.MemoryBytes, Is.LessThanOrEqualTo(1 << 20));
            Assert.That(buffer.Drain().Last(), Is.EqualTo(5000));
        });
    }

    [Test]
    public void A_folder_of_another_process_is_left_alone_and_messages_wait_in_memory()
    {
        using var folder = new BufferFolder();
        using var first = new MessageBuffer(new BufferOptions { Folder = folder.Path }, _clock);
        first.Append(1, 5);
        using var second = new MessageBuffer(new BufferOptions { Folder = folder.Path }, _clock);
        var told = new List<BrokerEvent>();
        second.Happened += told.Add;
        second.TellOpening();
        second.Append(6, 5);
        Assert.Multiple(() =>
        {
            Assert.That(told.OfType<JournalFailed>().Single().Words, Does.Contain(folder.Path).And.Contain("no other process"));
            Assert.That(second.Drain(), Is.EqualTo(Enumerable.Range(6, 5)));
            Assert.That(first.Drain(), Is.EqualTo(Enumerable.Range(1, 5)));
        });
    }

    [Test]
    public void A_message_that_is_larger_than_any_broker_takes_is_lost_with_words()
    {
        using var buffer = new MessageBuffer(new BufferOptions(), _clock);
        var told = new List<BrokerEvent>();
        buffer.Happened += told.Add;
        buffer.Append(Messages.Of(1, bytes: 17 << 20));
        buffer.Append(Messages.Of(2));
        Assert.Multiple(() =>
        {
            Assert.That(told.OfType<MessagesLost>().Single().Words, Does.Contain("plant/line"));
            Assert.That(buffer.Drain(), Is.EqualTo(new[] { 2 }));
        });
    }
}
