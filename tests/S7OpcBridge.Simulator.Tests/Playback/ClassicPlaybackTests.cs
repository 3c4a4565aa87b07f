using System.Net;
using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Tests.Playback;

/// <summary>Sessions of classic S7 are recorded by our client and played back to it.</summary>
[CancelAfter(60_000)]
internal sealed class ClassicPlaybackTests
{
    [Test]
    public async Task A_fresh_client_reads_what_was_recorded_in_its_order(CancellationToken cancel)
    {
        using var recorded = new Recorded();
        string[] heard;
        await using (var plc = NewPlc())
        {
            heard = await SessionAsync(Options(plc.Port) with { WireLog = recorded.Classic }, plc, cancel);
        }

        await using var played = await recorded.PlayAsync(cancel);
        Assert.That(played.Name, Is.EqualTo("Line 1"));
        Assert.That(played.Thumbprint, Is.Null);
        Assert.That(await SessionAsync(Options(played.Endpoint.Port), null, cancel), Is.EqualTo(heard));
        Assert.That(
            await SessionAsync(Options(played.Endpoint.Port), null, cancel),
            Is.EqualTo(heard),
            "each connection from the beginning"
        );
        Assert.That(played.Missing, Is.Zero, () => string.Join('\n', recorded.Sentences()));
        Assert.That(recorded.Sentences(), Is.Empty);
    }

    [Test]
    public async Task Items_are_found_in_other_requests_and_unknown_ones_are_refused_and_named_once(CancellationToken cancel)
    {
        using var recorded = new Recorded();
        await using (var plc = NewPlc())
        await using (var connection = await ConnectAsync(Options(plc.Port) with { WireLog = recorded.Classic }, cancel))
        {
            var all = new S7ReadJob([Bytes(1, 0, 3), Bytes(1, 10, 2), Bytes(7, 0, 1)]);
            await connection.ReadAsync(all, cancel);
        }

        await using var played = await recorded.PlayAsync(cancel);
        await using var client = await ConnectAsync(Options(played.Endpoint.Port), cancel);
        for (var i = 0; i < 2; i++)
        {
            var some = new S7ReadJob([Bytes(1, 10, 2), Bytes(99, 0, 4), Bytes(1, 0, 3), Bytes(7, 0, 1)]);
            await client.ReadAsync(some, cancel);
            Assert.That(Convert.ToHexString(some.DataOf(0)), Is.EqualTo("0A0B"));
            Assert.That(some.StatusOf(1), Is.EqualTo(S7ItemStatus.ObjectMissing));
            Assert.That(Convert.ToHexString(some.DataOf(2)), Is.EqualTo("000102"));
            Assert.That(some.StatusOf(3), Is.EqualTo(S7ItemStatus.ObjectMissing), "as recorded");
        }

        var write = new S7WriteJob(client.PduSize, 20);
        write.TryAdd(Bytes(5, 0, 1), [1]);
        await client.WriteAsync(write, cancel);
        Assert.That(write.StatusOf(0), Is.EqualTo(S7ItemStatus.ObjectMissing));
        Assert.That(
            async () => await client.Userdata.ReadListAsync(0x0174, 1, cancel),
            Throws.InstanceOf<S7RefusedException>().With.Property("Code").EqualTo(0x8104)
        );
        Assert.That(client.IsAlive);
        Assert.That(played.Missing, Is.EqualTo(4));
        Assert.That(
            recorded.Sentences(),
            Is.EqualTo(
                new[]
                {
                    "Line 1: not recorded, and refused: reading DB99.DBB0, 4 elements.",
                    "Line 1: not recorded, and refused: writing DB5.DBB0.",
                    "Line 1: not recorded, and refused: userdata group 4, function 01, data FF09000401740001.",
                }
            )
        );
    }

    [Test]
    public async Task A_password_is_not_in_the_log_and_every_one_opens_the_playback(CancellationToken cancel)
    {
        using var recorded = new Recorded();
        await using (var plc = NewPlc())
        {
            (plc.Cpu.Protection, plc.Cpu.Password) = (PlcProtection.ReadWrite, "hunter2");
            await using var connection = await ConnectAsync(Options(plc.Port) with { WireLog = recorded.Classic }, cancel);
            await connection.Userdata.SetPasswordAsync("hunter2", cancel);
            await connection.ReadAsync(new S7ReadJob([Bytes(1, 0, 3)]), cancel);
        }

        Assert.That(recorded.Text, Does.Contain("withheld: password"));
        Assert.That(recorded.Text, Does.Not.Contain(Convert.ToHexStringLower(S7.Services.SessionPassword.Encode("hunter2"))));
        await using var played = await recorded.PlayAsync(cancel);
        await using var client = await ConnectAsync(Options(played.Endpoint.Port), cancel);
        await client.Userdata.SetPasswordAsync("another", cancel);
        var read = new S7ReadJob([Bytes(1, 0, 3)]);
        await client.ReadAsync(read, cancel);
        Assert.That(Convert.ToHexString(read.DataOf(0)), Is.EqualTo("000102"));
        Assert.That(played.Missing, Is.Zero);
    }

    [Test]
    public async Task A_TSAP_that_was_refused_is_refused_again(CancellationToken cancel)
    {
        using var recorded = new Recorded();
        await using (var plc = NewPlc())
        {
            var log = Options(plc.Port) with { WireLog = recorded.Classic };
            Assert.That(() => ConnectAsync(log with { RemoteTsap = 0x031F }, cancel), Throws.InstanceOf<S7LinkException>());
            await using var connection = await ConnectAsync(log, cancel);
        }

        await using var played = await recorded.PlayAsync(cancel);
        var options = Options(played.Endpoint.Port);
        Assert.That(
            () => ConnectAsync(options with { RemoteTsap = 0x031F }, cancel),
            Throws.InstanceOf<S7LinkException>().With.Property("Cause").EqualTo(S7LinkCause.Refused)
        );
        await using var client = await ConnectAsync(options, cancel);
        Assert.That(client.PduSize, Is.EqualTo(480));
    }

    [Test]
    public async Task Answers_over_the_TPDU_of_the_caller_arrive_whole(CancellationToken cancel)
    {
        using var recorded = new Recorded();
        await using (var plc = NewPlc())
        await using (var connection = await ConnectAsync(Options(plc.Port) with { WireLog = recorded.Classic }, cancel))
            await connection.ReadAsync(new S7ReadJob([Bytes(2, 0, 400)]), cancel);
        await using var played = await recorded.PlayAsync(cancel);
        await using var client = await ConnectAsync(Options(played.Endpoint.Port), cancel);
        var read = new S7ReadJob([Bytes(2, 0, 400)]);
        await client.ReadAsync(read, cancel);
        Assert.That(read.DataOf(0).Length, Is.EqualTo(400));
    }

    private static SoftPlc NewPlc()
    {
        var plc = new SoftPlc(
            new SoftPlcOptions { Behavior = CpuBehaviors.S7_300 with { PduSize = 480, OnWrongTsap = ConnectRefusal.Disconnect } },
            TimeProvider.System
        );
        plc.Memory.AddBlock(1, 20);
        plc.Memory.AddBlock(2, 400);
        using (var memory = plc.Memory.Hold())
        {
            for (var i = 0; i < 20; i++)
                memory.Block(1)[i] = (byte)i;
        }

        plc.Start();
        return plc;
    }

    private static void Put(SoftPlc plc, byte value)
    {
        using var memory = plc.Memory.Hold();
        memory.Block(1)[0] = value;
    }

    private static S7Range Bytes(ushort db, int start, int length) => new(S7Area.DataBlock, db, start, length);

    private static S7ConnectionOptions Options(int port) =>
        new()
        {
            Host = IPAddress.Loopback.ToString(),
            Port = port,
            RemoteTsap = 0x0302,
            Timeout = TimeSpan.FromSeconds(30),
        };

    private static Task<S7Connection> ConnectAsync(S7ConnectionOptions options, CancellationToken cancel) =>
        S7Connection.ConnectAsync(options, TimeProvider.System, cancel);

    // The same requests to a soft PLC, whose values change meanwhile, and to its recording.
    private static async Task<string[]> SessionAsync(S7ConnectionOptions options, SoftPlc? plc, CancellationToken cancel)
    {
        await using var connection = await ConnectAsync(options, cancel);
        var heard = new List<string> { $"{connection.PduSize} {connection.MaxJobs}" };
        var identity = await connection.Userdata.ReadIdentityAsync(cancel);
        heard.Add(identity.ToString());
        heard.Add($"{await connection.Userdata.ReadCpuStateAsync(cancel)}");
        heard.Add(string.Join(',', await connection.Userdata.ReadBlockNumbersAsync(S7BlockType.DB, cancel)));
        for (byte i = 1; i <= 3; i++)
        {
            if (plc is not null)
                Put(plc, i);
            var read = new S7ReadJob([Bytes(1, 0, 2), Bytes(1, 5, 1)]);
            await connection.ReadAsync(read, cancel);
            heard.Add(Convert.ToHexString(read.DataOf(0)) + Convert.ToHexString(read.DataOf(1)));
        }

        var write = new S7WriteJob(connection.PduSize, 20);
        write.TryAdd(Bytes(1, 8, 2), [7, 7]);
        await connection.WriteAsync(write, cancel);
        heard.Add($"{write.StatusOf(0)}");
        return [.. heard];
    }
}
