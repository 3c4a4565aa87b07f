namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Monitoring;

/// <summary>A source of nodes is replaced while items look at its nodes.</summary>
public class ReloadTests
{
    [Test]
    public void Items_follow_their_nodes_and_one_whose_node_is_gone_says_so()
    {
        using var rig = new Rig(plain: 10);
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Double, 1);
        rig.Monitor(id, TestNodes.FirstPlain + 9, 2);
        rig.Monitor(id, TestNodes.Clock, 3);
        rig.Monitor(id, TestNodes.FirstPlain + 8, 4, attribute: AttributeId.Description);
        rig.Next();
        rig.Space.Replace(0, new TestNodes(plain: 5));
        var data = rig.Next().Data.ToDictionary(d => d.ClientHandle, d => d.Value.Status.Value);
        Assert.That((data[2], data[4]), Is.EqualTo((StatusCodes.BadNodeIdUnknown, StatusCodes.BadNodeIdUnknown)));
        rig.Set(TestNodes.Double, 7);
        rig.Set(TestNodes.FirstPlain + 9, 7);
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 7.0) }));
        Assert.That(rig.Table.ListenersOf(0), Is.EqualTo(1));
    }

    [Test]
    public void Items_follow_a_node_to_another_variable()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Double, 1);
        rig.Next();
        rig.Set(TestNodes.FirstPlain, 5);
        rig.Space.Replace(0, new TestNodes(10) { MovedTo = TestNodes.FirstPlain });
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 5.0) }));
        rig.Set(TestNodes.Double, 1);
        rig.Set(TestNodes.FirstPlain, 6);
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 6.0) }));
    }

    [Test]
    public void An_item_whose_node_comes_back_goes_on_and_its_neighbours_notice_nothing()
    {
        using var rig = new Rig(plain: 10);
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.FirstPlain + 9, 1);
        rig.Monitor(id, TestNodes.FirstPlain, 2);
        rig.Next();
        rig.Space.Replace(0, new TestNodes(plain: 5));
        Assert.That(
            rig.Next().Data.Select(d => (d.ClientHandle, d.Value.Status.Value)),
            Is.EqualTo(new[] { (1u, (uint)StatusCodes.BadNodeIdUnknown) })
        );

        rig.Space.Replace(0, new TestNodes(plain: 10));
        rig.Set(TestNodes.FirstPlain + 9, 7);

        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 7.0) }));
    }

    [Test]
    public void An_item_whose_node_is_gone_can_be_modified_but_gets_no_deadband()
    {
        using var rig = new Rig(plain: 10);
        var id = rig.Subscribe();
        var item = rig.Monitor(id, TestNodes.FirstPlain + 9, 1).MonitoredItemId;
        rig.Space.Replace(0, new TestNodes(plain: 5));
        rig.Next();

        Assert.That(
            rig.Modify(id, item, clientHandle: 5, queueSize: 3, sampling: 700),
            Has.Property("StatusCode")
                .EqualTo((StatusCode)StatusCodes.Good)
                .And.Property("RevisedSamplingInterval")
                .EqualTo(700)
                .And.Property("RevisedQueueSize")
                .EqualTo(3)
        );
        Assert.That(
            rig.Modify(
                id,
                item,
                filter: new DataChangeFilter
                {
                    Trigger = DataChangeTrigger.StatusValue,
                    DeadbandType = 1,
                    DeadbandValue = 1,
                }
            ).StatusCode.Value,
            Is.EqualTo(StatusCodes.BadNodeIdUnknown)
        );

        rig.Space.Replace(0, new TestNodes(plain: 10));
        rig.Set(TestNodes.FirstPlain + 9, 7);
        Assert.That(rig.Next().Numbers, Has.Some.EqualTo((5u, 7.0)));
    }

    [Test]
    public void A_change_of_meaning_is_told_once_with_the_value()
    {
        using var rig = new Rig(plain: 10);
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Double, 1);
        rig.Set(TestNodes.Double, 7);
        rig.Next();

        rig.Space.Replace(0, new TestNodes(plain: 10) { Redefined = TestNodes.Double });
        var told = rig.Next().Data.Single().Value;
        rig.Set(TestNodes.Double, 8);
        var after = rig.Next().Data.Single().Value;

        Assert.That((told.Status.Value, told.Value), Is.EqualTo((0x4000u, Variant.From(7.0))));
        Assert.That((after.Status.Value, after.Value), Is.EqualTo((0u, Variant.From(8.0))));
    }

    [Test]
    public void A_table_that_grows_keeps_its_values_and_its_listeners()
    {
        using var rig = new Rig(plain: 10);
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Double, 1);
        rig.Set(TestNodes.Double, 7);
        rig.Next();
        var count = rig.Table.Count;

        rig.Table.Grow(count + 100, rig.Table.Groups + 1);
        rig.Space.Replace(0, new TestNodes(plain: 110));
        rig.Monitor(id, TestNodes.FirstPlain + 60, 2);
        rig.Set(TestNodes.FirstPlain + 60, 9);

        Assert.That(rig.Table.Read(TestNodes.Double).Value, Is.EqualTo(Variant.From(7.0)));
        Assert.That(rig.Table.Read(count + 99).Status.Value, Is.EqualTo(StatusCodes.BadWaitingForInitialData));
        Assert.That(rig.Next().Numbers, Has.Some.EqualTo((2u, 9.0)).And.None.Matches<(uint Handle, double)>(number => number.Handle == 1));
        rig.Set(TestNodes.Double, 8);
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 8.0) }));
    }

    [Test]
    public void A_percent_deadband_follows_the_range_of_the_new_map()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        rig.Monitor(
            id,
            TestNodes.Analog,
            1,
            filter: new DataChangeFilter
            {
                Trigger = DataChangeTrigger.StatusValue,
                DeadbandType = 2,
                DeadbandValue = 10,
            }
        );
        rig.Next();
        rig.Set(TestNodes.Analog, 15); // -50 … 150: 10 % are 20
        rig.Cycles(5);
        Assert.That(rig.Next().IsKeepAlive, Is.True);
        rig.Space.Replace(0, new TestNodes(10) { RangeHigh = 50 }); // 10 % are 10 now
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 15.0) }));
        rig.Set(TestNodes.Analog, 26);
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 26.0) }));
    }
}
