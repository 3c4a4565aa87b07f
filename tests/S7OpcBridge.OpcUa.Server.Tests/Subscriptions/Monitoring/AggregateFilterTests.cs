using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Server.Aggregates;
using S7OpcBridge.OpcUa.Server.Subscriptions.Items;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Monitoring;

/// <summary>Monitored items that deliver calculated values (OPC 10000-4, 7.22.4).</summary>
internal sealed class AggregateFilterTests
{
    private const uint Calculated = 0x401;

    [
        TestCase(Ids.AggregateFunction_Average, "2 4 4"),
        TestCase(Ids.AggregateFunction_Maximum, "4 4 4"),
        TestCase(Ids.AggregateFunction_Count, "3 1 1"),
        TestCase(Ids.AggregateFunction_TimeAverage, "2 4 4"),
        TestCase(Ids.AggregateFunction_DurationInStateZero, "300 0 0"),
        TestCase(Ids.AggregateFunction_NumberOfTransitions, "2 0 0"),
        TestCase(Ids.AggregateFunction_End, "4 4 4")
    ]
    public void Each_interval_gives_one_result_also_where_nothing_changes(uint function, string expected)
    {
        using var rig = new Rig();
        var begin = Now(rig);
        rig.Set(TestNodes.Double, Variant.From(0.0), sourceTime: begin - TimeSpan.TicksPerSecond);
        Monitor(rig, rig.Subscribe(), function);
        Change(rig, 300, 2);
        Change(rig, 400, 4); // at 700 ms
        rig.Pass(2500);
        var values = rig.Next().Data;
        Assert.That(string.Join(' ', values.Select(v => Number(v.Value.Value))), Is.EqualTo(expected));
        var isEnd = function == Ids.AggregateFunction_End;
        if (!isEnd)
            Assert.That(
                values.Select(v => v.Value.SourceTime - begin),
                Is.EqualTo((long[])[0, TimeSpan.TicksPerSecond, 2 * TimeSpan.TicksPerSecond])
            );
    }

    [Test]
    public void Values_of_the_next_interval_that_come_while_the_last_one_is_waited_for_belong_to_the_next()
    {
        using var rig = new Rig();
        rig.Set(TestNodes.Double, Variant.From(1.0), sourceTime: Now(rig) - 1);
        Monitor(rig, rig.Subscribe(), Ids.AggregateFunction_Maximum);
        Change(rig, 1050, 9); // the interval ended at 1000 ms, its result comes at 1100 ms
        rig.Pass(1500);
        Assert.That(rig.Next().Data.Select(v => Number(v.Value.Value)), Is.EqualTo((double[])[1, 9]));
    }

    [Test]
    public void A_status_that_is_bad_is_taken_into_account()
    {
        using var rig = new Rig();
        rig.Set(TestNodes.Double, Variant.From(1.0), sourceTime: Now(rig) - 1);
        Monitor(rig, rig.Subscribe(), Ids.AggregateFunction_PercentGood);
        rig.Pass(250);
        rig.Set(TestNodes.Double, default, StatusCodes.BadNoCommunication, Now(rig));
        rig.Pass(1900);
        Assert.That(rig.Next().Data.Select(v => Number(v.Value.Value)), Is.EqualTo((double[])[25, 0]));
    }

    [Test]
    public void The_server_says_how_it_revised_the_filter()
    {
        using var rig = new Rig();
        var filter = Filter(Ids.AggregateFunction_Average, 1);
        filter.StartTime = Now(rig) - TimeSpan.TicksPerHour;
        var result = (AggregateFilterResult)rig.Monitor(rig.Subscribe(), TestNodes.Double, filter: filter).FilterResult!.Body!;
        Assert.That((result.RevisedStartTime, result.RevisedProcessingInterval), Is.EqualTo((Now(rig), LiveAggregateSettings.Shortest)));
        var rules = result.RevisedAggregateConfiguration;
        Assert.That((rules.TreatUncertainAsBad, rules.PercentDataGood), Is.EqualTo((true, (byte)100)));
        filter.StartTime = Now(rig) + TimeSpan.TicksPerHour;
        result = (AggregateFilterResult)rig.Monitor(rig.Subscribe(), TestNodes.Double, filter: filter).FilterResult!.Body!;
        Assert.That(result.RevisedStartTime, Is.EqualTo(filter.StartTime));
    }

    [Test]
    public void Nothing_is_delivered_before_the_start_that_the_client_asks_for()
    {
        using var rig = new Rig();
        rig.Set(TestNodes.Double, Variant.From(3.0), sourceTime: Now(rig) - 1);
        var filter = Filter(Ids.AggregateFunction_Average, 1000);
        filter.StartTime = Now(rig) + 2 * TimeSpan.TicksPerSecond;
        rig.Monitor(rig.Subscribe(), TestNodes.Double, queueSize: 10, filter: filter);
        rig.Pass(2900);
        Assert.That(rig.Next().IsKeepAlive);
        rig.Pass(500);
        Assert.That(
            rig.Next().Data.Select(v => (v.Value.SourceTime, Number(v.Value.Value))),
            Is.EqualTo(((long, double)[])[(filter.StartTime, 3)])
        );
    }

    [Test]
    public void A_start_at_the_end_of_time_is_revised_to_a_day_from_now_and_nothing_waits_for_it()
    {
        var memory = new ClientMemoryBudget(long.MaxValue);
        using var rig = new Rig(memory: memory);
        var filter = Filter(Ids.AggregateFunction_End, 1000);
        filter.StartTime = long.MaxValue;
        var result = (AggregateFilterResult)rig.Monitor(rig.Subscribe(), TestNodes.Double, filter: filter).FilterResult!.Body!;
        Assert.That(result.RevisedStartTime, Is.EqualTo(Now(rig) + TimeSpan.TicksPerDay));
        for (var i = 0; i < 100; i++)
            Change(rig, 1, i);
        Assert.That(memory.Figures.ByKind[(int)ClientMemoryKind.QueuedValues], Is.Zero);
    }

    [Test]
    public void Values_that_wait_for_the_next_interval_are_counted_and_bounded()
    {
        var memory = new ClientMemoryBudget(long.MaxValue);
        using var rig = new Rig(memory: memory);
        var id = rig.Subscribe();
        Monitor(rig, id, Ids.AggregateFunction_End);
        for (var i = 0; i < 2000; i++)
            rig.Set(TestNodes.Double, Variant.From((double)i), sourceTime: Now(rig) + TimeSpan.TicksPerMinute + i);
        Assert.That(memory.Figures.ByKind[(int)ClientMemoryKind.QueuedValues], Is.InRange(48_000, 80_000));
        rig.Services.DeleteSubscriptions(rig.Owner, new DeleteSubscriptionsRequest { SubscriptionIds = [id] });
        Assert.That(memory.Figures.ByKind[(int)ClientMemoryKind.QueuedValues], Is.Zero);
    }

    [Test]
    public void The_more_results_a_session_wants_the_longer_its_intervals_become()
    {
        using var rig = new Rig(new SubscriptionLimits { MaxAggregateResultsPerSecond = 100 });
        var id = rig.Subscribe();
        var given = new List<double>();
        string status;
        while ((status = Ask(out var interval)) == "Good")
            given.Add(interval);
        Assert.That(status, Is.EqualTo("BadTooManyMonitoredItems"));
        Assert.That(given, Is.Ordered);
        Assert.That(given.Distinct(), Is.EqualTo((double[])[100, 1000, 10_000]));
        Assert.That(given.Sum(interval => 1000 / interval), Is.InRange(70, 80), "four fifths for one session");
        rig.Services.DeleteSubscriptions(rig.Owner, new DeleteSubscriptionsRequest { SubscriptionIds = [id] });
        id = rig.Subscribe();
        Assert.That((Ask(out var again), again), Is.EqualTo(("Good", 100d)), "all of it is free again");

        string Ask(out double interval)
        {
            var created = rig.Monitor(id, TestNodes.Double, filter: Filter(Ids.AggregateFunction_Average, 1));
            interval = (created.FilterResult?.Body as AggregateFilterResult)?.RevisedProcessingInterval ?? 0;
            return StatusCodes.NameOf(created.StatusCode);
        }
    }

    [Test]
    public void Filters_that_are_not_possible_are_refused()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        var wrong = Filter(Ids.AggregateFunction_Average, 1000);
        wrong.AggregateConfiguration = new AggregateConfiguration { PercentDataBad = 20, PercentDataGood = 20 };
        foreach (
            var (filter, attribute, status) in ((AggregateFilter, AttributeId, string)[])
                [
                    (Filter(Ids.AggregateFunction_AnnotationCount, 1000), AttributeId.Value, "BadAggregateNotSupported"),
                    (wrong, AttributeId.Value, "BadAggregateInvalidInputs"),
                    (Filter(Ids.AggregateFunction_Average, 1000), AttributeId.DisplayName, "BadFilterNotAllowed"),
                ]
        )
            Assert.That(
                StatusCodes.NameOf(rig.Monitor(id, TestNodes.Double, filter: filter, attribute: attribute).StatusCode),
                Is.EqualTo(status)
            );
    }

    [Test]
    public void A_filter_may_be_changed_taken_away_and_deleted()
    {
        using var rig = new Rig();
        rig.Set(TestNodes.Double, Variant.From(5.0), sourceTime: Now(rig) - 1);
        var id = rig.Subscribe();
        var item = Monitor(rig, id, Ids.AggregateFunction_Average);
        rig.Pass(1200);
        Assert.That(rig.Next().Data.Select(v => Number(v.Value.Value)), Is.EqualTo((double[])[5]));
        Assert.That(rig.Modify(id, item, queueSize: 10).StatusCode.IsGood);
        Change(rig, 10, 6);
        Change(rig, 10, 7);
        Assert.That(
            rig.Next().Data.Select(v => (Number(v.Value.Value), v.Value.Status.Value)),
            Is.EqualTo(((double, uint)[])[(6, 0), (7, 0)])
        );
        Assert.That(rig.Modify(id, item, queueSize: 10, filter: Filter(Ids.AggregateFunction_Minimum, 500)).StatusCode.IsGood);
        Change(rig, 10, 1);
        rig.Pass(600);
        Assert.That(
            rig.Next().Data.Select(v => (Number(v.Value.Value), v.Value.Status.Value)),
            Is.EqualTo(((double, uint)[])[(1, Calculated)])
        );
        Assert.That(rig.Delete(id, item).IsGood);
        rig.Pass(5000);
    }

    private static uint Monitor(Rig rig, uint subscription, uint function)
    {
        var created = rig.Monitor(subscription, TestNodes.Double, queueSize: 100, filter: Filter(function, 1000));
        Assert.That(StatusCodes.NameOf(created.StatusCode), Is.EqualTo("Good"));
        return created.MonitoredItemId;
    }

    private static AggregateFilter Filter(uint function, double interval) =>
        new()
        {
            AggregateType = function,
            ProcessingInterval = interval,
            AggregateConfiguration = new AggregateConfiguration { UseServerCapabilitiesDefaults = true },
        };

    private static void Change(Rig rig, double after, double value)
    {
        rig.Pass(after);
        rig.Set(TestNodes.Double, Variant.From(value), sourceTime: Now(rig));
    }

    private static long Now(Rig rig) => UaTime.Now(rig.Clock);

    private static double Number(Variant value) => NumericValues.TryOf(value, out var number) ? number : double.NaN;
}
