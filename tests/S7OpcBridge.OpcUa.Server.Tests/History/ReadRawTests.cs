using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.History;

[CancelAfter(30_000)]
internal sealed class ReadRawTests : HistoryFixture
{
    private const int None = -1; // not given

    // OPC 10000-11, Table 1: values at 0, 2, 3, 5 and 6 minutes. "F" and "L": no bound found, with its time.
    [TestCase(0, 5, 0, true, "0 2 3 5"), TestCase(0, 5, 0, false, "0 2 3")]
    [TestCase(1, 4, 0, true, "0 2 3 5"), TestCase(1, 4, 0, false, "2 3")]
    [TestCase(5, 0, 0, true, "5 3 2 0"), TestCase(5, 0, 0, false, "5 3 2")]
    [TestCase(4, 1, 0, true, "5 3 2 0"), TestCase(4, 1, 0, false, "3 2")]
    [TestCase(-3, 5, 0, true, "B-3 0 2 3 5"), TestCase(-3, 5, 0, false, "0 2 3")]
    [TestCase(1, 7, 0, true, "0 2 3 5 6 B7"), TestCase(1, 7, 0, false, "2 3 5 6")]
    [TestCase(7, 1, 0, true, "B7 6 5 3 2 0"), TestCase(5, -3, 0, true, "5 3 2 0 B-3")]
    [TestCase(0, 5, 3, true, "0 2 3+"), TestCase(0, 5, 3, false, "0 2 3")]
    [TestCase(1, 4, 3, true, "0 2 3+"), TestCase(1, 4, 3, false, "2 3")]
    [TestCase(5, 0, 3, true, "5 3 2+"), TestCase(5, 0, 2, false, "5 3+")]
    [TestCase(0, None, 3, true, "0 2 3"), TestCase(0, None, 3, false, "0 2 3"), TestCase(1, None, 3, true, "0 2 3")]
    [TestCase(0, None, 6, true, "0 2 3 5 6 B6:01"), TestCase(0, None, 6, false, "0 2 3 5 6"), TestCase(7, None, 6, true, "6 B6:01")]
    [TestCase(7, None, 6, false, ""), TestCase(None, 6, 3, true, "6 5 3"), TestCase(None, 6, 3, false, "6 5 3")]
    [TestCase(None, 6, 6, true, "6 5 3 2 0 B-0:01"), TestCase(None, -12, 6, true, "0 B-0:01"), TestCase(None, -12, 6, false, "")]
    [TestCase(-12, -12, 0, true, "B-12 0"), TestCase(-12, -12, 0, false, ""), TestCase(-12, -12, 1, true, "B-12+")]
    [
        TestCase(0, 0, 0, true, "0 2"),
        TestCase(0, 0, 0, false, "0"),
        TestCase(0, 0, 1, false, "0"),
        TestCase(1, 1, 0, true, "0 2"),
        TestCase(1, 1, 0, false, "")
    ]
    [ConformanceUnit("Historical Access Read Raw")]
    public async Task The_standards_examples_of_ranges_and_bounds_hold(int start, int end, int count, bool bounds, string expected)
    {
        foreach (var minute in (int[])[0, 2, 3, 5, 6])
            Record(0, At(minute), Variant.From((double)minute));
        await StartAsync();
        var result = await ReadAsync(await SessionAsync(), Raw(Time(start), Time(end), (uint)count, bounds));
        var shown = string.Join(' ', ValuesOf(result).Select(Show));
        Assert.That(shown + (result.ContinuationPoint is { Length: > 0 } ? "+" : ""), Is.EqualTo(expected));
        Assert.That(StatusCodes.NameOf(result.StatusCode), Is.EqualTo(expected.Length == 0 ? "GoodNoData" : "Good"));

        static long Time(int minute) => minute == None ? 0 : At(minute);
        static string Show(DataValue value)
        {
            var span = TimeSpan.FromTicks(value.SourceTime - Noon);
            var text =
                $"{(span < TimeSpan.Zero ? "-" : "")}{Math.Abs((int)span.TotalMinutes)}{(span.Seconds == 0 ? "" : $":{Math.Abs(span.Seconds):00}")}";
            return value.Status.Value == StatusCodes.BadBoundNotFound && value.Value.IsNull ? $"B{text}"
                : value.Status.IsGood ? text
                : "?";
        }
    }
}
