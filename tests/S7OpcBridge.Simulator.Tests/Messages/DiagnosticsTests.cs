using S7OpcBridge.S7;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Simulator.Tests.Messages;

/// <summary>Diagnostics buffer, LEDs, stations and checksum of soft PLCs as the client sees them.</summary>
[CancelAfter(30_000)]
internal sealed class DiagnosticsTests
{
    private SoftPlc _plc = null!;
    private S7Connection _connection = null!;

    private async Task StartAsync(CpuBehavior behavior, string? script = null)
    {
        var options = new SoftPlcOptions
        {
            Behavior = behavior with { Tsaps = [] },
            Script = script is null ? null : FaultScript.Parse(script, "test"),
        };
        _plc = new SoftPlc(options, new ManualClock());
        _plc.Memory.AddBlock(1, 100);
        _plc.Start();
        _connection = await Station.ConnectAsync(_plc, CancellationToken.None);
    }

    [TearDown]
    public async Task StopAsync()
    {
        await _connection.DisposeAsync();
        await _plc.DisposeAsync();
    }

    [Test]
    public async Task The_buffer_tells_the_last_STOP_and_the_start_after_it(CancellationToken cancel)
    {
        await StartAsync(CpuBehaviors.S7_300);
        Assert.That(await _connection.Diagnostics.ReadBufferAsync(10, cancel), Is.Empty);
        _plc.Cpu.IsRunning = false;
        _plc.Cpu.IsRunning = true;
        var entries = await _connection.Diagnostics.ReadBufferAsync(10, cancel);
        Assert.That(entries.Select(static entry => entry.EventId), Is.EqualTo([0x4302, 0x1381, 0x4301, 0x4304]));
        Assert.That(entries[0].Time, Is.EqualTo(new DateTime(2026, 1, 1)));
        Assert.That(S7StopCause.Of(entries)?.Words, Does.StartWith("STOP by a programming device"));
    }

    [Test]
    public async Task An_S7_300_in_RUN_gives_ten_entries_in_STOP_and_an_S7_400_all(
        [Values("s7-300", "s7-400")] string family,
        CancellationToken cancel
    )
    {
        await StartAsync(CpuBehaviors.Find(family)!);
        for (var i = 0; i < 600; i++)
            _plc.Messages.Enter((ushort)(0x3900 + i % 256));
        Assert.That(await _connection.Diagnostics.ReadBufferAsync(500, cancel), Has.Count.EqualTo(family == "s7-300" ? 10 : 500));
        _plc.Cpu.IsRunning = false;
        Assert.That(await _connection.Diagnostics.ReadBufferAsync(500, cancel), Has.Count.EqualTo(500));
        Assert.That(await _connection.Diagnostics.ReadBufferAsync(7, cancel), Has.Count.EqualTo(7));
    }

    [Test]
    public async Task Power_that_comes_back_is_in_the_buffer(CancellationToken cancel)
    {
        await StartAsync(CpuBehaviors.S7_400);
        _plc.Faults.CutPower();
        _plc.Faults.GivePower();
        await _connection.DisposeAsync();
        _connection = await Station.ConnectAsync(_plc, cancel);
        var entries = await _connection.Diagnostics.ReadBufferAsync(10, cancel);
        Assert.That(entries.Select(static entry => entry.EventId), Is.EqualTo([0x4302, 0x1382, 0x494E, 0x4300]));
        Assert.That(S7StopCause.Of(entries)?.EventId, Is.EqualTo(0x494E));
    }

    [Test]
    public async Task A_station_that_fails_is_listed_lights_LEDs_and_makes_an_event(CancellationToken cancel)
    {
        await StartAsync(CpuBehaviors.S7_400);
        Assert.That(await LedsAsync(cancel), Is.EqualTo("RUN on"));
        _plc.Messages.SetStation(5, isThere: false);
        _plc.Messages.SetStation(17, isThere: false);
        _plc.Messages.SetStation(5, isThere: true);
        Assert.That(await _connection.Diagnostics.ReadFaultyStationsAsync(cancel), Is.EqualTo([new S7Station(1, 17)]));
        Assert.That(await LedsAsync(cancel), Is.EqualTo("SF on, RUN on, BUS1F flashes"));
        var entries = await _connection.Diagnostics.ReadBufferAsync(10, cancel);
        Assert.That(entries.Select(static entry => entry.EventId), Is.EqualTo([0x38C4, 0x39C4, 0x39C4]));
        _plc.Messages.SetStation(17, isThere: true);
        _plc.Cpu.IsRunning = false;
        Assert.That(await LedsAsync(cancel), Is.EqualTo("STOP on"));
        Assert.That(await _connection.Diagnostics.ReadFaultyStationsAsync(cancel), Is.Empty);
    }

    [Test]
    public async Task The_checksum_changes_with_a_download_but_not_with_values(CancellationToken cancel)
    {
        await StartAsync(CpuBehaviors.S7_300);
        var before = await _connection.Diagnostics.ReadProgramChecksumAsync(cancel);
        _plc.Memory.Put(1, 0, [1, 2, 3]);
        Assert.That(await _connection.Diagnostics.ReadProgramChecksumAsync(cancel), Is.EqualTo(before));
        _plc.Memory.DownloadBlock(1, 100);
        var after = await _connection.Diagnostics.ReadProgramChecksumAsync(cancel);
        Assert.That((after!.Value.Hardware, after.Value.Program), Is.EqualTo((before!.Value.Hardware, after.Value.Program)));
        Assert.That(after, Is.Not.EqualTo(before));
        _plc.Memory.DeleteBlock(1);
        Assert.That(await _connection.Diagnostics.ReadProgramChecksumAsync(cancel), Is.Not.EqualTo(after).And.Not.EqualTo(before));
    }

    [Test]
    public async Task A_1500_refuses_all_of_it(CancellationToken cancel)
    {
        await StartAsync(CpuBehaviors.S7_1500);
        var diagnostics = _connection.Diagnostics;
        await Assert.ThrowsAsync<S7RefusedException>(async () => await diagnostics.ReadBufferAsync(10, cancel));
        await Assert.ThrowsAsync<S7RefusedException>(async () => await diagnostics.ReadLedsAsync(cancel));
        await Assert.ThrowsAsync<S7RefusedException>(async () => await diagnostics.ReadFaultyStationsAsync(cancel));
        await Assert.ThrowsAsync<S7RefusedException>(async () => await diagnostics.ReadProgramChecksumAsync(cancel));
        Assert.That(_connection.IsAlive, Is.True);
    }

    [Test]
    public async Task A_script_raises_alarms_events_and_stations(CancellationToken cancel)
    {
        const string Script = """
            alarm 60000123 on sq 0000002a
            alarm 60000124 on
            alarm 60000124 off
            alarm 187/3 on 0001 ff
            alarm 1 on notify
            alarm 188/1 on
            alarm 188/1 off
            alarm 188/1 ack
            event 3921
            station 9 down
            """;
        await StartAsync(CpuBehaviors.S7_400, Script);
        var pending = await _connection.PendingAsync(S7MessageKinds.AlarmS, cancel);
        Assert.That(pending.Select(static alarm => $"{alarm.State.Id:X} {alarm.Values[0]}"), Is.EqualTo(["60000123 16#0000002A"]));
        pending = await _connection.PendingAsync(S7MessageKinds.Alarm8, cancel);
        Assert.That(
            pending.Select(static alarm => (alarm.State.Id, alarm.State.Signals)),
            Is.EqualTo(new (uint, byte)[] { (1, 1), (187, 4) })
        );
        Assert.That(
            (await _connection.Diagnostics.ReadBufferAsync(5, cancel)).Select(static entry => entry.EventId),
            Is.EqualTo([0x39C4, 0x3921])
        );
        Assert.That(await _connection.Diagnostics.ReadFaultyStationsAsync(cancel), Is.EqualTo([new S7Station(1, 9)]));
    }

    private async Task<string> LedsAsync(CancellationToken cancel) =>
        string.Join(
            ", ",
            (await _connection.Diagnostics.ReadLedsAsync(cancel))
                .Where(static led => led.IsOn)
                .Select(static led => $"{led.Name} {led.Words}")
        );
}
