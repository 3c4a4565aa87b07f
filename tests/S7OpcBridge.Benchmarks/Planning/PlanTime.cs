using System.Diagnostics;
using S7OpcBridge.S7;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>What planning a whole PLC takes, rides included, against sorting numbers on the same machine in the same minute.</summary>
internal static class PlanTime
{
    private const int Rounds = 5;

    /// <summary>20,000 tags in three classes at PDU 240, as a multiple of the yardstick.</summary>
    public static Task<double?> SmallRatioAsync() => Task.FromResult<double?>(Ratio(20_000));

    /// <summary>100,000 tags in three classes at PDU 240, as a multiple of the yardstick.</summary>
    public static Task<double?> LargeRatioAsync() => Task.FromResult<double?>(Ratio(100_000));

    private static double Ratio(int tags)
    {
        var classes = Classes(tags);
        ClassPlans.Plan(classes, 240, 20);
        var (planning, yardstick) = (double.MaxValue, double.MaxValue);
        // The best of a few rounds of each, in turn: other work on the machine only ever adds.
        for (var round = 0; round < Rounds; round++)
        {
            planning = Math.Min(planning, Time(() => ClassPlans.Plan(classes, 240, 20)));
            yardstick = Math.Min(yardstick, Time(Yardstick));
        }
        Console.WriteLine($"     {tags} tags in {planning:F0} ms, a million numbers sorted in {yardstick:F0} ms");
        return planning / yardstick;
    }

    /// <summary>A few fast tags, many at the usual rate, the rest slow.</summary>
    private static PlanRange[][] Classes(int tags)
    {
        var all = PlanCorpus.Large(tags);
        var classes = new List<PlanRange>[] { [], [], [] };
        for (var i = 0; i < all.Length; i++)
            classes[
                (i / 50)
                    % 10 switch
                    {
                        0 => 0,
                        < 5 => 1,
                        _ => 2,
                    }
            ]
                .Add(all[i]);
        return Array.ConvertAll(classes, list => list.ToArray());
    }

    private static double Time(Action action)
    {
        var start = Stopwatch.GetTimestamp();
        action();
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }

    private static void Yardstick()
    {
        var dice = new PlanCorpus.Dice(1);
        var numbers = new int[1_000_000];
        for (var i = 0; i < numbers.Length; i++)
            numbers[i] = dice.Next(0, int.MaxValue);
        Array.Sort(numbers);
    }
}
