using static S7OpcBridge.Simulator.Tests.Requests;

namespace S7OpcBridge.Simulator.Tests;

[CancelAfter(20_000)]
internal sealed class FramingTests
{
    private SoftPlc _plc = null!;

    [SetUp]
    public void StartPlc() => StartPlc(CpuBehaviors.Generic);

    private void StartPlc(CpuBehavior behavior)
    {
        _plc = new SoftPlc(new SoftPlcOptions { Behavior = behavior }, TimeProvider.System);
        _plc.Memory.AddBlock(1, 1000);
        using (var memory = _plc.Memory.Hold())
        {
            for (var i = 0; i < 1000; i++)
                memory.Block(1)[i] = (byte)i;
        }

        _plc.Start();
    }

    [TearDown]
    public async Task StopPlc() => await _plc.DisposeAsync();

    [Test]
    public async Task Requests_may_come_byte_by_byte(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        foreach (var octet in RawCaller.Bytes("03 00 00 1F 02 F0 80" + Read(1, DbBytes(1, 5, 1))))
            await caller.SendAsync($"{octet:X2}");
        Assert.That(await caller.ReceivePduAsync(), Does.EndWith("FF 04 00 08 05"));
    }

    [Test]
    public async Task Several_requests_in_one_segment_are_answered_in_order(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        var frames = string.Concat(Enumerable.Range(1, 5).Select(i => "03 00 00 1F 02 F0 80" + Read(i, DbBytes(1, i, 1))));
        await caller.SendAsync(frames);
        for (var i = 1; i <= 5; i++)
            Assert.That(await caller.ReceivePduAsync(), Is.EqualTo($"32 03 00 00 00 0{i} 00 02 00 05 00 00 04 01 FF 04 00 08 0{i}"));
    }

    [Test]
    public async Task Fragments_of_a_request_are_joined_and_empty_frames_skipped(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        var pdu = RawCaller.Bytes(Read(1, DbBytes(1, 5, 1)));
        await caller.SendAsync("03 00 00 07 02 F0 80");
        await caller.SendAsync("03 00 00 0C 02 F0 00" + RawCaller.Hex(pdu.AsSpan(0, 5)));
        await caller.SendAsync("03 00 00 0C 02 F0 00" + RawCaller.Hex(pdu.AsSpan(5, 5)));
        await caller.SendAsync("03 00 00 15 02 F0 80" + RawCaller.Hex(pdu.AsSpan(10)));
        Assert.That(await caller.ReceivePduAsync(), Does.EndWith("FF 04 00 08 05"));
    }

    [Test]
    public async Task Answers_longer_than_the_TPDU_are_cut_where_the_manner_keeps_the_PDU(CancellationToken cancel)
    {
        await StopPlc();
        StartPlc(CpuBehaviors.Generic with { OnSmallTpdu = TpduPolicy.Fragment });
        await using var caller = await RawCaller.ConnectAsync(_plc, cancel);
        await caller.AskAsync(RawCaller.ConnectRequest.Replace("C0 01 0A", "C0 01 07", StringComparison.Ordinal));
        Assert.That(await caller.AskPduAsync(RawCaller.Setup(480, 1)), Does.EndWith("01 E0"));

        await caller.SendPduAsync(Read(1, DbBytes(1, 0, 300)));
        var first = await caller.ReceiveAsync();
        var second = await caller.ReceiveAsync();
        var third = await caller.ReceiveAsync();
        // 318 bytes of PDU in pieces of 125.
        Assert.That(first, Does.StartWith("03 00 00 84 02 F0 00 32 03"));
        Assert.That(second, Does.StartWith("03 00 00 84 02 F0 00"));
        Assert.That(third, Does.StartWith("03 00 00 4B 02 F0 80"));
        var data = RawCaller.Bytes(first[21..] + second[21..] + third[21..])[18..];
        Assert.That(data, Is.EqualTo(Enumerable.Range(0, 300).Select(i => (byte)i)));
    }

    [Test]
    public async Task Fragments_that_never_end_cost_the_caller_its_connection(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        var fragment = "03 00 04 07 02 F0 00" + string.Concat(Enumerable.Repeat("00", 1024));
        for (var i = 0; i < 16; i++)
            await caller.SendAsync(fragment);
        Assert.That(_plc.Counters.ConnectionsOpen, Is.EqualTo(1));
        await caller.SendAsync(fragment);
        Assert.That(await caller.EndAsync(), Is.AnyOf("FIN", "RST"));
    }

    [Test]
    public async Task A_flood_of_jobs_is_answered_to_the_last(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        const int Jobs = 300;
        var sending = Task.Run(
            async () =>
            {
                for (var i = 0; i < Jobs; i++)
                    await caller.SendPduAsync(Read(i, DbBytes(1, 0, 900)));
            },
            cancel
        );
        for (var i = 0; i < Jobs; i++)
            Assert.That(await caller.ReceivePduAsync(), Does.StartWith($"32 03 00 00 {i >> 8:X2} {i & 0xFF:X2}"));
        await sending;
        Assert.That(_plc.Counters.ReadJobs, Is.EqualTo(Jobs));
    }

    [Test]
    public async Task More_jobs_than_negotiated_reset_the_connection_where_the_manner_says_so(CancellationToken cancel)
    {
        await StopPlc();
        StartPlc(CpuBehaviors.Generic with { MaxJobs = 2, OnTooManyJobs = JobOverflow.Reset });
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        var frame = "03 00 00 1F 02 F0 80" + Read(1, DbBytes(1, 0, 1));
        await caller.SendAsync(frame + frame);
        await caller.ReceivePduAsync();
        await caller.ReceivePduAsync();
        await caller.SendAsync(frame + frame + frame);
        Assert.That(await caller.EndAsync(), Is.EqualTo("RST"));
        Assert.That(_plc.Counters.InFlightMax, Is.EqualTo(3));
    }

    [TestCase(ItemOverflow.Truncate, " 04 02 FF 04 00 08 00 00 FF 04 00 08 00")]
    [TestCase(ItemOverflow.Refuse, " 85 00")]
    public async Task Too_many_items_are_cut_or_refused_as_the_manner_says(ItemOverflow policy, string end, CancellationToken cancel)
    {
        await StopPlc();
        StartPlc(CpuBehaviors.Generic with { MaxItems = 2, OnTooManyItems = policy });
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        Assert.That(await caller.AskPduAsync(Read(1, DbBytes(1, 0, 1), DbBytes(1, 0, 1), DbBytes(1, 0, 1))), Does.EndWith(end));
    }

    [Test]
    public async Task Error_items_and_the_last_pad_follow_the_manner(CancellationToken cancel)
    {
        await StopPlc();
        StartPlc(CpuBehaviors.Generic with { ErrorItemLength = 4, PadsLastItem = true, RefusesWithAck = false });
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        Assert.That(
            await caller.AskPduAsync(Read(1, DbBytes(9, 0, 1), DbBytes(1, 3, 1))),
            Is.EqualTo("32 03 00 00 00 01 00 02 00 0A 00 00 04 02 0A 00 00 04 FF 04 00 08 03 00")
        );
        Assert.That(await caller.AskPduAsync(Read(2, DbBytes(1, 0, 943))), Is.EqualTo("32 03 00 00 00 02 00 00 00 00 85 00"));
    }
}
