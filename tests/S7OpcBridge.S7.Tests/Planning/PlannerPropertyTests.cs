using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests;

public class PlannerPropertyTests
{
    private static readonly S7Area[] Areas =
    [
        S7Area.DataBlock,
        S7Area.DataBlock,
        S7Area.DataBlock,
        S7Area.Markers,
        S7Area.Inputs,
        S7Area.Timers,
        S7Area.Counters,
        S7Area.Peripheral,
    ];

    [FsCheck.NUnit.Property(MaxTest = 150)]
    public void Every_plan_is_legal_and_complete(ushort seed)
    {
        var (ranges, pdu, cap) = Make(seed);
        Assert.That(PlanCheck.Fault(ReadPlanner.Plan(ranges, pdu, cap), ranges), Is.Null);
    }

    [FsCheck.NUnit.Property(MaxTest = 60)]
    public bool The_same_input_gives_the_same_plan_in_whatever_order_it_comes(ushort seed)
    {
        var (ranges, pdu, cap) = Make(seed);
        var plan = ReadPlanner.Plan(ranges, pdu, cap);
        var order = Enumerable.Range(0, ranges.Length).ToArray();
        var dice = new PlanCorpus.Dice(seed + 7);
        for (var i = order.Length - 1; i > 0; i--)
            (order[i], order[^1]) = (order[^1], order[dice.Next(0, i + 1)]);
        order = [.. order.Distinct()];
        order = [.. order, .. Enumerable.Range(0, ranges.Length).Except(order)];
        var shuffled = ReadPlanner.Plan(order.Select(i => ranges[i]).ToArray(), pdu, cap);
        return SameRequests(plan, shuffled) && order.Select((from, to) => plan.Slots[from] == shuffled.Slots[to]).All(same => same);
    }

    [FsCheck.NUnit.Property(MaxTest = 300)]
    public bool No_plan_beats_the_bound_and_brute_force_agrees_on_tiny_maps(ushort seed)
    {
        var dice = new PlanCorpus.Dice(seed + 3);
        var (pdu, cap) = (dice.Pick(112, 113, 120), dice.Next(1, 5));
        var ranges = Enumerable
            .Range(0, dice.Next(1, 8))
            .Select(_ => new PlanRange(
                new(dice.Pick(S7Area.DataBlock, S7Area.Markers), 0, dice.Next(0, 120), dice.Pick(1, 2, 4, 20, 45, 60))
            ))
            .ToArray();
        var plan = ReadPlanner.Plan(ranges, pdu, cap);
        var fewest = BruteForce.FewestRequests(ranges, pdu, cap);
        return PlanCheck.Fault(plan, ranges) is null && plan.LowerBound <= fewest && plan.Requests.Length <= fewest + (fewest > 2 ? 1 : 0);
    }

    [FsCheck.NUnit.Property(MaxTest = 300)]
    public bool No_plan_of_timers_and_counters_beats_the_bound(ushort seed)
    {
        var dice = new PlanCorpus.Dice(seed + 5);
        var (pdu, cap) = (dice.Pick(112, 113, 240), dice.Next(1, 5));
        var ranges = Enumerable
            .Range(0, dice.Next(1, 8))
            .Select(_ => new PlanRange(
                new(dice.Pick(S7Area.Timers, S7Area.Counters, S7Area.Inputs), 0, dice.Next(0, 120), dice.Pick(1, 1, 2, 8))
            ))
            .ToArray();
        var plan = ReadPlanner.Plan(ranges, pdu, cap);
        var fewest = BruteForce.FewestRequests(ranges, pdu, cap);
        return PlanCheck.Fault(plan, ranges) is null && plan.LowerBound <= fewest && plan.Requests.Length <= fewest + (fewest > 2 ? 1 : 0);
    }

    private static bool SameRequests(ReadPlan left, ReadPlan right) =>
        left.Requests.Length == right.Requests.Length
        && left.Requests.Zip(right.Requests).All(pair => pair.First.Items.SequenceEqual(pair.Second.Items));

    private static (PlanRange[] Ranges, int Pdu, int Cap) Make(ushort seed)
    {
        var dice = new PlanCorpus.Dice(seed + 1);
        var reach = dice.Pick(60, 600, 6000, 60000);
        var ranges = new PlanRange[dice.Next(1, 200)];
        for (var i = 0; i < ranges.Length; i++)
        {
            var area = dice.Pick(Areas);
            var length = area is S7Area.Timers or S7Area.Counters
                ? dice.Pick(1, 1, 1, 4)
                : dice.Pick(1, 1, 2, 2, 4, 4, 8, 12, 21, 82, 256, 2000);
            var element = length < 256 ? 0 : dice.Pick(0, 1, 2, 4, 8);
            ranges[i] = new(
                new(area, area == S7Area.DataBlock ? (ushort)dice.Next(1, 4) : (ushort)0, dice.Next(0, reach), length),
                element
            );
        }
        return (ranges, dice.Pick(112, 240, 241, 480, 960), dice.Pick(1, 3, 19, 20, 255));
    }
}
