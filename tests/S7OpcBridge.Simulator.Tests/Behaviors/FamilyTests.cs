using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Tests;

/// <summary>Each profile of the client against the behavior of the same name: what one side takes for granted the other must have.</summary>
[CancelAfter(30_000)]
internal sealed class FamilyTests
{
    private static IEnumerable<string> NamesWithLists() =>
        S7Profiles.All.Where(profile => profile.SystemLists != S7SystemListPolicy.Never).Select(profile => profile.Name);

    private static IEnumerable<string> NamesWithClock() =>
        S7Profiles.All.Where(profile => profile.HasClock).Select(profile => profile.Name);

    private static IEnumerable<string> Names() => S7Profiles.All.Select(profile => profile.Name);

    private static async Task<(SoftPlc Plc, S7Connection Connection)> ConnectAsync(string family, CancellationToken cancel)
    {
        var plc = new SoftPlc(new SoftPlcOptions { Name = "Line1", Behavior = CpuBehaviors.Find(family)! }, TimeProvider.System);
        plc.Memory.AddBlock(1, 500);
        plc.Start();
        Assert.That(S7Profile.TryFind(family, out var profile, out _), Is.True);
        Assert.That(profile.TryConnectTo("127.0.0.1", new S7Addressing(), out var options, out _), Is.True);
        return (plc, await S7Connection.ConnectAsync(options with { Port = plc.Port }, TimeProvider.System, cancel));
    }

    [Test]
    public void There_is_a_manner_for_each_profile_and_no_other() =>
        Assert.That(CpuBehaviors.All.Select(behavior => behavior.Profile), Is.EqualTo(Names()));

    [TestCaseSource(nameof(Names))]
    public async Task A_client_with_the_defaults_of_the_family_gets_in_and_reads(string family, CancellationToken cancel)
    {
        var (plc, connection) = await ConnectAsync(family, cancel);
        await using var _ = plc;
        await using var __ = connection;
        var job = new S7ReadJob([new(S7Area.DataBlock, 1, 0, connection.PduSize - 18 > 500 ? 500 : connection.PduSize - 18)]);
        await connection.ReadAsync(job, cancel);
        Assert.That(job.StatusOf(0), Is.EqualTo(S7ItemStatus.Ok));
        Assert.That(plc.Counters.ConnectionsOpen, Is.EqualTo(1));
    }

    [TestCaseSource(nameof(Names))]
    public async Task The_areas_of_profile_and_manner_agree(string family, CancellationToken cancel)
    {
        var (plc, connection) = await ConnectAsync(family, cancel);
        await using var _ = plc;
        await using var __ = connection;
        S7Profile.TryFind(family, out var profile, out var ___);
        foreach (var area in Enum.GetValues<S7Area>().Where(area => area != S7Area.None))
        {
            var job = new S7ReadJob([new(area, (ushort)(area == S7Area.DataBlock ? 1 : 0), 0, 2)]);
            await connection.ReadAsync(job, cancel);
            Assert.That(job.StatusOf(0) == S7ItemStatus.Ok, Is.EqualTo(profile.Areas.Contains(area)), area.ToString());
        }
    }

    [Test]
    public async Task An_S7_200_is_read_and_written_by_area_codes_of_its_own(CancellationToken cancel)
    {
        var (plc, connection) = await ConnectAsync("s7-200", cancel);
        await using var _ = plc;
        await using var __ = connection;
        Fill(plc);
        var read = new S7ReadJob([
            new(S7Area.SystemFlags, 0, 28, 1),
            new(S7Area.AnalogInputs, 0, 4, 4),
            new(S7Area.AnalogOutputs, 0, 2, 2),
        ]);
        var write = new S7WriteJob(connection.PduSize, 2);
        Assert.That(write.TryAdd(new S7Range(S7Area.AnalogOutputs, 0, 2, 2), [0x12, 0x34]), Is.True);
        await connection.WriteAsync(write, cancel);
        await connection.ReadAsync(read, cancel);

        Assert.That(write.StatusOf(0), Is.EqualTo(S7ItemStatus.Ok));
        Assert.That(
            Enumerable.Range(0, 3).Select(i => Convert.ToHexString(read.DataOf(i))),
            Is.EqualTo(new[] { "05", "00010002", "1234" })
        );
        Assert.That(() => new S7ReadJob([new(S7Area.AnalogInputs, 0, 3, 2)]), Throws.ArgumentException);

        static void Fill(SoftPlc plc)
        {
            using var memory = plc.Memory.Hold();
            memory.Area(S7Area.SystemFlags)[28] = 5;
            (memory.Area(S7Area.AnalogInputs)[5], memory.Area(S7Area.AnalogInputs)[7]) = (1, 2);
        }
    }

    [TestCaseSource(nameof(NamesWithClock))]
    public async Task The_clock_is_read_and_set_where_the_family_has_one(string family, CancellationToken cancel)
    {
        var (plc, connection) = await ConnectAsync(family, cancel);
        await using var _ = plc;
        await using var __ = connection;
        var time = new DateTime(2031, 7, 27, 23, 59, 58, 987);
        await connection.Userdata.SetClockAsync(time, cancel);
        var shown = await connection.Userdata.ReadClockAsync(cancel);
        Assert.That(
            shown - time,
            Is.LessThan(TimeSpan.FromSeconds(30)).And.GreaterThanOrEqualTo(TimeSpan.FromMilliseconds(-999)),
            "the soft PLC keeps whole seconds of what it is set to"
        );
    }

    [TestCaseSource(nameof(NamesWithLists))]
    public async Task System_lists_are_answered_as_the_profile_expects(string family, CancellationToken cancel)
    {
        var (plc, connection) = await ConnectAsync(family, cancel);
        await using var _ = plc;
        await using var __ = connection;
        S7Profile.TryFind(family, out var profile, out var ___);
        var identity = await connection.Userdata.ReadIdentityAsync(cancel);
        Assert.That(identity.Profile, Is.EqualTo(profile));
        Assert.That(identity.Firmware, Is.EqualTo("V" + CpuBehaviors.Find(family)!.Identity.Firmware));
        Assert.That((await connection.Userdata.ReadComponentNamesAsync(cancel)).ToString(), Does.Contain("Line1"));
        Assert.That((await connection.Userdata.ReadCommunicationAsync(cancel)).ToString(), Does.Contain(connection.PduSize.ToString()));
        Assert.That(await connection.Userdata.ReadCpuStateAsync(cancel), Is.EqualTo(S7CpuState.Run));
        plc.Cpu.IsRunning = false;
        Assert.That(await connection.Userdata.ReadCpuStateAsync(cancel), Is.EqualTo(S7CpuState.Stop));
    }

    [Test]
    public async Task Block_info_clock_and_password_work_for_the_client(CancellationToken cancel)
    {
        var (plc, connection) = await ConnectAsync("s7-300", cancel);
        await using var _ = plc;
        await using var __ = connection;
        Assert.That((await connection.Userdata.ReadBlockInfoAsync(S7BlockType.DB, 1, cancel))!.Length, Is.EqualTo(500));
        Assert.That(await connection.Userdata.ReadBlockInfoAsync(S7BlockType.DB, 2, cancel), Is.Null);

        plc.Cpu.ClockOffset = TimeSpan.FromDays(-365 * 30);
        Assert.That(
            (await connection.Userdata.ReadClockAsync(cancel)).Year,
            Is.EqualTo((TimeProvider.System.GetUtcNow() + plc.Cpu.ClockOffset).Year)
        );

        plc.Cpu.Password = "geheim";
        plc.Cpu.Protection = PlcProtection.ReadWrite;
        var job = new S7ReadJob([new(S7Area.DataBlock, 1, 0, 1)]);
        await connection.ReadAsync(job, cancel);
        Assert.That(job.StatusOf(0), Is.EqualTo(S7ItemStatus.AccessDenied));
        Assert.That(
            async () => await connection.Userdata.SetPasswordAsync("falsch", cancel),
            Throws.InstanceOf<S7RefusedException>().With.Property("Code").EqualTo(0xD602)
        );
        await connection.Userdata.SetPasswordAsync("geheim", cancel);
        await connection.ReadAsync(job, cancel);
        Assert.That(job.StatusOf(0), Is.EqualTo(S7ItemStatus.Ok));
    }
}
