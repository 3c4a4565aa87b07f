using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Tests;

internal sealed class PlcMemoryTests
{
    private readonly PlcMemory _memory = new(new MemorySizes { MarkerBytes = 16, Timers = 4 });

    [Test]
    public void Adding_a_block_again_keeps_its_content_and_makes_it_longer()
    {
        _memory.AddBlock(1, 2);
        using (var hold = _memory.Hold())
            hold.Block(1)[1] = 7;
        _memory.AddBlock(1, 4);
        _memory.AddBlock(1, 1);
        using (var hold = _memory.Hold())
            Assert.That(hold.Block(1).ToArray(), Is.EqualTo(new byte[] { 0, 7, 0, 0 }));
    }

    [Test]
    public void A_download_replaces_the_content()
    {
        _memory.AddBlock(2, 2);
        using (var hold = _memory.Hold())
            hold.Block(2).Fill(9);
        _memory.DownloadBlock(2, 3);
        using (var hold = _memory.Hold())
            Assert.That(hold.Block(2).ToArray(), Is.EqualTo(new byte[3]));
    }

    [Test]
    public void A_deleted_block_is_gone()
    {
        _memory.AddBlock(3, 2);
        Assert.That(_memory.DeleteBlock(3), Is.True);
        Assert.That(_memory.DeleteBlock(3), Is.False);
        Assert.That(_memory.Protect(3, BlockAccess.Denied), Is.False);
        using var hold = _memory.Hold();
        Assert.That(hold.Has(3), Is.False);
    }

    [Test]
    public void Areas_are_as_large_as_told_and_grow()
    {
        _memory.GrowArea(S7Area.Markers, 20);
        using var hold = _memory.Hold();
        Assert.That(hold.Area(S7Area.Markers).Length, Is.EqualTo(20));
        Assert.That(hold.Area(S7Area.Timers).Length, Is.EqualTo(8));
        Assert.That(hold.Area(S7Area.Inputs).Length, Is.EqualTo(1024));
    }

    [TestCase(0, 10, "DB0 is no data block: its number must be 1 to 65535.")]
    [TestCase(65_536, 10, "DB65536 is no data block: its number must be 1 to 65535.")]
    [TestCase(1, 65_536, "DB1 cannot have 65536 bytes: a data block has 0 to 65535.")]
    public void What_no_PLC_has_is_refused_in_a_sentence(int db, int length, string message) =>
        Assert.That(() => _memory.AddBlock(db, length), Throws.InstanceOf<SoftPlcException>().With.Message.EqualTo(message));

    [Test]
    [CancelAfter(20_000)]
    public async Task A_hold_sees_whole_changes_only(CancellationToken cancel)
    {
        _memory.AddBlock(9, 4096);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        var writer = Task.Run(
            () =>
            {
                for (byte value = 0; !stop.IsCancellationRequested; value++)
                {
                    using var hold = _memory.Hold();
                    hold.Block(9).Fill(value);
                }
            },
            cancel
        );
        for (var i = 0; i < 2000; i++)
        {
            using var hold = _memory.Hold();
            var block = hold.Block(9);
            Assert.That(block.IndexOfAnyExcept(block[0]), Is.Negative);
        }

        await stop.CancelAsync();
        await writer;
    }
}
