using S7OpcBridge.S7;
using static S7OpcBridge.Simulator.Tests.Requests;

namespace S7OpcBridge.Simulator.Tests;

[CancelAfter(20_000)]
internal sealed class PlcFaultsTests : FaultyPlcFixture
{
    [Test]
    public async Task A_fault_strikes_as_often_as_told_and_then_no_more(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(Plc, cancel);
        Plc.Faults.Arm(Fault.Refuse(0x8302), FaultPoint.Read, skip: 1, times: 2, every: 2);
        var answers = new List<bool>();
        for (var i = 0; i < 6; i++)
            answers.Add((await caller.AskPduAsync(Request)) == Honest);
        // One passes, then every second one strikes, twice.
        Assert.That(answers, Is.EqualTo(new[] { true, false, true, false, true, true }));
        Assert.That(Plc.Faults.Struck, Is.EqualTo(2));
    }

    [Test]
    public async Task Faults_strike_only_where_they_are_armed_and_not_after_Clear(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(Plc, cancel);
        Plc.Faults.Arm(Fault.Refuse(0x8500), FaultPoint.Write, times: 0);
        Assert.That(await caller.AskPduAsync(Request), Is.EqualTo(Honest));
        Assert.That(
            await caller.AskPduAsync(Write(2, (DbBytes(1, 50, 1), "00 04 0008 77"))),
            Is.EqualTo("32 02 00 00 00 02 00 00 00 00 85 00")
        );
        Plc.Faults.Clear();
        Assert.That(await caller.AskPduAsync(Write(3, (DbBytes(1, 50, 1), "00 04 0008 77"))), Does.EndWith("05 01 FF"));
    }

    [Test]
    public async Task A_dropped_answer_never_comes_but_the_next_one_does(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(Plc, cancel);
        Plc.Faults.Arm(Fault.Drop());
        await caller.SendPduAsync(Read(8, DbBytes(1, 3, 3)));
        Assert.That(await caller.AskPduAsync(Request), Is.EqualTo(Honest));
    }

    [Test]
    public async Task A_delayed_answer_is_passed_by_the_next_one(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(Plc, cancel);
        Plc.Faults.Arm(Fault.Delay(TimeSpan.FromMilliseconds(200)));
        await caller.SendPduAsync(Read(8, DbBytes(1, 3, 3)));
        await caller.SendPduAsync(Request);
        Assert.That(await caller.ReceivePduAsync(), Does.StartWith("32 03 00 00 00 01"));
        Assert.That(await caller.ReceivePduAsync(), Does.StartWith("32 03 00 00 00 08"));
    }

    [Test]
    public async Task Answers_keep_their_order_where_a_fault_strikes_one_of_several_in_a_segment(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(Plc, cancel);
        Plc.Faults.Arm(Fault.EmptyFrames(1), FaultPoint.Write, times: 0);
        var read = "03 00 00 1F 02 F0 80" + Read(1, DbBytes(1, 0, 90));
        var write = "03 00 00 24 02 F0 80" + Write(2, (DbBytes(1, 50, 1), "00 04 0008 77"));
        // Many jobs behind the struck one: the CPU is done with it long before the link has looked at all of them.
        var segment = read + write + string.Concat(Enumerable.Repeat(read, 300));
        for (var round = 0; round < 20; round++)
        {
            await caller.SendAsync(segment);
            Assert.That(await caller.ReceivePduAsync(), Does.StartWith("32 03 00 00 00 01"));
            Assert.That(await caller.ReceiveAsync(), Is.EqualTo("03 00 00 07 02 F0 80"));
            Assert.That(await caller.ReceivePduAsync(), Does.StartWith("32 03 00 00 00 02"));
            for (var i = 0; i < 300; i++)
                Assert.That(await caller.ReceivePduAsync(), Does.StartWith("32 03 00 00 00 01"));
        }
    }

    [Test]
    public async Task Reordered_answers_come_last_first(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(Plc, cancel);
        Plc.Faults.Arm(Fault.Reorder(3));
        for (var i = 1; i <= 3; i++)
            await caller.SendPduAsync(Read(i, DbBytes(1, i, 1)));
        for (var i = 3; i >= 1; i--)
            Assert.That(await caller.ReceivePduAsync(), Does.Match($"^32 03 00 00 00 0{i} .*0{i}$"));
    }

    [Test]
    public async Task COTP_fragments_carry_their_end_mark_on_the_last_only(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(Plc, cancel);
        Plc.Faults.Arm(Fault.FragmentCotp(8));
        await caller.SendPduAsync(Request);
        Assert.That(await caller.ReceiveAsync(), Is.EqualTo("03 00 00 0F 02 F0 00 32 03 00 00 00 01 00 02"));
        Assert.That(await caller.ReceiveAsync(), Is.EqualTo("03 00 00 0F 02 F0 00 00 07 00 00 04 01 FF 04"));
        Assert.That(await caller.ReceiveAsync(), Is.EqualTo("03 00 00 0C 02 F0 80 00 18 03 04 05"));
    }

    [Test]
    public async Task TCP_segments_come_one_by_one(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(Plc, cancel);
        Plc.Faults.Arm(Fault.FragmentTcp(5, TimeSpan.FromMilliseconds(20)));
        await caller.SendPduAsync(Request);
        Assert.That(await caller.ReceiveSomeAsync(), Is.LessThan(28), "the answer came in one piece");
    }

    [Test]
    public async Task Empty_frames_precede_and_duplicates_follow_the_answer(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(Plc, cancel);
        Plc.Faults.Arm(Fault.EmptyFrames(2));
        Plc.Faults.Arm(Fault.Duplicate());
        await caller.SendPduAsync(Request);
        var once = "03 00 00 07 02 F0 80 03 00 00 07 02 F0 80 03 00 00 1C 02 F0 80 " + Honest;
        Assert.That(RawCaller.Hex(await caller.ReceiveBytesAsync(84)), Is.EqualTo(once + " " + once));
    }

    [Test]
    public async Task Every_length_can_lie(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(Plc, cancel);
        (Fault Fault, string Answer)[] lies =
        [
            (Fault.TpktLength(2), "03 00 00 1E 02 F0 80 32 03 00 00 00 01 00 02 00 07 00 00 04 01 FF 04 00 18 03 04 05"),
            (Fault.WrongReference(0x0102), "03 00 00 1C 02 F0 80 32 03 00 00 01 03 00 02 00 07 00 00 04 01 FF 04 00 18 03 04 05"),
            (Fault.ParameterLength(-1), "03 00 00 1C 02 F0 80 32 03 00 00 00 01 00 01 00 07 00 00 04 01 FF 04 00 18 03 04 05"),
            (Fault.DataLength(5), "03 00 00 1C 02 F0 80 32 03 00 00 00 01 00 02 00 0C 00 00 04 01 FF 04 00 18 03 04 05"),
            (Fault.ItemLength(8), "03 00 00 1C 02 F0 80 32 03 00 00 00 01 00 02 00 07 00 00 04 01 FF 04 00 20 03 04 05"),
            (Fault.ItemCount(1), "03 00 00 1C 02 F0 80 32 03 00 00 00 01 00 02 00 07 00 00 04 02 FF 04 00 18 03 04 05"),
            (Fault.PadLast(), "03 00 00 1D 02 F0 80 32 03 00 00 00 01 00 02 00 08 00 00 04 01 FF 04 00 18 03 04 05 00"),
            (Fault.FailItem(0, S7ItemStatus.HardwareFault), "03 00 00 19 02 F0 80 32 03 00 00 00 01 00 02 00 04 00 00 04 01 01 00 00 00"),
        ];
        foreach (var (fault, answer) in lies)
        {
            Plc.Faults.Arm(fault);
            await caller.SendPduAsync(Request);
            Assert.That(
                RawCaller.Hex(await caller.ReceiveBytesAsync(RawCaller.Bytes(answer).Length)),
                Is.EqualTo(answer),
                fault.ToString()
            );
        }
    }

    [Test]
    public async Task A_failed_item_can_claim_a_length(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(Plc, cancel);
        Plc.Faults.Arm(Fault.ErrorLength(4));
        Assert.That(await caller.AskPduAsync(Read(1, DbBytes(9, 0, 1))), Does.EndWith("04 01 0A 00 00 04"));
    }

    [Test]
    public async Task A_write_that_fails_on_command_is_not_done(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(Plc, cancel);
        Plc.Faults.Arm(Fault.FailItem(1, S7ItemStatus.AccessDenied), FaultPoint.Write);
        Assert.That(
            await caller.AskPduAsync(Write(1, (DbBytes(1, 0, 1), "00 04 0008 EE"), (DbBytes(1, 1, 1), "00 04 0008 EE"))),
            Does.EndWith("05 02 FF 03")
        );
        Assert.That(await caller.AskPduAsync(Read(2, DbBytes(1, 0, 2))), Does.EndWith("EE 01"));
    }

    [Test]
    public async Task Half_a_frame_is_followed_by_silence(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(Plc, cancel);
        Plc.Faults.Arm(Fault.HalfFrame());
        await caller.SendPduAsync(Request);
        Assert.That(RawCaller.Hex(await caller.ReceiveBytesAsync(14)), Is.EqualTo("03 00 00 1C 02 F0 80 32 03 00 00 00 01 00"));
        await caller.SendPduAsync(Request);
        // The connection lives, but the only thing that still comes is its end.
        Plc.Faults.CloseConnections();
        Assert.That(await caller.EndAsync(), Is.AnyOf("FIN", "RST"));
    }

    [Test]
    public async Task Garbage_comes_instead_of_the_answer(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(Plc, cancel);
        Plc.Faults.Arm(Fault.Garbage(16));
        await caller.SendPduAsync(Request);
        Assert.That((await caller.ReceiveBytesAsync(16))[0], Is.Not.EqualTo(3));
    }
}
