using static S7OpcBridge.Simulator.Tests.Requests;

namespace S7OpcBridge.Simulator.Tests;

[CancelAfter(20_000)]
internal sealed class FaultScriptTests
{
    private static SoftPlc Start(string script, TimeProvider time)
    {
        var plc = new SoftPlc(new SoftPlcOptions { Script = FaultScript.Parse(script, "test.faults") }, time);
        plc.Memory.AddBlock(1, 100);
        plc.Start();
        return plc;
    }

    [Test]
    public void Every_line_of_the_manual_is_understood()
    {
        var manual = File.ReadAllText(Path.Combine(TestContext.CurrentContext.TestDirectory, "simulator.md"));
        var script = manual.Split("```text")[1].Split("```")[0];
        Assert.That(FaultScript.Parse(script, "simulator.md").Count, Is.GreaterThan(40));
    }

    [Test]
    public async Task What_a_script_says_for_the_start_holds_before_the_first_client_comes()
    {
        await using var plc = Start("at 0s stop", TimeProvider.System);
        Assert.That(plc.Cpu.IsRunning, Is.False);
    }

    [Test]
    public void All_wrong_lines_are_reported_with_file_line_and_column()
    {
        const string Script = """
            at 10s stop
            at 10 stop
            on read drip
              db 0 delete
            on read delay
            at 1s run away
            """;
        var error = Assert.Throws<FaultScriptException>(() => FaultScript.Parse(Script, "f.txt"))!;
        var lines = error.Message.Split(Environment.NewLine);
        Assert.That(lines, Has.Length.EqualTo(5));
        Assert.That(lines[0], Is.EqualTo("f.txt:2:4: error: '10' is not a time; write a duration such as 300ms, 10s or 5min"));
        Assert.That(lines[1], Does.StartWith("f.txt:3:9: error: 'drip' is unknown here; use one of drop, "));
        Assert.That(lines[2], Is.EqualTo("f.txt:4:6: error: '0' is not a block number; write a whole number from 1 to 65535"));
        Assert.That(lines[3], Does.StartWith("f.txt:5:14: error: the line ends where a delay is expected"));
        Assert.That(lines[4], Is.EqualTo("f.txt:6:11: error: 'away' is not allowed here; end the line before it"));
    }

    [Test]
    public void A_script_that_cannot_be_read_is_one_clear_sentence(CancellationToken cancel)
    {
        Assert.That(
            async () => await FaultScript.LoadAsync("/nowhere/faults.txt", cancel),
            Throws.InstanceOf<SoftPlcException>().With.Message.StartsWith("/nowhere/faults.txt: error: the fault script cannot be read")
        );
    }

    [Test]
    public async Task Bytes_of_a_block_are_set_as_far_as_the_block_goes()
    {
        await using var plc = Start("db 1 bytes 2 28ff\ndb 1 bytes 99 0102\ndb 7 bytes 0 01", TimeProvider.System);
        using var memory = plc.Memory.Hold();
        Assert.That(memory.Block(1)[..6].ToArray(), Is.EqualTo(new byte[] { 0, 0, 0x28, 0xFF, 0, 0 }));
        Assert.That(memory.Block(1)[99], Is.Zero);
    }

    [TestCase("db 1 bytes 0 123", "'123' is no list of bytes")]
    [TestCase("db 1 bytes 0 0x28", "'0x28' is no list of bytes")]
    [TestCase("db 1 bytes 65535 00", "'65535' is not an offset in the block")]
    public void What_is_no_byte_of_a_block_is_said(string script, string error) =>
        Assert.That(Assert.Throws<FaultScriptException>(() => FaultScript.Parse(script, "f.txt"))!.Message, Does.Contain(error));

    [TestCase("alarm 12/9 on", "'12/9' is no alarm")]
    [TestCase("alarm 99999999999 on", "'99999999999' is no alarm")]
    [TestCase("alarm 12 maybe", "'maybe' is unknown here; use one of on, off, ack")]
    [TestCase("alarm 12 on xyz", "'xyz' is no list of bytes")]
    [TestCase("alarm 12 on 01 02 03 04 05 06 07 08 09 10 11", "at most 10 values")]
    [TestCase("event 12345", "'12345' is not an event id")]
    [TestCase("station 127 down", "'127' is not a DP station")]
    [TestCase("station 1 gone", "'gone' is unknown here")]
    public void A_wrong_alarm_event_or_station_is_said(string line, string error) =>
        Assert.That(Assert.Throws<FaultScriptException>(() => FaultScript.Parse(line, "f.txt"))!.Message, Does.Contain(error));

    [Test]
    public async Task Lines_without_a_time_hold_from_the_start(CancellationToken cancel)
    {
        await using var plc = Start("on read skip 1 times 1 refuse 8500", TimeProvider.System);
        await using var caller = await RawCaller.OpenAsync(plc, cancel);
        // The script plays beside the first jobs: wait until it has armed its fault by asking until it struck.
        while (plc.Faults.Struck == 0)
            await caller.AskPduAsync(Read(1, DbBytes(1, 0, 1)));
        Assert.That(await caller.AskPduAsync(Read(1, DbBytes(1, 0, 1))), Does.EndWith("FF 04 00 08 00"));
    }

    [Test]
    public async Task Lines_happen_in_the_order_of_their_times_and_again_after_each_period()
    {
        await using var plc = new SoftPlc(new SoftPlcOptions(), TimeProvider.System);
        plc.Memory.AddBlock(1, 100);
        var script = FaultScript.Parse("every 10s stop\nevery 15s run\nat 12s db 1 length 3\nat 16s putget off\nat 17s reboot 2s", "f.txt");
        var seen = new List<string>();
        foreach (var (at, act) in script.Timeline().Take(8))
        {
            act(plc);
            seen.Add($"{at.TotalSeconds} {(plc.Cpu.IsRunning ? "RUN" : "STOP")} {BlockLength(plc)} {plc.Cpu.PutGet}");
        }

        Assert.That(
            seen,
            Is.EqualTo(
                new[]
                {
                    "10 STOP 100 True",
                    "12 STOP 3 True",
                    "15 RUN 3 True",
                    "16 RUN 3 False",
                    "17 RUN 3 False",
                    "19 RUN 3 False",
                    "20 STOP 3 False",
                    "30 STOP 3 False",
                }
            )
        );
    }

    [Test]
    public async Task A_reboot_ends_by_itself(CancellationToken cancel)
    {
        await using var plc = Start("every 100ms reboot 5ms", TimeProvider.System);
        Assert.That(await RawCaller.CallAsync(plc, cancel), Is.EqualTo("RST"));
        for (var opened = false; !opened; )
        {
            try
            {
                await using var again = await RawCaller.OpenAsync(plc, cancel);
                opened = true;
            }
            catch (Exception exception) when (exception is System.Net.Sockets.SocketException or EndOfStreamException)
            {
                // It is still dark, or dark again.
            }
        }
    }

    private static int BlockLength(SoftPlc plc)
    {
        using var memory = plc.Memory.Hold();
        return memory.Block(1).Length;
    }
}
