using System.ComponentModel;
using System.Diagnostics;
using S7OpcBridge.EndToEnd.Tests;
using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Tests.Messages;

/// <summary>Wireshark's dissector, which nobody here wrote, reads every frame that the client and the soft PLC exchange.</summary>
[CancelAfter(120_000)]
internal sealed class WiresharkTests
{
    private const string Malformed = "_ws.malformed || _ws.expert.severity == error";
    private readonly string _capture = Path.Combine(Path.GetTempPath(), $"s7alarms-{Guid.NewGuid():N}.pcap");
    private int _port;

    [OneTimeSetUp]
    public async Task RecordOnce()
    {
        using var timeout = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        var cancel = timeout.Token;
        await using var plc = new SoftPlc(new SoftPlcOptions { Behavior = CpuBehaviors.S7_400 with { Tsaps = [] } }, TimeProvider.System);
        plc.Memory.AddBlock(1, 100);
        plc.Start();
        await using var tap = new WireTap(plc.Port);
        _port = tap.Port;
        await using (var connection = await Station.ConnectAsync(tap.Port, cancel))
        {
            await TalkAsync(plc, connection, cancel);
        }
        tap.WriteCapture(_capture);
    }

    [OneTimeTearDown]
    public void Forget() => File.Delete(_capture);

    private static async Task TalkAsync(SoftPlc plc, S7Connection connection, CancellationToken cancel)
    {
        await connection.Messages.ReadKindsAsync(cancel);
        var subscription = await connection.Messages.SubscribeAsync(Station.All, "S7CHN_02", cancel);
        await connection.PendingAsync(S7MessageKinds.Alarm8, cancel);
        await connection.PendingAsync(S7MessageKinds.AlarmS, cancel);

        plc.Messages.Set(0xBB, PlcAlarmKind.Alarm8, 3, isActive: true, [0, 1], [0xFF], [1, 2, 3, 4]);
        plc.Messages.Set(0xBB, PlcAlarmKind.Alarm8, 3, isActive: false, [0, 0]);
        plc.Messages.Set(1, PlcAlarmKind.Notify, 1, isActive: true);
        plc.Messages.Set(0x60000123, PlcAlarmKind.AlarmSq, 1, isActive: true, [0, 0, 0, 42]);
        for (uint id = 100; id < 130; id++)
            plc.Messages.Set(id, PlcAlarmKind.AlarmS, 1, isActive: true);
        plc.Messages.Set(100, PlcAlarmKind.AlarmS, 1, isActive: false);
        for (var i = 0; i < 35; i++)
            await subscription.NextAlarmAsync(cancel);

        await connection.PendingAsync(S7MessageKinds.Alarm8, cancel);
        await connection.PendingAsync(S7MessageKinds.AlarmS, cancel);
        await connection.Messages.AcknowledgeAsync(
            new[] { new S7AlarmAcknowledgement(0x60000123, 1), new S7AlarmAcknowledgement(0xBB, 4) },
            cancel
        );
        await subscription.NextAsync<S7AcknowledgedMessage>(cancel);
        await subscription.NextAsync<S7AcknowledgedMessage>(cancel);

        plc.Cpu.IsRunning = false;
        plc.Cpu.IsRunning = true;
        plc.Messages.SetStation(5, isThere: false);
        for (var i = 0; i < 7; i++)
            Assert.That(await subscription.ReceiveAsync(cancel), Is.Not.Null);
        await connection.Diagnostics.ReadBufferAsync(100, cancel);
        await connection.Diagnostics.ReadLedsAsync(cancel);
        await connection.Diagnostics.ReadFaultyStationsAsync(cancel);
        await connection.Diagnostics.ReadProgramChecksumAsync(cancel);
        await subscription.EndAsync(cancel);
    }

    [Test]
    public async Task No_frame_is_malformed(CancellationToken cancel) =>
        Assert.That(await FieldAsync(Malformed, "_ws.col.Info", cancel), Is.Empty);

    [Test]
    public async Task Every_frame_with_data_is_S7(CancellationToken cancel)
    {
        var others = await FieldAsync("tcp.len > 0 && !s7comm && !cotp.type == 0x0e", "_ws.col.Info", cancel);
        Assert.That(others.Where(static info => !info.Contains("CR") && !info.Contains("CC") && !info.Contains("DR")), Is.Empty);
    }

    [TestCase("ALARM_8 indication", 2)]
    [TestCase("NOTIFY indication", 1)]
    [TestCase("ALARM_SQ indication", 1)]
    [TestCase("ALARM_S indication", 31)]
    [TestCase("ALARM ack indication", 2)]
    public async Task It_calls_each_message_by_its_name(string name, int count, CancellationToken cancel)
    {
        // One packet may carry several messages.
        var infos = string.Join(' ', await FieldAsync("s7comm.header.rosctr == 7", "_ws.col.Info", cancel));
        Assert.That(infos.Split($"[{name}]"), Has.Length.EqualTo(count + 1), infos);
    }

    [Test]
    public async Task It_reads_the_numbers_of_the_alarms(CancellationToken cancel)
    {
        var ids = await FieldAsync("s7comm.alarm.event_id", "s7comm.alarm.event_id", cancel);
        Assert.That(
            ids.SelectMany(static line => line.Split(',')),
            Does.Contain("0x60000123").And.Contain("0x000000bb").And.Contain("0x00000001")
        );
    }

    [Test]
    public async Task It_reads_the_events_of_the_buffer_and_the_mode(CancellationToken cancel)
    {
        var events = await FieldAsync("s7comm.cpu.diag_msg.eventid", "s7comm.cpu.diag_msg.eventid", cancel);
        Assert.That(events.SelectMany(static line => line.Split(',')), Does.Contain("0x4304").And.Contain("0x4302").And.Contain("0x39c4"));
    }

    [Test]
    public async Task It_reads_the_modes(CancellationToken cancel)
    {
        var modes = await FieldAsync("s7comm.param.modetrans.subfunc", "s7comm.param.modetrans.subfunc", cancel);
        Assert.That(modes.SelectMany(static line => line.Split(',')), Is.EqualTo(["0", "2"]));
    }

    [Test]
    public async Task The_list_of_ALARM_S_came_in_parts_that_it_puts_together(CancellationToken cancel)
    {
        // Three parts: 30 alarms of 44 bytes, their head and end.
        var lengths = await FieldAsync("s7comm.reassembled.length", "s7comm.reassembled.length", cancel);
        Assert.That(lengths, Does.Contain($"{6 + 30 * 44 + 2}"));
    }

    private async Task<string[]> FieldAsync(string filter, string field, CancellationToken cancel)
    {
        var start = new ProcessStartInfo(
            "tshark",
            ["-n", "-r", _capture, "-d", $"tcp.port=={_port},tpkt", "-Y", filter, "-T", "fields", "-e", field]
        )
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        try
        {
            using var tshark = Process.Start(start)!;
            var output = tshark.StandardOutput.ReadToEndAsync(cancel);
            var errors = tshark.StandardError.ReadToEndAsync(cancel);
            await tshark.WaitForExitAsync(cancel);
            Assert.That(tshark.ExitCode, Is.Zero, await errors);
            return (await output).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        }
        catch (Win32Exception)
        {
            Assert.Ignore("tshark is not on the PATH: install Debian's package tshark to have the frames judged by Wireshark's dissector");
            return [];
        }
    }
}
