using System.Net;
using S7OpcBridge.Core.ClassicS7;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Core.Tests;

/// <summary>The two addresses of a redundant PLC.</summary>
public sealed class PlcHostsTests
{
    private static void OneTag(MapDraft map) => map.Class("fast", 10).Tag("Speed", "DB1.DBW0", "Int");

    [Test, CancelAfter(30_000)]
    public async Task Who_answered_last_is_tried_first(CancellationToken token)
    {
        await using var plant = Pair(out var other);
        await using var _ = other;
        plant.Plc.Faults.CutPower();
        other.Start();
        plant.Run();
        await plant.UntilGoodAsync(0, token);
        plant.Plc.Faults.GivePower();
        var (before, reconnects) = (plant.Plc.Counters.ConnectionsAccepted, plant.Status.Reconnects);

        other.Faults.ResetConnections();
        await plant.UntilAsync(() => plant.Status.Reconnects > reconnects && plant.Seen.QualityOf(0) == TagQuality.Good, token);
        Assert.That((plant.Plc.Counters.ConnectionsAccepted - before, other.Counters.ConnectionsAccepted), Is.EqualTo((0, 2)));

        other.Faults.CutPower();
        await plant.UntilAsync(() => plant.Plc.Counters.ConnectionsOpen == 1 && plant.Seen.QualityOf(0) == TagQuality.Good, token);
    }

    [Test, CancelAfter(30_000)]
    public async Task A_CPU_that_stops_is_left_for_the_one_that_runs(CancellationToken token)
    {
        await using var plant = Pair(out var other);
        await using var _ = other;
        other.Start();
        plant.Run();
        await plant.UntilGoodAsync(0, token);
        Assert.That((plant.Plc.Counters.ConnectionsOpen, other.Counters.ConnectionsOpen), Is.EqualTo((1, 0)));

        plant.Plc.Cpu.IsRunning = false;
        await plant.UntilAsync(
            () =>
                other.Counters.ConnectionsOpen == 1
                && plant.Plc.Counters.ConnectionsOpen == 0
                && plant.Status.CpuState == "RUN"
                && plant.Seen.QualityOf(0) == TagQuality.Good,
            token
        );
        Assert.That(plant.Status.LastError, Does.Contain("in STOP").And.Contain("127.0.0.2"));
    }

    [Test]
    public void Two_CPUs_that_stand_are_visited_in_turn_more_and_more_seldom()
    {
        var hosts = new PlcHosts(new S7ConnectionOptions { Host = "a", Second = "b" });
        var (now, visits) = (0L, new List<double>());
        for (; visits.Count < 8; now += TimeSpan.TicksPerSecond)
        {
            if (hosts.IsToLeave(stopped: true, now))
                visits.Add(TimeSpan.FromTicks(now).TotalSeconds);
        }
        Assert.That(visits, Is.EqualTo(new[] { 0, 10, 30, 70, 150, 310, 610, 910 }));
        Assert.That(hosts.IsToLeave(stopped: false, now), Is.False);
        Assert.That(hosts.IsToLeave(stopped: true, now), Is.True, "once it has run, at once");
    }

    [Test]
    public void Who_takes_the_connection_and_never_an_answer_is_left_for_the_other()
    {
        var hosts = new PlcHosts(new S7ConnectionOptions { Host = "a", Second = "b" });
        hosts.Ended(haveRead: true);
        Assert.That(hosts.Preferred, Is.EqualTo("a"));
        hosts.Ended(haveRead: false);
        Assert.That(hosts.Preferred, Is.EqualTo("b"));
    }

    [Test]
    public void A_PLC_with_one_address_has_no_other()
    {
        var hosts = new PlcHosts(new S7ConnectionOptions { Host = "a" });
        hosts.Ended(haveRead: false);
        Assert.That((hosts.Preferred, hosts.IsToLeave(stopped: true, 0)), Is.EqualTo(("a", false)));
    }

    private static Plant Pair(out SoftPlc other)
    {
        var plant = Plant.Make(
            OneTag,
            plc => plc with { CpuStateEvery = TimeSpan.FromMilliseconds(20), Connection = plc.Connection with { Second = "127.0.0.2" } }
        );
        other = new SoftPlc(new SoftPlcOptions { Address = IPAddress.Parse("127.0.0.2"), Port = plant.Plc.Port }, TimeProvider.System);
        other.Memory.AddBlock(1, 1000);
        return plant;
    }
}
