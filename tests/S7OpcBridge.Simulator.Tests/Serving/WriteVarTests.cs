using S7OpcBridge.S7;
using static S7OpcBridge.Simulator.Tests.Requests;

namespace S7OpcBridge.Simulator.Tests;

[CancelAfter(20_000)]
internal sealed class WriteVarTests
{
    private SoftPlc _plc = null!;

    [SetUp]
    public void StartPlc()
    {
        _plc = new SoftPlc(new SoftPlcOptions(), TimeProvider.System);
        _plc.Memory.AddBlock(1, 100);
        _plc.Start();
    }

    [TearDown]
    public async Task StopPlc() => await _plc.DisposeAsync();

    [Test]
    public async Task Bytes_are_stored_and_nothing_beside_them(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        Assert.That(
            await caller.AskPduAsync(Write(0x0102, (DbBytes(1, 4, 3), "00 04 0018 AA BB CC"))),
            Is.EqualTo("32 03 00 00 01 02 00 02 00 01 00 00 05 01 FF")
        );
        Assert.That(Block(0, 8), Is.EqualTo("00 00 00 00 AA BB CC 00"));
    }

    [Test]
    public async Task A_bit_leaves_its_neighbours_alone(CancellationToken cancel)
    {
        using (var memory = _plc.Memory.Hold())
            memory.Block(1)[2] = 0b1010_0000;
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        await caller.AskPduAsync(Write(1, (DbBit(1, 2, 3), "00 03 0001 01"), (DbBit(1, 2, 7), "00 03 0001 00")));
        Assert.That(Block(2, 1), Is.EqualTo("28"));
    }

    [Test]
    public async Task Items_are_taken_one_by_one_and_odd_ones_carry_a_pad(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        var answer = await caller.AskPduAsync(
            Write(
                1,
                (DbBytes(1, 0, 1), "00 04 0008 11"),
                (DbBytes(1, 99, 2), "00 04 0010 22 22"), // beyond its end
                (DbBytes(5, 0, 1), "00 04 0008 33"), // no such block
                (DbBytes(1, 10, 2), "00 04 0008 44"), // one byte for two
                (Item(0x08, 1, 1, 0x84, 20 * 8), "00 07 0004 3F 80 00 00"),
                (Item(0x1C, 1, 0, 0x1C, 2), "00 09 0002 01 23")
            )
        );
        Assert.That(answer[36..], Is.EqualTo("05 06 FF 05 0A 07 FF FF"));
        Assert.That(Block(0, 1), Is.EqualTo("11"));
        Assert.That(Block(20, 4), Is.EqualTo("3F 80 00 00"));
        using var memory = _plc.Memory.Hold();
        Assert.That(RawCaller.Hex(memory.Area(S7Area.Counters).Slice(4, 2)), Is.EqualTo("01 23"));
    }

    [Test]
    public async Task A_broken_frame_changes_nothing(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        // Two items announced, the data of the second cut off.
        var answer = await caller.AskPduAsync(Write(1, (DbBytes(1, 0, 2), "00 04 0010 11 11"), (DbBytes(1, 2, 2), "00 04 0010 22")));
        Assert.That(answer, Is.EqualTo("32 02 00 00 00 01 00 00 00 00 85 00"));
        Assert.That(Block(0, 4), Is.EqualTo("00 00 00 00"));
    }

    [Test]
    public async Task Protection_refuses_items_until_the_session_password_is_given(CancellationToken cancel)
    {
        await using var plc = new SoftPlc(new SoftPlcOptions { Behavior = CpuBehaviors.S7_300 }, TimeProvider.System);
        plc.Memory.AddBlock(1, 10);
        plc.Cpu.Protection = PlcProtection.Write;
        plc.Cpu.Password = "secret";
        plc.Start();
        await using var caller = await RawCaller.OpenAsync(plc, cancel, remoteTsap: "03 02");
        var write = Write(1, (DbBytes(1, 0, 1), "00 04 0008 11"));
        Assert.That(await caller.AskPduAsync(write), Does.EndWith("05 01 03"));
        Assert.That(await caller.AskPduAsync(Read(2, DbBytes(1, 0, 1))), Does.EndWith("FF 04 00 08 00"));

        Assert.That(await caller.AskPduAsync(Userdata(5, 1, Encoded("wrong   "))), Does.Contain("00 00 D6 02"));
        Assert.That(await caller.AskPduAsync(write), Does.EndWith("05 01 03"));
        Assert.That(await caller.AskPduAsync(Userdata(5, 1, Encoded("secret  "))), Does.Contain("00 00 00 00"));
        Assert.That(await caller.AskPduAsync(write), Does.EndWith("05 01 FF"));
    }

    private static string Encoded(string password)
    {
        var code = new byte[8];
        for (var i = 0; i < 8; i++)
            code[i] = (byte)(password[i] ^ 0x55 ^ (i < 2 ? 0 : code[i - 2]));
        return RawCaller.Hex(code);
    }

    [Test]
    public async Task A_read_only_block_is_read_but_not_written(CancellationToken cancel)
    {
        _plc.Memory.Protect(1, BlockAccess.ReadOnly);
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        Assert.That(await caller.AskPduAsync(Write(1, (DbBytes(1, 0, 1), "00 04 0008 11"))), Does.EndWith("05 01 03"));
        Assert.That(await caller.AskPduAsync(Read(2, DbBytes(1, 0, 1))), Does.EndWith("FF 04 00 08 00"));
    }

    private string Block(int start, int length)
    {
        using var memory = _plc.Memory.Hold();
        return RawCaller.Hex(memory.Block(1).Slice(start, length));
    }
}
