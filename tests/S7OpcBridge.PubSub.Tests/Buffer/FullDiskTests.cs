using System.Diagnostics;
using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.Testing;

namespace S7OpcBridge.PubSub.Tests.Buffer;

/// <summary>A journal on a disk of its own that is full.</summary>
[CancelAfter(60_000)]
public sealed class FullDiskTests
{
    private const int DiskBytes = 1 << 20;

    private readonly ManualClock _clock = new();
    private string _disk = "";

    [SetUp]
    public async Task MountAsync()
    {
        _disk = Directory.CreateTempSubdirectory("s7disk").FullName;
        if (!OperatingSystem.IsLinux() || !await RunAsync("mount", ["-t", "tmpfs", "-o", $"size={DiskBytes}", "tmpfs", _disk]))
            Assert.Ignore("Only root can mount a small disk here.");
    }

    [TearDown]
    public async Task UnmountAsync()
    {
        await RunAsync("umount", ["-l", _disk]);
        Directory.Delete(_disk);
    }

    [Test]
    public void A_full_disk_loses_the_oldest_and_keeps_the_order()
    {
        using var buffer = new MessageBuffer(
            new BufferOptions
            {
                Folder = _disk,
                MemoryBytes = 128 << 10,
                Bytes = 16 * (128 << 10),
            },
            _clock
        );
        var told = new List<BrokerEvent>();
        buffer.Happened += told.Add;
        buffer.Append(1, 3000, bytes: 1000);
        var numbers = buffer.Drain();
        Assert.Multiple(() =>
        {
            Assert.That(told.OfType<JournalFailed>().First().Words, Does.Contain(_disk).And.Contain("make room"));
            Assert.That(numbers, Is.EqualTo(Enumerable.Range(3001 - numbers.Count, numbers.Count)));
            Assert.That(numbers, Has.Count.GreaterThan(500));
            Assert.That(buffer.Figures.LostMessages, Is.EqualTo(3000 - numbers.Count));
        });
    }

    [Test]
    public void When_there_is_room_again_all_that_waits_is_written()
    {
        var other = Path.Combine(_disk, "other");
        using var buffer = new MessageBuffer(new BufferOptions { Folder = Path.Combine(_disk, "journal") }, _clock);
        var told = new List<BrokerEvent>();
        buffer.Happened += told.Add;
        buffer.Append(1, 100, bytes: 1000);
        FillWith(other);
        buffer.Append(101, 1000, bytes: 1000);
        Assert.That(told.Single(), Is.TypeOf<JournalFailed>());
        File.Delete(other);
        buffer.Append(1101, 5, bytes: 1000);
        Assert.That(told, Has.Count.EqualTo(1), "It is tried again after a pause.");
        _clock.Advance(TimeSpan.FromSeconds(11));
        buffer.Drain(600);
        buffer.Append(1106, 5, bytes: 1000);
        Assert.Multiple(() =>
        {
            Assert.That(told.Last(), Is.TypeOf<JournalRecovered>());
            Assert.That(buffer.Figures.LostMessages, Is.Zero);
            Assert.That(buffer.Drain(), Is.EqualTo(Enumerable.Range(601, 510)));
        });
    }

    private static void FillWith(string path)
    {
        try
        {
            using var file = File.OpenHandle(path, FileMode.Create, FileAccess.Write);
            for (var at = 0; ; at += 4096)
                RandomAccess.Write(file, new byte[4096], at);
        }
        catch (IOException)
        {
            // It is full.
        }
    }

    private static async Task<bool> RunAsync(string program, string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardError = true })!;
        await process.WaitForExitAsync();
        return process.ExitCode == 0;
    }
}
