using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Monitoring;

/// <summary>A client's sampling interval that is longer than the variable's own.</summary>
public class SamplingTests
{
    [Test]
    public void Within_one_sampling_period_the_newest_value_takes_the_place_of_the_one_that_is_queued()
    {
        using var rig = new Rig();
        rig.Monitor(rig.Subscribe(), TestNodes.Double, queueSize: 100, sampling: 500);
        for (var i = 1; i <= 9; i++)
        {
            rig.Pass(100);
            rig.Set(TestNodes.Double, i);
        }

        Assert.That(rig.Next().Numbers.Select(n => n.Value), Is.EqualTo(new double[] { 4, 9 }), "Periods begin at 0 and 500 ms.");
    }

    [Test]
    public void A_value_too_soon_after_one_that_was_sent_waits_for_the_next_period()
    {
        using var rig = new Rig();
        var id = rig.Subscribe(interval: 100);
        rig.Monitor(id, TestNodes.Double, sampling: 1000);
        var received = new List<double>();
        var request = rig.Publish();
        for (var i = 1; i <= 40; i++)
        {
            rig.Pass(100);
            rig.Set(TestNodes.Double, i);
            if (!request.IsAnswered)
                continue;
            received.AddRange(request.Numbers.Select(n => n.Value));
            request = rig.Publish();
        }

        Assert.That(received, Is.EqualTo(new double[] { 0, 9, 19, 29, 39 }), "One value per second, the newest there is.");
    }

    [TestCase(0), TestCase(-1), TestCase(0.5)]
    public void Whatever_interval_a_client_asks_for_changes_keep_coming(double sampling)
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Double, 1, sampling: sampling);
        var computed = rig.Monitor(id, TestNodes.Clock, 2, sampling: sampling);
        Assert.That(computed.RevisedSamplingInterval, Is.Positive, "nothing that is computed is read without a pause");
        rig.Next();
        var sent = new List<SentPublish>();
        for (var i = 1; i <= 5; i++)
        {
            rig.Set(TestNodes.Double, i);
            rig.Nodes.ClockValue = Variant.FromDateTime(100 + i);
            sent.AddRange([rig.Publish(), rig.Publish()]);
            rig.Cycles(3);
        }

        var data = sent.Where(request => request.IsAnswered).SelectMany(request => request.Data).ToLookup(item => item.ClientHandle);
        Assert.That(data[1].Select(item => item.Value.Value), Is.EqualTo(Enumerable.Range(1, 5).Select(i => Variant.From((double)i))));
        Assert.That(data[2].Select(item => item.Value.Value.Bits), Is.EqualTo(new long[] { 101, 102, 103, 104, 105 }));
    }

    [Test]
    public void A_value_that_returns_before_the_period_ends_is_no_change()
    {
        using var rig = new Rig();
        rig.Monitor(rig.Subscribe(interval: 100), TestNodes.Double, sampling: 1000);
        rig.Publish();
        rig.Pass(100);
        rig.Set(TestNodes.Double, 1);
        rig.Set(TestNodes.Double, 0);
        var request = rig.Publish();
        rig.Pass(300);
        Assert.That(request.IsKeepAlive, Is.True);
    }

    [Test]
    public void The_value_that_follows_BadWaitingForInitialData_is_never_too_soon()
    {
        using var rig = new Rig();
        rig.Monitor(rig.Subscribe(), TestNodes.FirstPlain, sampling: 3_600_000);
        Assert.That(rig.Next().Data.Single().Value.Status.Value, Is.EqualTo(StatusCodes.BadWaitingForInitialData));
        rig.Set(TestNodes.FirstPlain, 1);
        rig.Set(TestNodes.FirstPlain, 2);
        Assert.That(rig.Next().Numbers.Select(n => n.Value), Is.EqualTo(new double[] { 2 }));
    }

    [Test]
    public void The_variables_own_interval_holds_nothing_back()
    {
        using var rig = new Rig();
        rig.Monitor(rig.Subscribe(), TestNodes.Double, queueSize: 10, sampling: TestNodes.Fastest);
        rig.Set(TestNodes.Double, 1);
        rig.Set(TestNodes.Double, 2);
        Assert.That(rig.Next().Numbers.Select(n => n.Value), Is.EqualTo(new double[] { 0, 1, 2 }));
    }

    [Test]
    public void A_value_that_is_computed_is_read_once_a_period_also_after_its_interval_was_changed_and_changed_back()
    {
        using var rig = new Rig();
        var id = rig.Subscribe(interval: 60_000);
        var item = rig.Monitor(id, TestNodes.Clock, sampling: 500).MonitoredItemId;
        rig.Modify(id, item, sampling: 700);
        rig.Modify(id, item, sampling: 500);
        var before = rig.Nodes.ClockReads;

        rig.Pass(5000);

        Assert.That(rig.Nodes.ClockReads - before, Is.EqualTo(10));
    }
}
