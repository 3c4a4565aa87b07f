using FsCheck;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Planning;

/// <summary>All classes of a PLC planned together.</summary>
public sealed class S7PlusClassPlansTests
{
    private static readonly S7PlusLimits Limits = S7PlusLimits.Unknown with { ItemsPerRead = 50 };

    [FsCheck.NUnit.Property(MaxTest = 300)]
    public bool Every_item_is_read_once_and_no_request_is_too_long(PositiveInt seed, byte first, byte second, byte third, byte mostItems)
    {
        var random = new Random(seed.Get);
        var limits = Limits with { ItemsPerRead = 1 + mostItems };
        S7PlusClassItems[] classes = [ClassOf(random, first, 0), ClassOf(random, second, 10), ClassOf(random, third, 20)];
        var plans = S7PlusClassPlans.Plan(classes, limits);
        var seen = new List<S7PlusClassItem>();
        for (var i = 0; i < classes.Length; i++)
        {
            foreach (var request in plans[i].Requests)
            {
                // Slower classes ride in faster ones only.
                if (request.IsEmpty || request.Any(item => item.Class < i) || request.All(item => item.Class != i))
                    return false;
                var job = new S7PlusReadJob([.. request.Select(item => classes[item.Class].Items[item.Item])]);
                var bytes = PlusRequestHead.Length + job.Body.Before.Length + Vlq.Longest32 + job.Body.After.Length;
                if (bytes > limits.RequestBytes || job.Count > limits.ItemsPerRead)
                    return false;
                seen.AddRange(request);
            }
        }
        return seen.Count == first + second + third && seen.Distinct().Count() == seen.Count;
    }

    [FsCheck.NUnit.Property(MaxTest = 300)]
    public bool Requests_are_as_many_as_the_bound(PositiveInt seed, ushort first, ushort second, bool isLarge)
    {
        var random = new Random(seed.Get);
        var limits = Limits with { ItemsPerRead = isLarge ? 100 : 20 };
        S7PlusClassItems[] classes = [ClassOf(random, first % 3000, 0), ClassOf(random, second % 3000, 0)];
        return S7PlusClassPlans.Plan(classes, limits).All(plan => plan.Requests.Length == plan.LowerBound);
    }

    [FsCheck.NUnit.Property(MaxTest = 300)]
    public bool Riding_never_costs_a_request(PositiveInt seed, byte first, byte second)
    {
        var random = new Random(seed.Get);
        S7PlusClassItems[] classes = [ClassOf(random, first, 0), ClassOf(random, second, 0)];
        var together = S7PlusClassPlans.Plan(classes, Limits);
        var rides = together[0].Requests.Sum(request => request.Count(item => item.Class == 1));
        var (fast, slow) = (
            S7PlusReadPlan.ForReads(classes[0].Items, Limits).Count,
            S7PlusReadPlan.ForReads(classes[1].Items, Limits).Count
        );
        return together[0].Requests.Length == fast
            && (rides == 0 ? together[1].Requests.Length == slow : together[1].Requests.Length < slow);
    }

    [Test]
    public void A_few_slow_items_ride_and_many_leave_what_saves_nothing()
    {
        var random = new Random(3);
        var limits = Limits with { RequestBytes = 10_000 };
        var plans = S7PlusClassPlans.Plan([ClassOf(random, 30, 0), ClassOf(random, 60, 0)], limits);
        Assert.That(
            plans[0].Requests.Select(request => (request.Length, request.Count(item => item.Class == 1))),
            Is.EqualTo(new[] { (40, 10) })
        );
        Assert.That(plans[1].Requests.Select(request => request.Length), Is.EqualTo(new[] { 50 }));
        Assert.That(plans[1].LowerBound, Is.EqualTo(1));
        plans = S7PlusClassPlans.Plan([ClassOf(random, 30, 0), ClassOf(random, 20, 0)], limits);
        Assert.That((plans[0].Requests[0].Length, plans[1].Requests.Length, plans[1].LowerBound), Is.EqualTo((50, 0, 0)));
    }

    [Test]
    public void A_group_is_read_by_one_request_of_its_own_class()
    {
        var random = new Random(5);
        var slow = ClassOf(random, 6, 0) with { Groups = [0, 7, 7, 7, 0, 8] };
        var plans = S7PlusClassPlans.Plan([ClassOf(random, 10, 0), slow], Limits with { ItemsPerRead = 12 });
        var whole = plans[1].Requests.Single(request => request.Any(item => item.Item == 1));
        Assert.That(whole.Select(item => item.Item), Is.SupersetOf(new[] { 1, 2, 3 }));
        var apart = S7PlusClassPlans.Plan([slow with { Groups = [7, 7, 7, 7, 7, 7] }], Limits with { ItemsPerRead = 4 });
        Assert.That(
            apart[0].Requests.Select(request => request.Length).Sum(),
            Is.EqualTo(6),
            "a group that exceeds a request is taken apart"
        );
    }

    private static S7PlusClassItems ClassOf(Random random, int count, int groups)
    {
        var items = new S7PlusItem[count];
        var groupOf = new int[count];
        for (var i = 0; i < count; i++)
        {
            var lids = new uint[random.Next(1, 6)];
            for (var k = 0; k < lids.Length; k++)
                lids[k] = (uint)random.Next(1, 400);
            var address = new S7PlusAddress(
                PlusIds.DataBlock((ushort)random.Next(1, 300)),
                PlusIds.DbValues,
                lids,
                (uint)random.NextInt64(uint.MaxValue)
            );
            items[i] = new S7PlusItem(address, new S7PlusShape(S7PlusType.Int));
            groupOf[i] = groups == 0 ? 0 : random.Next(groups);
        }
        return new S7PlusClassItems(items, groupOf);
    }
}
