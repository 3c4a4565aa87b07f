using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests;

public class SnapshotTests
{
    [Test]
    public void Groups_on_a_map_above_its_bound_stay_in_one_request()
    {
        var dice = new PlanCorpus.Dice(3);
        var ranges = PlanCorpus.Scattered(500, 5);
        for (var i = 0; i < 40; i++)
            ranges[dice.Next(0, ranges.Length)] = new(new(S7Area.DataBlock, 9, i * 200, 4), Snapshot: 1 + (i / 4));
        var plan = ReadPlanner.Plan(ranges, 240, 20);
        Assert.That(PlanCheck.Fault(plan, ranges), Is.Null);
        Assert.That(plan.Snapshots, Is.Not.Empty.And.All.Property(nameof(PlanSnapshot.OneRequest)).True);
    }

    [Test]
    public void A_group_within_the_CPUs_consistency_is_one_item()
    {
        var plan = Plan(64, Db(1, 0, 4, 1), Db(1, 40, 4, 1), Db(1, 20, 2, 0), Db(5, 0, 4, 0));
        Assert.That(plan.Snapshots, Is.EqualTo(new[] { new PlanSnapshot(1, OneRequest: true, OneItem: true) }));
    }

    [Test]
    public void A_wider_group_is_one_request()
    {
        var plan = Plan(64, Db(1, 0, 4, 1), Db(1, 400, 4, 1), Db(9, 0, 2, 1));
        Assert.That(plan.Snapshots, Is.EqualTo(new[] { new PlanSnapshot(1, OneRequest: true, OneItem: false) }));
        Assert.That(Plan(512, Db(1, 0, 4, 1), Db(1, 200, 4, 1)).Snapshots.Single().OneItem, Is.True);
    }

    [Test]
    public void A_group_that_fits_into_no_request_is_reported_and_still_read()
    {
        var plan = Plan(64, Db(1, 0, 200, 1), Db(2, 0, 200, 1), Db(3, 0, 4, 2));
        Assert.That(plan.Snapshots, Is.EqualTo(new[] { new PlanSnapshot(1, false, false), new PlanSnapshot(2, true, true) }));
    }

    [Test]
    public void A_range_that_is_cut_makes_no_snapshot() =>
        Assert.That(Plan(64, Db(1, 0, 600, 1) with { Element = 2 }, Db(1, 600, 2, 1)).Snapshots.Single().OneRequest, Is.False);

    [Test]
    public void Groups_that_share_bytes_share_their_request()
    {
        var plan = Plan(64, Db(1, 0, 4, 1), Db(2, 0, 4, 1), Db(2, 0, 4, 2), Db(3, 0, 4, 2));
        Assert.That(plan.Slots.Select(slot => slot.Request).Distinct().Count(), Is.EqualTo(1));
        Assert.That(plan.Snapshots.All(snapshot => snapshot.OneRequest), Is.True);
    }

    [FsCheck.NUnit.Property(MaxTest = 80)]
    public bool Every_group_that_fits_is_kept_together_whatever_lies_around_it(ushort seed)
    {
        var dice = new PlanCorpus.Dice(seed + 1);
        var ranges = Enumerable
            .Range(0, dice.Next(20, 300))
            .Select(_ => Db(dice.Next(1, 6), dice.Next(0, 3000), dice.Pick(1, 2, 4, 20), dice.Pick(0, 0, 0, 0, 0, 0, 0, dice.Next(1, 6))))
            .ToArray();
        var plan = ReadPlanner.Plan(ranges, new PlanOptions(480, 39));
        return PlanCheck.Fault(plan, ranges) is null
            && plan.Snapshots.All(snapshot => snapshot.OneRequest || IsTooLarge(ranges, snapshot.Group));
    }

    /// <summary>
    /// Its bytes alone, each range with a header of its own, may not fit: then it may be apart. Groups tied together by shared bytes count together.
    /// </summary>
    private static bool IsTooLarge(PlanRange[] ranges, int group)
    {
        var tied = new HashSet<int> { group };
        while (
            ranges
                .Where(range => range.Snapshot > 0 && !tied.Contains(range.Snapshot))
                .FirstOrDefault(range => ranges.Any(other => tied.Contains(other.Snapshot) && Overlap(range.Range, other.Range)))
                is { Snapshot: > 0 } next
        )
            tied.Add(next.Snapshot);
        var members = ranges.Where(range => tied.Contains(range.Snapshot)).ToArray();
        return members.Length > 39 || members.Sum(range => 6 + range.Range.ByteLength) > 466 || members.Length > 10;
    }

    private static bool Overlap(S7Range left, S7Range right) =>
        left.Db == right.Db && left.Start < right.End + 64 && right.Start < left.End + 64;

    private static ReadPlan Plan(int consistent, params PlanRange[] ranges)
    {
        var plan = ReadPlanner.Plan(ranges, new PlanOptions(240, 20) { ConsistentBytes = consistent });
        Assert.That(PlanCheck.Fault(plan, ranges), Is.Null);
        return plan;
    }

    private static PlanRange Db(int db, int start, int length, int snapshot) =>
        new(new(S7Area.DataBlock, (ushort)db, start, length), Snapshot: snapshot);
}
