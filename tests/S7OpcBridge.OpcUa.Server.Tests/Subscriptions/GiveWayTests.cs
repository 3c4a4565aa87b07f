namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions;

/// <summary>What a subscription loses when the memory for clients is short, and how its client sees it.</summary>
public class GiveWayTests
{
    private const uint Overflow = 0x480;

    [Test]
    public void Half_of_the_older_values_go_and_the_new_oldest_says_so()
    {
        Assert.That(Halved(9, discardOldest: true), Is.EqualTo(new[] { (5.0, Overflow), (6.0, 0u), (7.0, 0u), (8.0, 0u), (9.0, 0u) }));
        Assert.That(Halved(2, discardOldest: true), Is.EqualTo(new[] { (2.0, Overflow) }));
    }

    [Test]
    public void Where_the_newest_are_to_be_discarded_the_newest_of_all_still_takes_the_last_place() =>
        Assert.That(Halved(9, discardOldest: false), Is.EqualTo(new[] { (1.0, 0u), (2.0, 0u), (3.0, 0u), (4.0, 0u), (9.0, Overflow) }));

    [Test]
    public void A_value_that_waits_alone_is_never_lost() => Assert.That(Halved(1, discardOldest: true), Is.EqualTo(new[] { (1.0, 0u) }));

    [Test]
    public void The_older_half_of_what_was_sent_cannot_be_asked_for_again_and_the_newer_half_can()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Double);
        for (var i = 1; i <= 5; i++)
        {
            rig.Set(TestNodes.Double, i);
            rig.Next();
        }

        lock (rig.Owner.Gate)
            rig.Owner.Subscriptions[0].Sent.DropHalf();
        rig.Set(TestNodes.Double, 6);
        Assert.That(rig.Next().Response.AvailableSequenceNumbers, Is.EqualTo(new uint[] { 4, 5, 6 }), "and the client is told which");
        Assert.That(() => rig.Services.Republish(rig.Owner, Again(id, 3)), Fails.With(StatusCodes.BadMessageNotAvailable));
        Assert.That(() => rig.Services.Republish(rig.Owner, Again(id, 4)), Throws.Nothing);
    }

    private static RepublishRequest Again(uint id, uint number) => new() { SubscriptionId = id, RetransmitSequenceNumber = number };

    private static (double, uint)[] Halved(int values, bool discardOldest)
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        rig.Set(TestNodes.Double, 1);
        rig.Monitor(id, TestNodes.Double, queueSize: 20, discardOldest: discardOldest);
        for (var i = 2; i <= values; i++)
            rig.Set(TestNodes.Double, i);
        lock (rig.Owner.Gate)
            rig.Owner.Subscriptions[0].Items.Queue.DropHalf();
        return
        [
            .. rig.Next().Data.Select(each => (BitConverter.Int64BitsToDouble(each.Value.Value.Bits), each.Value.Status.Value & 0xFFFF)),
        ];
    }
}
