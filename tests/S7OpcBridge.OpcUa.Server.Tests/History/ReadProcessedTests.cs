using FsCheck;
using FsCheck.Fluent;
using S7OpcBridge.OpcUa.Server.Aggregates;
using S7OpcBridge.OpcUa.Server.History;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.History;

[CancelAfter(30_000)]
internal sealed class ReadProcessedTests : HistoryFixture
{
    private const uint Calculated = 0x401,
        Interpolated = 0x402;

    [Test]
    public async Task Minutes_of_averages_come_in_pages_and_in_either_direction()
    {
        for (var i = 0; i < 600; i++)
            Record(0, At(0, i), Variant.From((double)(i / 60)));
        await StartAsync(new HistoryLimits { MaxValuesPerNode = 3 });
        var client = await SessionAsync();
        var (forward, answers) = await ReadAllAsync(client, Averages(At(0), At(10)));
        var expected = Enumerable.Range(0, 10).Select(i => (At(i), (double)i, Calculated));
        Assert.That(forward.Select(v => (v.SourceTime, Number(v), v.Status.Value)), Is.EqualTo(expected));
        Assert.That(answers, Is.EqualTo(4));
        var (backward, _) = await ReadAllAsync(client, Averages(At(9, 59.5), At(-1, 59.5)));
        Assert.That(
            backward.Select(v => (v.SourceTime, Number(v))),
            Is.EqualTo(Enumerable.Range(0, 10).Select(i => (At(9 - i, 59.5), (double)(9 - i))))
        );
    }

    [FsCheck.NUnit.Property(MaxTest = 150)]
    public Property Any_page_size_and_pause_gives_the_same_list() =>
        Prop.ForAll(
            Cases.ToArbitrary(),
            one =>
            {
                var history = new MemoryHistory { PageSize = one.SourcePage };
                foreach (var (time, index) in one.Times.Order().Distinct().Select((time, index) => (time, index)))
                    history.Add(
                        0,
                        new DataValue(Variant.From((double)index), index % 5 == 3 ? StatusCodes.BadDataLost : StatusCodes.Good, time, 0)
                    );
                Assert.That(Read(history, one, one.PageSize, one.Pauses), Is.EqualTo(Read(history, one, int.MaxValue, false)));
                return true;
            }
        );

    [Test]
    public async Task A_client_may_bring_its_own_rules_or_take_those_of_the_node()
    {
        Record(0, At(0), Variant.From(1.0));
        Record(0, At(0, 10), Variant.From(5.0), StatusCodes.Uncertain);
        Record(0, At(1), Variant.From(1.0));
        var lenient = new HistoryAggregateRules(false, 100, 100, false);
        await StartAsync(configuration: v => v > 0 ? null : HistoryConfiguration.Sloped with { Aggregates = lenient });
        var client = await SessionAsync();
        var details = Processed(Ids.AggregateFunction_Range, At(0), At(0, 30), 0);
        details.AggregateConfiguration = new AggregateConfiguration { UseServerCapabilitiesDefaults = true };
        Assert.That(ValuesOf(await ReadAsync(client, details))[0].Status.Value, Is.EqualTo(Calculated));
        details.AggregateConfiguration = new AggregateConfiguration
        {
            TreatUncertainAsBad = true,
            PercentDataBad = 100,
            PercentDataGood = 100,
        };
        Assert.That(
            ValuesOf(await ReadAsync(client, details))[0].Status.Value,
            Is.EqualTo(StatusCodes.UncertainDataSubNormal | Calculated)
        );
        details.AggregateConfiguration = new AggregateConfiguration { PercentDataBad = 10, PercentDataGood = 80 };
        Assert.That(StatusCodes.NameOf((await ReadAsync(client, details)).StatusCode), Is.EqualTo("BadAggregateInvalidInputs"));
    }

    [Test]
    public async Task Requests_that_make_no_sense_are_refused()
    {
        Record(0, At(0), Variant.From(1.0));
        await StartAsync();
        var client = await SessionAsync();
        foreach (
            var (details, status) in ((ReadProcessedDetails, string)[])
                [
                    (Processed(Ids.AggregateFunction_AnnotationCount, At(0), At(1), 1000), "BadAggregateNotSupported"),
                    (Processed(Ids.Server, At(0), At(1), 1000), "BadAggregateNotSupported"),
                    (Processed(Ids.AggregateFunction_Count, At(0), At(0), 1000), "BadInvalidArgument"),
                    (Processed(Ids.AggregateFunction_Count, At(0), 0, 1000), "BadInvalidArgument"),
                    (Processed(Ids.AggregateFunction_Count, At(0), At(1), -1), "BadInvalidArgument"),
                    (Processed(Ids.AggregateFunction_Count, At(0), At(1), double.NaN), "BadInvalidArgument"),
                ]
        )
            Assert.That(StatusCodes.NameOf((await ReadAsync(client, details)).StatusCode), Is.EqualTo(status));
        var two = Processed(Ids.AggregateFunction_Count, At(0), At(1), 1000);
        two.AggregateType = [Ids.AggregateFunction_Count, Ids.AggregateFunction_Count];
        Assert.That(await StatusOf(client.CallAsync<HistoryReadResponse>(Request(two), Stop)), Is.EqualTo("BadAggregateListMismatch"));
    }

    [Test]
    public async Task A_long_interval_goes_on_where_the_clients_time_was_over()
    {
        for (var i = 0; i < 5000; i++)
            Record(0, At(0, i), Variant.From(1.0));
        await StartAsync(change: OnClock);
        var client = await SessionAsync();
        History.Reading = () => Clock.Advance(TimeSpan.FromSeconds(3));
        var request = Request(Processed(Ids.AggregateFunction_Count, At(0), At(1000), 0));
        request.RequestHeader.TimeoutHint = 10_000;
        var (answers, read) = (0, History.ValuesRead);
        HistoryReadResult result;
        do
        {
            result = (await client.CallAsync<HistoryReadResponse>(request, Stop)).Results[0];
            request.NodesToRead[0].ContinuationPoint = result.ContinuationPoint;
            answers++;
        } while (result.ContinuationPoint is { Length: > 0 });
        Assert.That((Number(ValuesOf(result)[0]), answers > 1, History.ValuesRead - read), Is.EqualTo((5000d, true, 5000L)));
    }

    [TestCase(false, "1 0|2 402|3 0|4 40A40402"), TestCase(true, "1 0|2 402|3 0|null 809B0000")]
    [ConformanceUnit("Historical Access Time Instance")]
    public async Task Values_at_given_times_come_in_the_order_of_the_times(bool simple, string expected)
    {
        Record(0, At(0), Variant.From(1.0));
        Record(0, At(2), Variant.From(3.0));
        Record(0, At(3), Variant.From(4.0));
        await StartAsync(new HistoryLimits { MaxValuesPerNode = 2 });
        var client = await SessionAsync();
        foreach (
            var order in (int[][])
                [
                    [0, 1, 2, 3],
                    [3, 2, 1, 0],
                    [2, 0, 3, 1],
                ]
        )
        {
            var times = ((long[])[At(0), At(1), At(2), At(4)]);
            var details = new ReadAtTimeDetails { ReqTimes = [.. order.Select(i => times[i])], UseSimpleBounds = simple };
            var (values, answers) = await ReadAllAsync(client, details);
            var shown = values.Select(v => $"{(v.Value.IsNull ? "null" : Number(v))} {v.Status.Value:X}");
            Assert.That(shown, Is.EqualTo(order.Select(i => expected.Split('|')[i])));
            Assert.That((answers, string.Join(' ', values.Select(v => v.SourceTime))), Is.EqualTo((2, string.Join(' ', details.ReqTimes))));
        }
    }

    [Test]
    public async Task States_and_texts_are_held()
    {
        Record(0, At(0), Variant.From("run"));
        Record(0, At(2), Variant.From("stop"));
        await StartAsync(nodes: UaTestNodes.Many(1, BuiltInType.String), variables: 1, configuration: _ => HistoryConfiguration.Stepped);
        var values = ValuesOf(await ReadAsync(await SessionAsync(), new ReadAtTimeDetails { ReqTimes = [At(1), At(-1)] }));
        Assert.That((values[0].Value.Reference, values[0].Status.Value), Is.EqualTo(("run", Interpolated)));
        Assert.That(StatusCodes.NameOf(values[1].Status), Is.EqualTo("BadNoData"));
    }

    private static ReadProcessedDetails Averages(long start, long end) => Processed(Ids.AggregateFunction_Average, start, end, 60_000);

    private static ReadProcessedDetails Processed(uint function, long start, long end, double interval) =>
        new()
        {
            StartTime = start,
            EndTime = end,
            ProcessingInterval = interval,
            AggregateType = [function],
            AggregateConfiguration = new AggregateConfiguration { UseServerCapabilitiesDefaults = true },
        };

    private static double Number(DataValue value) => NumericValues.TryOf(value.Value, out var number) ? number : double.NaN;

    private static List<DataValue> Read(MemoryHistory history, Case one, int pageSize, bool pauses)
    {
        var details = Processed(one.Function, one.Start, one.End, one.Interval / (double)TimeSpan.TicksPerMillisecond);
        var target = new HistoryTarget(new NodeId(2, "V"), null, TimestampsToReturn.Both, null);
        var cursor = new ProcessedCursor(
            history.Source(),
            new HistoryLimits { MaxValuesPerNode = pageSize },
            target,
            ProcessedRequest.From(details, 0, HistoryConfiguration.Sloped)
        );
        var (all, clock) = (new List<DataValue>(), new ManualClock());
        history.Reading = pauses ? () => clock.Advance(TimeSpan.FromSeconds(1)) : static () => { };
        for (var answers = 0; answers < 10_000; answers++)
        {
            var budget = new HistoryBudget(clock, TimeSpan.FromSeconds(2.5));
            budget.Grant(int.MaxValue);
            var node = new HistoryNode(null!, NodeHandle.None, 0, null!, false);
            var part = cursor.NextAsync(node, budget, CancellationToken.None).AsTask().GetAwaiter().GetResult();
            all.AddRange(((HistoryData)part.Data).DataValues);
            if (part.IsLast)
                return all;
        }

        throw new AssertionException("It never ends.");
    }

    private static Gen<Case> Cases =>
        from times in Gen.Choose(1000, 1400).Select(t => (long)t).ArrayOf()
        from start in Gen.Choose(950, 1450)
        from end in Gen.Choose(950, 1450)
        from interval in Gen.Choose(0, 90)
        from function in Gen.Elements(Ids.AggregateFunction_TimeAverage, Ids.AggregateFunction_Interpolative, Ids.AggregateFunction_Count)
        from pageSize in Gen.Choose(1, 9)
        from sourcePage in Gen.Choose(1, 5)
        from pauses in Gen.Elements(true, false)
        select new Case(times, start, end == start ? end + 1 : end, interval, function, pageSize, sourcePage, pauses);

    private sealed record Case(long[] Times, long Start, long End, long Interval, uint Function, int PageSize, int SourcePage, bool Pauses);
}
