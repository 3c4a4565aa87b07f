using System.Net;
using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Tests.Playback;

/// <summary>
/// Captures of real CPUs, written as wire logs, played back to our client: ITI/ICS-Security-Tools, pcaps/s7, CC BY 4.0. Other clients asked them, in part with
/// other words for the same.
/// </summary>
[CancelAfter(60_000)]
internal sealed class CaptureTests
{
    [Test]
    public async Task An_S7_300_that_another_client_had_asked_answers_ours(CancellationToken cancel)
    {
        await using var plc = await PlayAsync("snap7_s300_everything", cancel);
        await using var connection = await ConnectAsync(plc, cancel);
        Assert.That((connection.PduSize, connection.MaxJobs), Is.EqualTo((240, 1)));
        var identity = await connection.Userdata.ReadIdentityAsync(cancel);
        Assert.That(identity.OrderNumber, Is.EqualTo("6ES7 315-2EH14-0AB0"));
        Assert.That(identity.Profile!.Name, Is.EqualTo("s7-300"));
        var names = await connection.Userdata.ReadComponentNamesAsync(cancel);
        Assert.That((names.Station, names.ModuleType), Is.EqualTo(("S7300/ET200M station_1", "CPU 315-2 PN/DP")), "an answer in two parts");
        Assert.That(await connection.Userdata.ReadCpuStateAsync(cancel), Is.EqualTo(S7CpuState.Run));
        Assert.That((await connection.Userdata.ReadCommunicationAsync(cancel)).MaxPdu, Is.EqualTo(240));
        Assert.That(await connection.Userdata.ReadClockAsync(cancel), Is.EqualTo(new DateTime(2016, 2, 8, 14, 51, 37, 916)));
        var counts = await connection.Userdata.ReadBlockCountsAsync(cancel);
        Assert.That(counts.Single(count => count.Type == S7BlockType.SFC).Count, Is.EqualTo(0x4D));

        // It had been asked for 16 words of M, 16 bytes of I and Q, 8 timers and 8 counters.
        var read = new S7ReadJob([
            new S7Range(S7Area.Outputs, 0, 0, 16),
            new S7Range(S7Area.Markers, 0, 0, 16),
            new S7Range(S7Area.Counters, 0, 0, 8),
            new S7Range(S7Area.Inputs, 0, 0, 16),
        ]);
        await connection.ReadAsync(read, cancel);
        Assert.That(
            Enumerable.Range(0, 4).Select(item => Convert.ToHexString(read.DataOf(item))),
            Is.EqualTo(
                new[]
                {
                    "BBBBBBBBBBBBBBBBADDEADDEADDEADDE",
                    "ACDE000DADDEADDEADDEADDEADDEADDE",
                    "00110000000000000000000000000000",
                    "AAAAAAAAAAAAAAAABBBBBBBBBBBBBBBB",
                }
            )
        );
        Assert.That(plc.Missing, Is.Zero);
    }

    [Test]
    public async Task The_diagnostics_buffer_of_a_CPU_is_read_from_its_recording(CancellationToken cancel)
    {
        await using var plc = await PlayAsync("s7comm_reading_plc_status", cancel);
        await using var connection = await ConnectAsync(plc, cancel);
        Assert.That((await connection.Userdata.ReadIdentityAsync(cancel)).OrderNumber, Is.EqualTo("6ES7 151-8AB01-0AB0"));
        Assert.That(await connection.Userdata.ReadCpuStateAsync(cancel), Is.EqualTo(S7CpuState.Run));
        Assert.That((await connection.Userdata.ReadComponentNamesAsync(cancel)).Station, Is.EqualTo("IM151-8-CPU"));
        var refused = await Assert.ThrowsAsync<S7RefusedException>(() => connection.Userdata.ReadBlockCountsAsync(cancel));
        Assert.That(refused!.Code, Is.EqualTo(0x8104), "not recorded");
        Assert.That(plc.Missing, Is.EqualTo(1));

        var entries = await connection.Diagnostics.ReadBufferAsync(50, cancel);
        Assert.That(entries, Has.Count.EqualTo(10), "newest first, of list 00A0, as this CPU does not have 01A0");
        Assert.That(entries[0].EventId, Is.EqualTo(0x4302));
    }

    private static async Task<RecordedPlc> PlayAsync(string capture, CancellationToken cancel)
    {
        var path = Path.Combine(TestContext.CurrentContext.TestDirectory, "Playback", "Captures", capture + ".wirelog");
        var findings = new List<string>();
        var recordings = await WireRecording.ReadAsync(path, findings.Add, cancel);
        Assert.That(findings, Is.Empty);
        var plc = new RecordedPlc(recordings.Single(), TestContext.Out.WriteLine, TimeProvider.System);
        plc.Start(IPAddress.Loopback, 0);
        return plc;
    }

    private static Task<S7Connection> ConnectAsync(RecordedPlc plc, CancellationToken cancel) =>
        S7Connection.ConnectAsync(
            new S7ConnectionOptions
            {
                Host = IPAddress.Loopback.ToString(),
                Port = plc.Endpoint.Port,
                RemoteTsap = 0x0302,
                Timeout = TimeSpan.FromSeconds(30),
            },
            TimeProvider.System,
            cancel
        );
}
