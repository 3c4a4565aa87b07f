using System.Globalization;
using S7OpcBridge.OpcUa.Server.Aggregates;

namespace S7OpcBridge.OpcUa.Server.Tests.Aggregates;

/// <summary>
/// Our aggregates against those of an independent implementation: random series, rules, ranges and directions, calculated once by a local build of the OPC
/// Foundation's calculators (UA-.NETStandard 8ea319d9). Only the data are kept.
/// </summary>
[CancelAfter(120_000)]
internal sealed class FoundationVectorTests
{
    private const uint Partial = 4,
        InfoBit = 0x400;

    [Test]
    public async Task Values_and_statuses_are_those_of_the_Foundations_calculators()
    {
        var path =
            Environment.GetEnvironmentVariable("AGGREGATE_VECTORS") ?? Path.Combine(AppContext.BaseDirectory, "Aggregates", "vectors.gz");
        var (wrong, compared, different, series) = (new List<string>(), 0, 0, 0);
        await using var file = File.OpenRead(path);
        foreach (var vector in AggregateVectors.Load(file))
        {
            series++;
            foreach (var (function, expected) in vector.Results)
            {
                var own = await CalculateAsync(vector, function);
                compared += expected.Length;
                var intervals = new ProcessingIntervals(vector.Start, vector.End, vector.Interval);
                for (var i = 0; i < Math.Max(own.Count, expected.Length); i++)
                {
                    if (i < intervals.Count && CountsBeforeData(vector, function, intervals[i]))
                        different++;
                    else if (i >= own.Count || i >= expected.Length || !AreSame(vector, own[i], expected[i], i == own.Count - 1))
                    {
                        var (got, wanted) = (i < own.Count ? Show(own[i]) : "none", i < expected.Length ? $"{expected[i]}" : "none");
                        wrong.Add($"{function}[{i}]: {got} instead of {wanted}\n  {vector.Text}");
                    }
                }
            }
        }

        Assert.That(wrong.Take(20), Is.Empty, $"{wrong.Count} of {compared} results of {series} series");
        Assert.That(series, Is.GreaterThanOrEqualTo(1600));
        Assert.That(different, Is.LessThan(compared / 10_000), "results that differ on purpose");
    }

    private static bool AreSame(AggregateVector vector, in DataValue own, (long Time, string Value, uint Status) expected, bool isLast)
    {
        if (own.SourceTime != expected.Time || !IsSameValue(own.Value, expected.Value))
            return false;
        var status = own.Status.Value;
        if (status == expected.Status)
            return true;
        return isLast && IsShort(vector) && Without(status) == Without(expected.Status);
    }

    // Difference: their TimeAverage and Total count the time before the first value of a sloped series, with values on a line from 0, if that value is
    // Uncertain and Uncertain values are accepted. There is no bound, so the time is not part of the result (OPC 10000-13, 3.1.8).
    private static bool CountsBeforeData(AggregateVector vector, uint function, TimeInterval interval) =>
        function is Ids.AggregateFunction_TimeAverage or Ids.AggregateFunction_Total
        && vector is { IsStepped: false, Rules.TreatUncertainAsBad: false }
        && Array.Find(vector.Series, value => !value.Status.IsBad) is { Status.IsUncertain: true } first
        && first.SourceTime > interval.Early
        && first.SourceTime <= interval.Late;

    // Difference: the last interval of a range that is no multiple of the processing interval is Partial (OPC 10000-13, 5.3.3.2); theirs is not.
    private static bool IsShort(AggregateVector vector) =>
        vector.Interval > 0 && Math.Abs(vector.End - vector.Start) % vector.Interval != 0;

    private static uint Without(uint status) => status & ~(Partial | InfoBit);

    private static bool IsSameValue(in Variant own, string expected)
    {
        if (own.IsNull || expected == "-")
            return own.IsNull == (expected == "-");
        if (own.Type == BuiltInType.StatusCode)
            return ((uint)own.Bits).ToString("X", CultureInfo.InvariantCulture) == expected;
        NumericValues.TryOf(own, out var number);
        var other = double.Parse(expected, CultureInfo.InvariantCulture);
        return number.Equals(other) || Math.Abs(number - other) <= 1e-9 * Math.Max(1, Math.Abs(other));
    }

    private static async Task<List<DataValue>> CalculateAsync(AggregateVector vector, uint function)
    {
        var isBackward = vector.End < vector.Start;
        var context = new AggregateContext(vector.Rules, vector.IsStepped, isBackward);
        var run = new AggregateRun(
            new RawSeries(vector.Rules, ArraySeries.Of(vector.Series, 3)),
            AggregateFunctions.Make(function, context)
        );
        var intervals = new ProcessingIntervals(vector.Start, vector.End, vector.Interval);
        var results = new List<DataValue>();
        for (var i = 0L; i < intervals.Count; i++)
            results.Add((await run.CalculateAsync(intervals[i], () => false, CancellationToken.None))!.Value);
        return results;
    }

    private static string Show(DataValue value) =>
        $"({value.SourceTime - AggregateVectors.Base}, {value.Value.Type} "
        + $"{(NumericValues.TryOf(value.Value, out var number) ? number : value.Value.Bits)}, {value.Status.Value:X})";
}
