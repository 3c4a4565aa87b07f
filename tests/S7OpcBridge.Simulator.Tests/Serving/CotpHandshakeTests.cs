namespace S7OpcBridge.Simulator.Tests;

[CancelAfter(20_000)]
internal sealed class CotpHandshakeTests
{
    private static async Task<SoftPlc> StartAsync(CpuBehavior behavior)
    {
        await Task.Yield();
        var plc = new SoftPlc(new SoftPlcOptions { Behavior = behavior }, TimeProvider.System);
        plc.Start();
        return plc;
    }

    [Test]
    public async Task The_confirm_has_22_bytes_and_echoes_references_size_and_TSAPs(CancellationToken cancel)
    {
        await using var plc = await StartAsync(CpuBehaviors.S7_1500);
        await using var caller = await RawCaller.ConnectAsync(plc, cancel);
        Assert.That(
            await caller.AskAsync(RawCaller.ConnectRequest),
            Is.EqualTo("03 00 00 16 11 D0 00 01 44 31 00 C0 01 0A C1 02 01 00 C2 02 03 01")
        );
    }

    [TestCase("0A", 960, 960, "0A")]
    [TestCase("0B", 960, 960, "0A")]
    [TestCase("09", 960, 480, "09")]
    [TestCase("08", 960, 240, "08")]
    [TestCase("07", 960, 240, "07")]
    [TestCase("0A", 480, 480, "0A")]
    [TestCase("0A", 2000, 960, "0A")]
    public async Task The_PDU_is_what_was_asked_what_the_CPU_has_and_what_the_TPDU_holds(
        string sizeCode,
        int asked,
        int agreed,
        string agreedCode,
        CancellationToken cancel
    )
    {
        await using var plc = await StartAsync(CpuBehaviors.S7_1500);
        await using var caller = await RawCaller.ConnectAsync(plc, cancel);
        var confirm = await caller.AskAsync(RawCaller.ConnectRequest.Replace("C0 01 0A", "C0 01 " + sizeCode, StringComparison.Ordinal));
        Assert.That(confirm, Does.Contain("C0 01 " + agreedCode));
        Assert.That(
            await caller.AskPduAsync(RawCaller.Setup(asked, 8)),
            Is.EqualTo($"32 03 00 00 00 00 00 08 00 00 00 00 F0 00 00 03 00 03 {agreed >> 8:X2} {agreed & 0xFF:X2}")
        );
    }

    [TestCase("logo", 480, 1, "02 00")]
    [TestCase("s7-200", 240, 1, "10 00")]
    [TestCase("s7-200smart", 240, 1, "03 00")]
    [TestCase("s7-300", 240, 3, "03 02")]
    [TestCase("s7-400", 480, 2, "03 03")]
    [TestCase("s7-1200", 240, 3, "03 01")]
    [TestCase("s7-1500", 960, 3, "03 00")]
    [TestCase("winac", 480, 2, "03 44")]
    [TestCase("generic", 960, 8, "4D 57")]
    public async Task Each_family_negotiates_its_own_PDU_and_jobs(string profile, int pdu, int jobs, string tsap, CancellationToken cancel)
    {
        await using var plc = await StartAsync(CpuBehaviors.Find(profile)!);
        await using var caller = await RawCaller.ConnectAsync(plc, cancel);
        await caller.AskAsync(RawCaller.ConnectRequest[..^5] + tsap);
        Assert.That(
            await caller.AskPduAsync(RawCaller.Setup(2048, 20)),
            Does.EndWith($"F0 00 00 {jobs:X2} 00 {jobs:X2} {pdu >> 8:X2} {pdu & 0xFF:X2}")
        );
    }

    [Test]
    public async Task A_wrong_slot_is_reset_by_a_300(CancellationToken cancel)
    {
        await using var plc = await StartAsync(CpuBehaviors.S7_300);
        await using var caller = await RawCaller.ConnectAsync(plc, cancel);
        await caller.SendAsync(RawCaller.ConnectRequest); // slot 1
        Assert.That(await caller.EndAsync(), Is.EqualTo("RST"));
        Assert.That(plc.Counters.ConnectionsRefused, Is.EqualTo(1));
    }

    [Test]
    public async Task A_wrong_TSAP_is_refused_by_a_200_with_a_disconnect(CancellationToken cancel)
    {
        await using var plc = await StartAsync(CpuBehaviors.S7_200);
        await using var caller = await RawCaller.ConnectAsync(plc, cancel);
        Assert.That(await caller.AskAsync(RawCaller.ConnectRequest), Is.EqualTo("03 00 00 0B 06 80 00 01 00 00 88"));
        Assert.That(await caller.EndAsync(), Is.EqualTo("FIN"));
    }

    [Test]
    public async Task A_second_caller_on_the_same_TSAP_is_refused_until_the_first_has_left(CancellationToken cancel)
    {
        await using var plc = await StartAsync(CpuBehaviors.Logo);
        await using (await RawCaller.OpenAsync(plc, cancel, remoteTsap: "02 00"))
        {
            await using var second = await RawCaller.ConnectAsync(plc, cancel);
            Assert.That(await second.AskAsync(RawCaller.ConnectRequest[..^5] + "02 00"), Does.StartWith("03 00 00 0B 06 80"));
        }

        await plc.Counters.WhenAsync(c => c.ConnectionsOpen == 0, cancel);
        await using var third = await RawCaller.OpenAsync(plc, cancel, remoteTsap: "02 00");
    }

    [Test]
    public async Task Callers_beyond_the_connection_limit_are_reset_after_TCP_took_them(CancellationToken cancel)
    {
        await using var plc = await StartAsync(CpuBehaviors.S7_1500 with { MaxConnections = 2 });
        await using var first = await RawCaller.OpenAsync(plc, cancel);
        await using var second = await RawCaller.OpenAsync(plc, cancel);
        await using var third = await RawCaller.ConnectAsync(plc, cancel);
        await third.SendAsync(RawCaller.ConnectRequest);
        Assert.That(await third.EndAsync(), Is.EqualTo("RST"));
        Assert.That(plc.Counters.ConnectionsMax, Is.EqualTo(3));
    }

    [Test]
    public async Task What_is_no_frame_ends_the_connection(CancellationToken cancel)
    {
        await using var plc = await StartAsync(CpuBehaviors.Generic);
        foreach (var garbage in new[] { "47 45 54 20 2F 0D 0A", "03 00 00 04 02", "03 00 FF FF 02 F0 80", "03 00 00 08 00 E0 00 00" })
        {
            await using var caller = await RawCaller.ConnectAsync(plc, cancel);
            await caller.SendAsync(garbage);
            Assert.That(await caller.EndAsync(), Is.AnyOf("FIN", "RST"), garbage);
        }

        await using var healthy = await RawCaller.OpenAsync(plc, cancel);
    }

    [Test]
    public async Task An_idle_connection_is_closed_when_the_manner_says_so(CancellationToken cancel)
    {
        await using var plc = await StartAsync(CpuBehaviors.Generic with { IdleTimeout = TimeSpan.FromMilliseconds(50) });
        await using var caller = await RawCaller.OpenAsync(plc, cancel);
        Assert.That(await caller.EndAsync(), Is.EqualTo("FIN"));
    }

    [Test]
    public async Task A_disconnect_request_ends_the_connection_and_frees_its_resource(CancellationToken cancel)
    {
        await using var plc = await StartAsync(CpuBehaviors.Generic with { MaxConnections = 1 });
        await using (var caller = await RawCaller.OpenAsync(plc, cancel))
        {
            await caller.SendAsync("03 00 00 0B 06 80 44 31 00 01 80");
            await caller.EndAsync();
        }

        await plc.Counters.WhenAsync(c => c.ConnectionsOpen == 0, cancel);
        await using var next = await RawCaller.OpenAsync(plc, cancel);
    }
}
