using System.Text;
using S7OpcBridge.Testing;
using static S7OpcBridge.Simulator.Tests.Requests;

namespace S7OpcBridge.Simulator.Tests;

[CancelAfter(20_000)]
internal sealed class UserdataTests
{
    private readonly ManualClock _clock = new();
    private SoftPlc _plc = null!;

    [SetUp]
    public void StartPlc() => StartPlc(CpuBehaviors.S7_400 with { Tsaps = [] });

    private void StartPlc(CpuBehavior behavior)
    {
        _plc = new SoftPlc(new SoftPlcOptions { Name = "Line1", Behavior = behavior }, _clock);
        _plc.Memory.AddBlock(7, 520);
        _plc.Memory.AddBlock(300, 2);
        _plc.Start();
    }

    [TearDown]
    public async Task StopPlc() => await _plc.DisposeAsync();

    [TestCase(true, "08")]
    [TestCase(false, "04")]
    public async Task List_0424_tells_RUN_and_STOP(bool running, string mode, CancellationToken cancel)
    {
        _plc.Cpu.IsRunning = running;
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        var answer = await caller.AskPduAsync(Szl(0x0424, 0));
        Assert.That(
            answer,
            Does.StartWith(
                "32 07 00 00 00 01 00 0C 00 20 00 01 12 08 12 84 01 01 00 00 00 00 FF 09 00 1C 04 24 00 00 00 14 00 01 51 44 FF " + mode
            )
        );
    }

    [Test]
    public async Task List_0131_tells_the_PDU_of_the_CPU(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        Assert.That(await caller.AskPduAsync(Szl(0x0131, 1)), Does.Contain("FF 09 00 30 01 31 00 01 00 28 00 01 00 01 01 E0 00 20"));
    }

    [Test]
    public async Task List_0132_tells_connections_taken_and_left(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        var answer = RawCaller.Bytes(await caller.AskPduAsync(Szl(0x0132, 1)));
        var record = answer.AsSpan(answer.Length - 40);
        Assert.That((record[15], record[35]), Is.EqualTo((31, 1)));
    }

    [Test]
    public async Task List_0011_tells_order_number_and_firmware(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        var answer = RawCaller.Bytes(await caller.AskPduAsync(Szl(0x0011, 0)));
        Assert.That(Encoding.Latin1.GetString(answer), Does.Contain("6ES7 414-3EM06-0AB0"));
        Assert.That(RawCaller.Hex(answer.AsSpan(answer.Length - 4)), Is.EqualTo("56 06 00 03")); // V 6.0.3
    }

    [Test]
    public async Task A_list_longer_than_the_PDU_comes_in_parts(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel, pdu: 112);
        var whole = new List<byte>();
        var part = RawCaller.Bytes(await caller.AskPduAsync(Szl(0x001C, 0)));
        Assert.That(part[19], Is.EqualTo(1), "more to come");
        whole.AddRange(part[26..]);
        for (var parts = 1; part[19] != 0; parts++)
        {
            Assert.That(parts, Is.LessThan(10));
            part = RawCaller.Bytes(
                await caller.AskPduAsync($"32 07 0000 0002 000C 0004 00 01 12 08 12 44 01 {part[17]:X2} {part[18]:X2} 00 0000 0A 00 0000")
            );
            whole.AddRange(part[26..]);
        }

        // Six components of 34 bytes behind a head of eight.
        Assert.That(whole, Has.Count.EqualTo(8 + 6 * 34));
        Assert.That(Encoding.Latin1.GetString([.. whole]), Does.Contain("Line1").And.Contain("CPU 414-3 PN/DP"));
    }

    [Test]
    public async Task Block_info_tells_the_length_of_a_block_or_that_there_is_none(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        var there = RawCaller.Bytes(await caller.AskPduAsync(Userdata(3, 3, "30 41 30 30 30 30 37 41")));
        Assert.That(RawCaller.Hex(there.AsSpan(22, 4)), Is.EqualTo("FF 09 00 4E"));
        Assert.That(RawCaller.Hex(there.AsSpan(26 + 12, 2)), Is.EqualTo("00 07"));
        Assert.That(RawCaller.Hex(there.AsSpan(26 + 40, 2)), Is.EqualTo("02 08"));
        Assert.That(await caller.AskPduAsync(Userdata(3, 3, "30 41 30 30 30 30 38 41")), Does.EndWith("D2 09 0A 00 00 00"));
    }

    [Test]
    public async Task Block_lists_name_the_data_blocks(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        Assert.That(await caller.AskPduAsync(Userdata(3, 1, "")), Does.Contain("30 38 00 01 30 41 00 02"));
        Assert.That(await caller.AskPduAsync(Userdata(3, 2, "30 41")), Does.EndWith("FF 09 00 08 00 07 22 05 01 2C 22 05"));
    }

    [Test]
    public async Task The_clock_is_read_and_set(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        // The test's clock stands at midnight of 2026-01-01, a Thursday: weekday 5.
        Assert.That(await caller.AskPduAsync(Userdata(7, 1, "")), Does.EndWith("FF 09 00 0A 00 19 26 01 01 00 00 00 00 05"));
        Assert.That(await caller.AskPduAsync(Userdata(7, 2, "00 19 99 12 31 23 59 58 00 06")), Does.EndWith("00 00 0A 00 00 00"));
        _clock.Advance(TimeSpan.FromSeconds(1));
        Assert.That(await caller.AskPduAsync(Userdata(7, 1, "")), Does.EndWith("00 19 99 12 31 23 59 59 00 06"));
        Assert.That(await caller.AskPduAsync(Userdata(7, 2, "00 20 26 13 01 00 00 00 00 05")), Does.EndWith("DC 01 0A 00 00 00"));
    }

    [Test]
    public async Task A_password_where_none_was_set_is_answered_with_D605(CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        Assert.That(await caller.AskPduAsync(Userdata(5, 1, "00 00 00 00 00 00 00 00")), Does.EndWith("D6 05 0A 00 00 00"));
    }

    [Test]
    public async Task A_1500_answers_a_subset_of_the_lists(CancellationToken cancel)
    {
        await StopPlc();
        StartPlc(CpuBehaviors.S7_1500);
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        Assert.That(await caller.AskPduAsync(Szl(0x0424, 0)), Does.Contain("FF 09 00 1C 04 24"));
        Assert.That(await caller.AskPduAsync(Szl(0x0132, 4)), Does.EndWith("D4 01 0A 00 00 00"));
    }

    [Test]
    public async Task A_LOGO_drops_the_link_when_asked_for_a_list(CancellationToken cancel)
    {
        await StopPlc();
        StartPlc(CpuBehaviors.Logo);
        await using var caller = await RawCaller.OpenAsync(_plc, cancel, remoteTsap: "02 00");
        await caller.SendPduAsync(Szl(0x0011, 0));
        Assert.That(await caller.EndAsync(), Is.EqualTo("RST"));
    }

    [Test]
    public async Task Services_that_a_family_lacks_are_refused(CancellationToken cancel)
    {
        await StopPlc();
        StartPlc(CpuBehaviors.S7_200Smart);
        await using var caller = await RawCaller.OpenAsync(_plc, cancel);
        foreach (var group in new[] { 2, 3, 5, 7 })
            Assert.That(await caller.AskPduAsync(Userdata(group, 1, "")), Does.EndWith("81 04 0A 00 00 00"), $"group {group}");
        Assert.That(await caller.AskPduAsync(Szl(0x0011, 0)), Does.EndWith("D4 02 0A 00 00 00"));
    }
}
