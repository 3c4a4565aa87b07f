using System.Buffers.Binary;
using S7OpcBridge.Core.Timing;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Core.Tests;

/// <summary>A running bridge looks for a shorter plan and goes over to it.</summary>
public sealed class PlanImprovementTests
{
    private const int Improved = 1034;

    // Long enough for the requests of a scan and of the new plan's first cycle, which comes in between, at the requests per second of this CPU.
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    // The quick search needs 20 requests for them, the long one 19.
    private static readonly PlanRange[] Ranges = PlanCorpus.Scattered(500, 5);

    [Test, CancelAfter(120_000)]
    public async Task The_shorter_plan_is_taken_between_two_cycles_and_no_value_is_lost(CancellationToken token)
    {
        await using var plant = Make(new ManualClock());
        plant.Run();
        await plant.UntilGoodAsync(0, token);
        var written = 0;
        await ReadAsync();
        var skipped = plant.Status.Scans[0].Overruns;
        await ReadAsync();
        // The clock stands while the search runs: it has a minute of it, and scans by the clock would be through with that before the search is.
        await plant.UntilAsync(() => IsTaken(plant), token, step: 0);
        for (var more = 0; more < 10; more++)
            await ReadAsync();

        Assert.That(
            plant.Seen.SamplesOf(0).Select(sample => sample.Value.Bits),
            Is.EqualTo(Enumerable.Range(0, written + 1)),
            "none missed, none twice"
        );
        Assert.That(plant.Seen.QualitiesOf(0), Is.All.EqualTo(TagQuality.Good));
        Assert.That(plant.Seen.SamplesOf(Standing), Has.Length.EqualTo(1), "a tag that stands is not sent again");
        Assert.That(plant.Log.Lines.Count(line => line.Id.Id == Improved), Is.EqualTo(1));
        Assert.That(plant.Log.Lines.Single(line => line.Id.Id == Improved).Text, Does.Contain("19 requests instead of 20"));
        Assert.That(plant.Status.Scans[0].Overruns, Is.EqualTo(skipped), "no scan is skipped");
        await CountsAsync(plant, token);

        // One scan, by the clock, and the value that it brings. The clock creeps on meanwhile, because requests may have to wait for the limit per second.
        async Task ReadAsync()
        {
            Poke(plant, (short)++written);
            var cycles = plant.Status.Scans[0].Cycles;
            plant.Clock!.Advance(Interval);
            await plant.UntilAsync(() => plant.Seen.ValueOf(0).Bits == written && plant.Status.Scans[0].Cycles > cycles, token, step: 5);
        }
    }

    [Test, CancelAfter(120_000)]
    public async Task The_next_connection_has_the_shorter_plan_without_another_search(CancellationToken token)
    {
        await using var plant = Make();
        plant.Run();
        await plant.UntilAsync(() => IsTaken(plant), token);
        plant.Plc.Faults.CloseConnections();
        await plant.UntilAsync(() => plant.Status is { Reconnects: 1, Connected: true }, token);
        await plant.UntilAsync(() => IsTaken(plant), token);
        Assert.That(plant.Log.Lines.Count(line => line.Id.Id == Improved), Is.EqualTo(1), "told once");
    }

    [Test, CancelAfter(120_000)]
    public async Task A_reload_during_the_search_is_adopted_and_its_tags_are_searched_for_anew(CancellationToken token)
    {
        await using var plant = Make();
        plant.Run();
        await plant.UntilGoodAsync(0, token);
        var numbers = await plant.AdoptAsync(
            map =>
            {
                Draft(map);
                map.Tag("New", "DB1.DBW2", "Int");
            },
            token
        );
        await plant.UntilGoodAsync(numbers[^1], token);
        await plant.UntilAsync(() => plant.Status.Scans[0].PdusPerCycle < 21, token);
        Poke(plant, 77);
        await plant.UntilAsync(() => plant.Seen.ValueOf(0).Bits == 77, token);
    }

    [Test, CancelAfter(30_000)]
    public async Task One_search_runs_at_a_time_and_one_that_is_not_wanted_any_more_never_begins(CancellationToken token)
    {
        var turns = new BackgroundTurns();
        using var goOn = new ManualResetEventSlim();
        using var stop = new CancellationTokenSource();
        var (ran, dropped) = (new List<int>(), 0);
        var first = turns.RunAsync(
            () =>
            {
                goOn.Wait(token);
                ran.Add(1);
            },
            token
        );
        var second = turns.RunAsync(() => dropped++, stop.Token);
        var third = turns.RunAsync(() => ran.Add(3), token);
        await stop.CancelAsync();
        await second;
        Assert.That(ran, Is.Empty);
        goOn.Set();
        await Task.WhenAll(first, third);
        Assert.That((ran, dropped), Is.EqualTo((new List<int> { 1, 3 }, 0)));
    }

    private static int Standing => Array.FindIndex(Ranges, range => range.Range.Start > Ranges[0].Range.Start + 8);

    private static bool IsTaken(Plant plant) => plant.Status is { Connected: true, Scans: [{ PdusPerCycle: 19 }] };

    private static Plant Make(ManualClock? clock = null)
    {
        var plant = Plant.Make(Draft, behavior: CpuBehaviors.S7_300, time: clock);
        plant.Plc.Memory.AddBlock(2, 65_000);
        return plant;
    }

    private static void Draft(MapDraft map)
    {
        map.Class("fast", (int)Interval.TotalMilliseconds);
        for (var i = 0; i < Ranges.Length; i++)
        {
            var range = Ranges[i].Range;
            map.Tag($"T{i}", range.Length == 2 ? $"DB2.DBW{range.Start}" : $"DB2.DBD{range.Start}", range.Length == 2 ? "Int" : "DInt");
        }
    }

    private static void Poke(Plant plant, short value)
    {
        using var memory = plant.Plc.Memory.Hold();
        var range = Ranges[0].Range;
        BinaryPrimitives.WriteInt16BigEndian(memory.Block(2)[(range.End - 2)..], value);
    }

    /// <summary>The PLC is asked for as many jobs as the status says.</summary>
    private static async Task CountsAsync(Plant plant, CancellationToken token)
    {
        var (jobs, cycles) = (plant.Plc.Counters.ReadJobs, plant.Status.Scans[0].Cycles);
        await plant.UntilAsync(() => plant.Status.Scans[0].Cycles >= cycles + 5, token);
        var (more, played) = (plant.Plc.Counters.ReadJobs - jobs, plant.Status.Scans[0].Cycles - cycles);
        Assert.That(more, Is.InRange(19 * (played - 1), 19 * (played + 1)));
    }
}
