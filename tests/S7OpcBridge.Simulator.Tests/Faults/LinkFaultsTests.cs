using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Tests;

/// <summary>Faults of the connection and of the PLC as a whole.</summary>
[CancelAfter(20_000)]
internal sealed class LinkFaultsTests : FaultyPlcFixture
{
    [TestCase(FaultPoint.Read, "RST")]
    [TestCase(FaultPoint.Read, "FIN")]
    [TestCase(FaultPoint.Setup, "RST")]
    public async Task A_connection_can_end_instead_of_an_answer(FaultPoint point, string end, CancellationToken cancel)
    {
        await using var caller = await RawCaller.ConnectAsync(Plc, cancel);
        Plc.Faults.Arm(end == "RST" ? Fault.Reset() : Fault.Close(), point);
        await caller.AskAsync(RawCaller.ConnectRequest);
        await caller.SendPduAsync(RawCaller.Setup(480, 1));
        if (point != FaultPoint.Setup)
        {
            await caller.ReceivePduAsync();
            await caller.SendPduAsync(Request);
        }

        Assert.That(await caller.EndAsync(), Is.EqualTo(end));
    }

    [Test]
    public async Task Odd_confirms_are_sent_on_command(CancellationToken cancel)
    {
        (Fault Fault, string Confirm)[] oddities =
        [
            (Fault.LongConfirm(), "03 00 00 1A 15 D0 00 01 44 31 00 C0 01 0A C1 02 01 00 C2 02 03 01 C5 02 00 00"),
            (Fault.BareConfirm(), "03 00 00 0B 06 D0 00 01 44 31 00"),
            (Fault.ShuffledConfirm(), "03 00 00 16 11 D0 00 01 44 31 00 C2 02 03 01 C0 01 0A C1 02 01 00"),
            (Fault.Disconnect(), "03 00 00 0B 06 80 00 01 00 00 88"),
        ];
        foreach (var (fault, confirm) in oddities)
        {
            Plc.Faults.Arm(fault, FaultPoint.Connect);
            await using var caller = await RawCaller.ConnectAsync(Plc, cancel);
            Assert.That(await caller.AskAsync(RawCaller.ConnectRequest), Is.EqualTo(confirm));
        }
    }

    [Test]
    public async Task A_reset_can_follow_the_accept_or_the_connect_request(CancellationToken cancel)
    {
        Plc.Faults.Arm(Fault.Reset(), FaultPoint.Accept);
        Assert.That(await RawCaller.CallAsync(Plc, cancel), Is.EqualTo("RST"));
        Plc.Faults.Arm(Fault.Reset(), FaultPoint.Connect);
        await using (var caller = await RawCaller.ConnectAsync(Plc, cancel))
        {
            await caller.SendAsync(RawCaller.ConnectRequest);
            Assert.That(await caller.EndAsync(), Is.EqualTo("RST"));
        }
    }

    [Test]
    public async Task A_cut_cable_swallows_everything_and_a_mended_one_resets_what_was(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(Plc, cancel);
        Plc.Faults.CutCable();
        await caller.SendPduAsync(Request);
        await using var other = await RawCaller.ConnectAsync(Plc, cancel);
        await other.SendAsync(RawCaller.ConnectRequest);
        await Plc.Counters.WhenAsync(c => c.ConnectionsOpen == 2, cancel);
        Plc.Faults.MendCable();
        Assert.That(await caller.EndAsync(), Is.EqualTo("RST"));
        Assert.That(await other.EndAsync(), Is.EqualTo("RST"));
        Assert.That(Plc.Counters.ReadJobs, Is.Zero);
        await using var later = await RawCaller.OpenAsync(Plc, cancel);
        Assert.That(await later.AskPduAsync(Request), Is.EqualTo(Honest));
    }

    [Test]
    public async Task A_reboot_resets_everybody_until_the_PLC_is_back(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(Plc, cancel);
        using var back = new CancellationTokenSource();
        var reboot = Plc.Faults.RebootAsync(TimeSpan.FromHours(1), back.Token);
        Assert.That(await caller.EndAsync(), Is.EqualTo("RST"));
        Assert.That(await RawCaller.CallAsync(Plc, cancel), Is.EqualTo("RST"));
        await back.CancelAsync();
        Assert.That(async () => await reboot, Throws.InstanceOf<OperationCanceledException>());
        await using var after = await RawCaller.OpenAsync(Plc, cancel);
        Assert.That(await after.AskPduAsync(Request), Is.EqualTo(Honest));
    }

    [Test]
    public async Task A_download_changes_the_length_and_a_deletion_the_existence_of_a_block(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(Plc, cancel);
        Plc.Memory.DownloadBlock(1, 5);
        Assert.That(await caller.AskPduAsync(Request), Does.EndWith("04 01 05 00 00 00"));
        Plc.Memory.DownloadBlock(1, 200);
        Assert.That(await caller.AskPduAsync(Request), Does.EndWith("FF 04 00 18 00 00 00"));
        Plc.Memory.DeleteBlock(1);
        Assert.That(await caller.AskPduAsync(Request), Does.EndWith("04 01 0A 00 00 00"));
    }

    [Test]
    public async Task The_client_survives_every_harmless_oddity_at_once(CancellationToken cancel)
    {
        Plc.Faults.Arm(Fault.ShuffledConfirm(), FaultPoint.Connect);
        Plc.Faults.Arm(Fault.FragmentCotp(3), FaultPoint.Answer, times: 0);
        Plc.Faults.Arm(Fault.FragmentTcp(2), FaultPoint.Answer, times: 0);
        Plc.Faults.Arm(Fault.EmptyFrames(2), FaultPoint.Answer, times: 0);
        Plc.Faults.Arm(Fault.PadLast(), FaultPoint.Answer, times: 0);
        Plc.Faults.Arm(Fault.ErrorLength(4), FaultPoint.Answer, times: 0);
        await using var connection = await S7Connection.ConnectAsync(
            new S7ConnectionOptions { Host = "127.0.0.1", Port = Plc.Port },
            TimeProvider.System,
            cancel
        );
        var job = new S7ReadJob([new(S7Area.DataBlock, 1, 3, 3), new(S7Area.DataBlock, 9, 0, 1), new(S7Area.DataBlock, 1, 7, 1)]);
        for (var i = 0; i < 20; i++)
        {
            await connection.ReadAsync(job, cancel);
            Assert.That(job.DataOf(0).ToArray(), Is.EqualTo(new byte[] { 3, 4, 5 }));
            Assert.That(job.StatusOf(1), Is.EqualTo(S7ItemStatus.ObjectMissing));
            Assert.That(job.DataOf(2).ToArray(), Is.EqualTo(new byte[] { 7 }));
        }
    }
}
