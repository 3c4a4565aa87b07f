using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.Testing;

namespace S7OpcBridge.PubSub.Tests.Buffer;

public sealed class JournalDamageTests
{
    private const int Count = 4;

    private readonly ManualClock _clock = new();

    [Test]
    public void A_journal_that_is_cut_at_any_byte_gives_all_whole_messages()
    {
        using var folder = Filled(out var ends);
        var name = Path.GetFileName(folder.Segments.Single());
        var bytes = File.ReadAllBytes(folder.Segments.Single());
        for (var length = 0; length <= bytes.Length; length++)
        {
            using var cut = new BufferFolder();
            Directory.CreateDirectory(cut.Path);
            File.WriteAllBytes(Path.Combine(cut.Path, name), bytes[..length]);
            using var buffer = new MessageBuffer(new BufferOptions { Folder = cut.Path }, _clock);
            Assert.That(buffer.Drain(), Is.EqualTo(Enumerable.Range(1, ends.Count(end => end <= length))), $"cut at {length}");
        }
    }

    [Test]
    public void A_wrong_byte_anywhere_costs_only_the_message_that_it_is_in()
    {
        using var folder = Filled(out var ends);
        var name = Path.GetFileName(folder.Segments.Single());
        var bytes = File.ReadAllBytes(folder.Segments.Single());
        for (var at = 0; at < bytes.Length; at++)
        {
            using var damaged = new BufferFolder();
            Directory.CreateDirectory(damaged.Path);
            bytes[at] ^= 0x41;
            File.WriteAllBytes(Path.Combine(damaged.Path, name), bytes);
            bytes[at] ^= 0x41;
            using var buffer = new MessageBuffer(new BufferOptions { Folder = damaged.Path }, _clock);
            var hit = ends.Count(end => end <= at) + 1;
            Assert.That(buffer.Drain(), Is.EqualTo(Enumerable.Range(1, Count).Where(number => number != hit)), $"wrong at {at}");
            // The last one is a torn end as a crash leaves it; nobody can tell that it was whole.
            Assert.That(buffer.Figures.LostMessages, Is.EqualTo(hit == Count ? 0 : 1), $"wrong at {at}");
        }
    }

    [Test]
    public void A_byte_that_goes_wrong_while_the_journal_is_open_costs_only_its_message()
    {
        using var folder = new BufferFolder();
        using var buffer = new MessageBuffer(new BufferOptions { Folder = folder.Path }, _clock);
        buffer.Append(1, 200, bytes: 2000);
        var bytes = File.ReadAllBytes(folder.Segments[0]);
        using (var file = File.Open(folder.Segments[0], FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete))
        {
            file.Position = bytes.Length - 5000;
            file.Write([0, 1, 2, 3]);
        }

        var numbers = buffer.Drain();
        Assert.Multiple(() =>
        {
            Assert.That(numbers, Is.Ordered.And.Unique.And.Count.EqualTo(199));
            Assert.That(buffer.Figures.LostMessages, Is.EqualTo(1));
            Assert.That(buffer.Figures.Messages, Is.Zero);
        });
    }

    [Test]
    public void A_damaged_position_sends_messages_again_rather_than_losing_any()
    {
        using var folder = new BufferFolder();
        using (var buffer = new MessageBuffer(new BufferOptions { Folder = folder.Path }, _clock))
        {
            buffer.Append(1, 10);
            buffer.Resume();
            buffer.Drain(4);
        }

        File.WriteAllBytes(Path.Combine(folder.Path, "position"), [1, 2, 3]);
        using var again = new MessageBuffer(new BufferOptions { Folder = folder.Path }, _clock);
        Assert.That(again.Drain(), Is.EqualTo(Enumerable.Range(1, 10)));
    }

    // A journal in one file, and the ends of its records.
    private BufferFolder Filled(out List<long> ends)
    {
        var folder = new BufferFolder();
        ends = [];
        using var buffer = new MessageBuffer(new BufferOptions { Folder = folder.Path }, _clock);
        for (var i = 1; i <= Count; i++)
        {
            buffer.Append(Messages.Of(i, bytes: 5 * i));
            ends.Add(new FileInfo(folder.Segments.Single()).Length);
        }

        return folder;
    }
}
