namespace S7OpcBridge.OpcUa.Tests.Subscriptions;

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
    public void A_percent_deadband_follows_the_range_of_the_new_map()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Analog, 1, filter: new DataChangeFilter { Trigger = DataChangeTrigger.StatusValue, DeadbandType = 2, DeadbandValue = 10 });
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
