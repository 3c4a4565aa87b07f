using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Publishing;

public class AcknowledgeTests
{
    [Test]
    [ConformanceUnit("Subscription Basic")]
    public void Every_acknowledgement_is_answered_in_the_request_that_brought_it()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Double);
        rig.Next();
        rig.Set(TestNodes.Double, 1);
        var request = rig.Publish((id, 1), (id, 1), (id, 77), (id + 1000, 1));
        rig.Cycles();
        Assert.That(
            request.Response.Results.Select(r => r.Value),
            Is.EqualTo(
                new[]
                {
                    StatusCodes.Good,
                    StatusCodes.BadSequenceNumberUnknown,
                    StatusCodes.BadSequenceNumberUnknown,
                    StatusCodes.BadSubscriptionIdInvalid,
                }
            )
        );
        Assert.That(request.Response.AvailableSequenceNumbers, Is.EqualTo(new[] { 2u }));
    }

    [Test]
    public void A_keep_alive_needs_no_acknowledgement_and_cannot_have_one()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        var keepAlive = rig.Next();
        Assert.That(keepAlive.IsKeepAlive, Is.True);
        var request = rig.Publish((id, keepAlive.Response.NotificationMessage.SequenceNumber));
        rig.Cycles(3);
        Assert.That(request.Response.Results.Single().Value, Is.EqualTo(StatusCodes.BadSequenceNumberUnknown));
    }

    [Test]
    [ConformanceUnit("Subscription Basic")]
    public void Republish_gives_the_message_byte_for_byte_until_it_is_acknowledged()
    {
        using var rig = new Rig(plain: 100);
        var id = rig.Subscribe();
        for (var i = 0; i < 100; i++)
            rig.Monitor(id, TestNodes.FirstPlain + i, (uint)i);
        var sent = rig.Next();
        var request = new RepublishRequest { SubscriptionId = id, RetransmitSequenceNumber = 1 };
        Assert.That(rig.Services.Republish(rig.Owner, request), Is.EqualTo(sent.MessageBytes));
        rig.Publish((id, 1));
        Assert.That(() => rig.Services.Republish(rig.Owner, request), Fails.With(StatusCodes.BadMessageNotAvailable));
        Assert.That(
            () => rig.Services.Republish(rig.Owner, new RepublishRequest { SubscriptionId = id + 1000 }),
            Fails.With(StatusCodes.BadSubscriptionIdInvalid)
        );
    }

    [Test]
    public void A_full_retransmission_queue_drops_the_oldest_message()
    {
        using var rig = new Rig(new SubscriptionLimits { MaxUnacknowledgedMessages = 3 });
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Double);
        SentPublish? last = null;
        for (var i = 0; i < 5; i++)
        {
            rig.Set(TestNodes.Double, i + 1);
            last = rig.Next();
        }

        Assert.That(last!.Response.AvailableSequenceNumbers, Is.EqualTo(new uint[] { 3, 4, 5 }));
        Assert.That(
            () => rig.Services.Republish(rig.Owner, new RepublishRequest { SubscriptionId = id, RetransmitSequenceNumber = 2 }),
            Fails.With(StatusCodes.BadMessageNotAvailable)
        );
    }

    [Test]
    public void After_the_largest_sequence_number_comes_one()
    {
        using var rig = new Rig();
        rig.Subscribe();
        var subscription = rig.Services.Subscriptions.Single();
        subscription.NextSequenceNumber = uint.MaxValue;
        Assert.That(subscription.TakeSequenceNumber(), Is.EqualTo(uint.MaxValue));
        Assert.That(subscription.TakeSequenceNumber(), Is.EqualTo(1u));
    }
}
