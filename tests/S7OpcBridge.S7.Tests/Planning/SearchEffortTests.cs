using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests;

/// <summary>The search that goes on after a plan was found.</summary>
public class SearchEffortTests
{
    private static readonly PlanOptions Options = new(240, 20);

    [Test, CancelAfter(60_000)]
    public async Task A_stopped_search_ends_with_an_exception(CancellationToken token)
    {
        using var stop = new CancellationTokenSource();
        var ranges = HardMap();
        var search = Task.Run(
            () =>
                ReadPlanner.Plan(ranges, Options, new SearchEffort(long.MaxValue / ranges.Length / 2, long.MaxValue, default, stop.Token)),
            token
        );
        await Task.Delay(50, token);
        await stop.CancelAsync();
        Assert.That(async () => await search, Throws.InstanceOf<OperationCanceledException>());
    }

    [Test]
    public void When_the_time_is_up_the_best_plan_so_far_is_returned()
    {
        var ranges = HardMap();
        var plan = ReadPlanner.Plan(ranges, Options, SearchEffort.Long(new CancellationToken(canceled: true), default));
        Assert.That(PlanCheck.Fault(plan, ranges), Is.Null);
        Assert.That(
            plan.Requests.Length,
            Is.EqualTo(ReadPlanner.Plan(ranges, Options, new SearchEffort(0, 0, default, default)).Requests.Length)
        );
    }

    [Test]
    public void A_longer_search_saves_requests()
    {
        var ranges = PlanCorpus.Scattered(500, 5);
        var (first, improved) = (ReadPlanner.Plan(ranges, Options), ReadPlanner.Plan(ranges, Options, SearchEffort.Long(default, default)));
        Assert.That((first.Requests.Length, improved.Requests.Length, improved.LowerBound), Is.EqualTo((20, 19, 19)));
    }

    [Test]
    public void Snapshot_groups_stay_in_one_request()
    {
        var dice = new PlanCorpus.Dice(3);
        var ranges = PlanCorpus.Scattered(500, 5);
        for (var i = 0; i < 40; i++)
            ranges[dice.Next(0, ranges.Length)] = new(new(S7Area.DataBlock, 9, i * 200, 4), Snapshot: 1 + (i / 4));
        var plan = ReadPlanner.Plan(ranges, Options, new SearchEffort(100_000, 50_000_000, default, default));
        Assert.That(PlanCheck.Fault(plan, ranges), Is.Null);
        Assert.That(plan.Snapshots, Is.Not.Empty.And.All.Property(nameof(PlanSnapshot.OneRequest)).True);
    }

    /// <summary>A map whose bound no plan reaches, so that a search never ends by itself.</summary>
    private static PlanRange[] HardMap() => [.. PlanCorpus.Maps(1).Single(map => map.Family == "whole plant").Ranges];
}
