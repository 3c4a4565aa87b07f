using S7OpcBridge.S7;
using static S7OpcBridge.Simulator.Tests.Requests;

namespace S7OpcBridge.Simulator.Tests;

[CancelAfter(20_000)]
internal sealed class ReadVarTests
{
    private SoftPlc _plc = null!;

    [SetUp]
    public void StartPlc()
    {
        _plc = new SoftPlc(new SoftPlcOptions(), TimeProvider.System);
        _plc.Memory.AddBlock(1, 1000);
        using (var memory = _plc.Memory.Hold())
        {
            for (var i = 0; i < 1000; i++)
                memory.Block(1)[i] = (byte)i;
            memory.Area(S7Area.Markers)[7] = 0x2A;
            memory.Area(S7Area.Timers)[10] = 0x12;
            memory.Area(S7Area.Timers)[11] = 0x34;
            memory.Area(S7Area.Counters)[6] = 0x09;
            memory.Area(S7Area.Counters)[7] = 0x99;
        }

        _plc.Start();
    }

    [TearDown]
    public async Task StopPlc() => await _plc.DisposeAsync();

    [Test]
    public async Task A_byte_item_comes_back_with_its_length_in_bits(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        Assert.That(
            await caller.AskPduAsync(Read(0x1234, DbBytes(1, 4, 3))),
            Is.EqualTo("32 03 00 00 12 34 00 02 00 07 00 00 04 01 FF 04 00 18 04 05 06")
        );
    }

    [Test]
    public async Task Odd_items_are_padded_except_the_last(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        Assert.That(
            await caller.AskPduAsync(Read(1, DbBytes(1, 1, 1), DbBytes(1, 2, 2), DbBytes(1, 5, 1))),
            Is.EqualTo("32 03 00 00 00 01 00 02 00 11 00 00 04 03 FF 04 00 08 01 00 FF 04 00 10 02 03 FF 04 00 08 05")
        );
    }

    [Test]
    public async Task Each_transport_answers_with_its_own_kind_of_length(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        var answer = await caller.AskPduAsync(
            Read(
                1,
                Item(0x01, 1, 1, 0x84, 1 * 8), // BIT: byte 1 is 01, so bit 0 is set
                Item(0x05, 1, 1, 0x84, 2 * 8), // INT: bits
                Item(0x07, 1, 1, 0x84, 4 * 8), // DINT: bytes
                Item(0x08, 1, 1, 0x84, 8 * 8), // REAL: bytes
                Item(0x1D, 1, 0, 0x1D, 5), // TIMER 5: octets
                Item(0x1C, 1, 0, 0x1C, 3)
            )
        ); // COUNTER 3: octets
        Assert.That(
            answer[36..],
            Is.EqualTo(
                "04 06 FF 03 00 01 01 00 FF 05 00 10 02 03 FF 06 00 04 04 05 06 07 FF 07 00 04 08 09 0A 0B FF 09 00 02 12 34 FF 09 00 02 09 99"
            )
        );
    }

    [Test]
    public async Task Items_fail_one_by_one_with_the_code_of_their_cause(CancellationToken cancel)
    {
        _plc.Memory.AddBlock(2, 10, BlockAccess.Optimised);
        _plc.Memory.AddBlock(3, 10, BlockAccess.Denied);
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        var answer = await caller.AskPduAsync(
            Read(
                1,
                DbBytes(1, 998, 3), // beyond its end
                DbBytes(9, 0, 1), // no such block
                DbBytes(2, 0, 1), // optimised
                DbBytes(3, 0, 1), // denied
                Item(0x01, 2, 1, 0x84, 0), // two bits
                Item(0x02, 1, 1, 0x84, 3), // a byte at a bit
                Item(0x77, 1, 1, 0x84, 0), // no such transport
                Item(0x02, 1, 0, 0x86, 0), // local data
                Item(0x83, 1, 1, 0x83, 0), // no such transport either
                Item(0x02, 2, 0, 0x83, 7 * 8)
            )
        );
        Assert.That(
            answer[36..],
            Is.EqualTo(
                "04 0A 05 00 00 00 0A 00 00 00 05 00 00 00 03 00 00 00 07 00 00 00 05 00 00 00 06 00 00 00 0A 00 00 00 06 00 00 00 FF 04 00 10 2A 00"
            )
        );
    }

    [TestCase(0)]
    [TestCase(8191)]
    [TestCase(8192)]
    [TestCase(65_533)]
    [TestCase(65_534)]
    public async Task The_far_ends_of_a_block_are_reached(int offset, CancellationToken cancel)
    {
        _plc.Memory.AddBlock(7, 65_535);
        using (var memory = _plc.Memory.Hold())
            memory.Block(7)[offset] = 0xC7;
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        Assert.That(await caller.AskPduAsync(Read(1, DbBytes(7, offset, 1))), Does.EndWith("FF 04 00 08 C7"));
    }

    [Test]
    public async Task The_answer_may_fill_the_PDU_to_the_last_byte_but_not_one_more(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel, pdu: 240);
        Assert.That(RawCaller.Bytes(await caller.AskPduAsync(Read(1, DbBytes(1, 0, 222)))), Has.Length.EqualTo(240));
        Assert.That(await caller.AskPduAsync(Read(2, DbBytes(1, 0, 223))), Is.EqualTo("32 02 00 00 00 02 00 00 00 00 85 00"));
        // 14 + (4 + 109 + 1 pad) + (4 + 108) = 240; the pad of the last one is not counted.
        Assert.That(RawCaller.Bytes(await caller.AskPduAsync(Read(3, DbBytes(1, 0, 109), DbBytes(1, 0, 108)))), Has.Length.EqualTo(240));
        Assert.That(await caller.AskPduAsync(Read(4, DbBytes(1, 0, 109), DbBytes(1, 0, 109))), Does.EndWith("85 00"));
    }

    [Test]
    public async Task A_request_longer_than_the_PDU_is_refused(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel, pdu: 240);
        var fits = Enumerable.Repeat(DbBytes(1, 0, 1), 19).ToArray();
        Assert.That(await caller.AskPduAsync(Read(1, fits)), Does.Contain(" 04 13 FF 04 00 08 00"));
        Assert.That(await caller.AskPduAsync(Read(2, [.. fits, DbBytes(1, 0, 1)])), Is.EqualTo("32 02 00 00 00 02 00 00 00 00 85 00"));
    }

    [Test]
    public async Task A_frame_whose_item_count_lies_is_refused(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        var honest = Read(1, DbBytes(1, 0, 1)).Replace("04 01", "04 02", StringComparison.Ordinal);
        Assert.That(await caller.AskPduAsync(honest), Does.EndWith("85 00"));
    }

    [Test]
    public async Task A_syntax_that_the_CPU_does_not_know_is_refused_and_the_link_lives_on(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        var symbolic = DbBytes(1, 0, 1).Replace("12 0A 10", "12 0A B2", StringComparison.Ordinal);
        Assert.That(await caller.AskPduAsync(Read(1, symbolic)), Is.EqualTo("32 02 00 00 00 01 00 00 00 00 85 00"));
        Assert.That(await caller.AskPduAsync(Read(2, DbBytes(1, 9, 1))), Does.EndWith("FF 04 00 08 09"));
    }

    [Test]
    public async Task A_1200_has_neither_timers_nor_the_classic_time_types(CancellationToken cancel)
    {
        await using var plc = new SoftPlc(new SoftPlcOptions { Behavior = CpuBehaviors.S7_1200 }, TimeProvider.System);
        plc.Memory.AddBlock(1, 10);
        plc.Memory.AddBlock(2, 10, BlockAccess.Optimised);
        plc.Start();
        await using var caller = await RawCaller.OpenAsync(plc, cancel);
        var answer = await caller.AskPduAsync(
            Read(
                1,
                Item(0x1D, 1, 0, 0x1D, 5),
                Item(0x0C, 1, 1, 0x84, 0),
                Item(0x0F, 1, 1, 0x84, 0),
                DbBytes(2, 0, 1),
                Item(0x06, 1, 1, 0x84, 0)
            )
        );
        Assert.That(answer[36..], Is.EqualTo("04 05 06 00 00 00 06 00 00 00 06 00 00 00 0A 00 00 00 FF 04 00 20 00 00 00 00"));
    }

    [Test]
    public async Task With_PUT_GET_off_every_job_gets_the_19_byte_frame_of_8104(CancellationToken cancel)
    {
        _plc.Cpu.PutGet = false;
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        await caller.SendPduAsync(Read(0x0A0B, DbBytes(1, 0, 1)));
        Assert.That(await caller.ReceiveAsync(), Is.EqualTo("03 00 00 13 02 F0 80 32 02 00 00 0A 0B 00 00 00 00 81 04"));
        _plc.Cpu.PutGet = true;
        Assert.That(await caller.AskPduAsync(Read(1, DbBytes(1, 0, 1))), Does.EndWith("FF 04 00 08 00"));
    }

    [Test]
    public async Task A_CPU_in_STOP_keeps_answering_with_good_data(CancellationToken cancel)
    {
        _plc.Cpu.IsRunning = false;
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        Assert.That(await caller.AskPduAsync(Read(1, DbBytes(1, 9, 1))), Does.EndWith("FF 04 00 08 09"));
    }

    [Test]
    public async Task A_job_before_the_negotiation_ends_the_connection(CancellationToken cancel)
    {
        await using var caller = await RawCaller.ConnectAsync(_plc, cancel);
        await caller.AskAsync(RawCaller.ConnectRequest);
        await caller.SendPduAsync(Read(1, DbBytes(1, 0, 1)));
        Assert.That(await caller.EndAsync(), Is.EqualTo("RST"));
    }

    [Test]
    public async Task Jobs_and_items_are_counted(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        await caller.AskPduAsync(Read(1, DbBytes(1, 0, 1), DbBytes(1, 1, 1)));
        await caller.AskPduAsync(Read(2, DbBytes(9, 0, 1)));
        await caller.AskPduAsync(Write(3, (DbBytes(1, 0, 1), "00 04 0008 55")));
        Assert.That(_plc.Counters.ReadJobs, Is.EqualTo(2));
        Assert.That(_plc.Counters.ReadItems, Is.EqualTo(3));
        Assert.That(_plc.Counters.WriteJobs, Is.EqualTo(1));
        Assert.That(_plc.Counters.WriteItems, Is.EqualTo(1));
        Assert.That(_plc.Counters.RefusedJobs, Is.Zero);
    }
}
