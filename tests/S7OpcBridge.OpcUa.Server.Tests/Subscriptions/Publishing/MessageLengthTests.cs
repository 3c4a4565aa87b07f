using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Publishing;

/// <summary>How much goes into one notification message, and that the rest follows.</summary>
public class MessageLengthTests
{
    [Test]
    [ConformanceUnit("Subscription Basic")]
    public void A_message_ends_at_the_limit_of_notifications_and_the_rest_follows_at_once_if_a_request_waits()
    {
        using var rig = new Rig();
        var id = rig.Subscribe(maxNotifications: 2);
        for (uint i = 0; i < 5; i++)
            rig.Monitor(id, TestNodes.FirstPlain + (int)i, i);
        SentPublish[] requests = [rig.Publish(), rig.Publish()];
        rig.Cycles();
        Assert.That(requests.Select(r => r.Data.Length), Is.EqualTo(new[] { 2, 2 }));
        Assert.That(requests.Select(r => r.Response.MoreNotifications), Is.EqualTo(new[] { true, true }));
        var last = rig.Publish();
        Assert.That((last.Data.Length, last.Response.MoreNotifications), Is.EqualTo((1, false)));
        Assert.That(requests.Append(last).SelectMany(r => r.Data).Select(d => d.ClientHandle), Is.EqualTo(new uint[] { 0, 1, 2, 3, 4 }));
        Assert.That(last.Response.AvailableSequenceNumbers, Is.EqualTo(new uint[] { 1, 2, 3 }));
    }

    [Test]
    public void A_limit_of_zero_notifications_means_no_limit()
    {
        using var rig = new Rig(plain: 3000);
        var id = rig.Subscribe(maxNotifications: 0);
        for (var i = 0; i < 3000; i++)
            rig.Monitor(id, TestNodes.FirstPlain + i);
        Assert.That(rig.Next().Data, Has.Length.EqualTo(3000));
    }

    [Test]
    public void A_message_that_is_long_enough_ends_and_the_rest_follows_at_once_if_a_request_waits()
    {
        using var rig = new Rig(new SubscriptionLimits { MinLifetime = 0, LongMessage = 300 }, plain: 200);
        var id = rig.Subscribe();
        for (var i = 0; i < 200; i++)
            rig.Monitor(id, TestNodes.FirstPlain + i, (uint)i);
        var requests = Enumerable.Range(0, 40).Select(_ => rig.Publish()).ToArray();
        rig.Cycles();

        var answered = requests.TakeWhile(request => request.IsAnswered).ToArray();
        Assert.That(answered.SelectMany(request => request.Data.Select(d => d.ClientHandle)), Is.EqualTo(Enumerable.Range(0, 200)));
        Assert.That(
            answered.Select(request => request.Response.MoreNotifications),
            Is.EqualTo(answered.Select(request => request != answered[^1]))
        );
        Assert.That(answered.SkipLast(1).Select(request => request.MessageBytes.Length), Has.All.InRange(300, 400));
    }

    [Test]
    public void A_value_longer_than_a_long_message_is_sent_all_the_same()
    {
        using var rig = new Rig(new SubscriptionLimits { MinLifetime = 0, LongMessage = 300 });
        var id = rig.Subscribe();
        var text = new string('x', 5000);
        rig.Set(TestNodes.Text, Variant.From(text));
        rig.Monitor(id, TestNodes.Double, 1);
        rig.Monitor(id, TestNodes.Text, 2);
        rig.Monitor(id, TestNodes.Flag, 3);
        Assert.That(rig.Next().Data.Select(d => d.Value.Value.Reference).OfType<string>(), Is.EqualTo(new[] { text }));
        Assert.That(rig.Publish().Data.Select(d => d.ClientHandle), Is.EqualTo(new[] { 3u }));
    }

    [Test]
    public void A_message_ends_where_the_client_cannot_take_more_bytes()
    {
        using var rig = new Rig(plain: 300);
        var id = rig.Subscribe();
        for (uint i = 0; i < 300; i++)
        {
            rig.Set(TestNodes.FirstPlain + (int)i, Variant.From(new string('x', (int)i % 50)));
            rig.Monitor(id, TestNodes.FirstPlain + (int)i, i);
        }

        var handles = new List<uint>();
        bool more;
        do
        {
            var request = rig.Send(new SentPublish(1, maxResponseSize: 1000));
            if (!request.IsAnswered)
                rig.Cycles();
            handles.AddRange(request.Data.Select(d => d.ClientHandle));
            more = request.Response.MoreNotifications;
            Assert.That(request.Size, Is.LessThanOrEqualTo(1000));
            Assert.That(!more || request.Size > 900, Is.True, "A message is filled as far as it goes.");
        } while (more);
        Assert.That(handles, Is.EqualTo(Enumerable.Range(0, 300).Select(i => (uint)i)));
    }

    [Test]
    public void A_value_too_large_for_any_message_of_the_client_is_told_by_its_status()
    {
        using var rig = new Rig();
        rig.Set(TestNodes.Text, Variant.From(new string('x', 5000)));
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Text, 1);
        rig.Monitor(id, TestNodes.Double, 2);
        var request = rig.Send(new SentPublish(1, maxResponseSize: 1000));
        rig.Cycles();
        Assert.That(
            request.Data.Select(d => d.Value.Status.Value),
            Is.EqualTo(new[] { StatusCodes.BadEncodingLimitsExceeded, StatusCodes.Good })
        );
    }
}
