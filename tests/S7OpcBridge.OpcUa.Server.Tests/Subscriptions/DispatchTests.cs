using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.OpcUa.Server.Subscriptions.Publishing;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions;

/// <summary>From the table to the queues, with several sessions at once.</summary>
public class DispatchTests
{
    [Test]
    public void A_change_reaches_every_session_that_listens_and_no_other()
    {
        using var rig = new Rig();
        var owners = Enumerable.Range(0, 5).Select(_ => rig.Services.CreateOwner(new OwnerIdentity(null, null, false))).ToArray();
        for (var i = 0; i < owners.Length; i++)
        {
            rig.Owner = owners[i];
            var id = rig.Subscribe();
            rig.Monitor(id, TestNodes.FirstPlain + i, 1);
            rig.Monitor(id, TestNodes.Double, 2);
            rig.Next();
        }

        using (var update = rig.Table.BeginUpdate())
        {
            update.Set(TestNodes.FirstPlain + 3, Variant.From(30.0), StatusCodes.Good, 1);
            update.Set(TestNodes.Double, Variant.From(1.0), StatusCodes.Good, 1);
            update.Set(TestNodes.Big, Variant.From(1.0), StatusCodes.Good, 1);
        }

        for (var i = 0; i < owners.Length; i++)
        {
            rig.Owner = owners[i];
            Assert.That(rig.Next().Numbers, Is.EqualTo(i == 3 ? new[] { (1u, 30.0), (2u, 1.0) } : [(2u, 1.0)]));
        }
    }

    [Test, CancelAfter(30_000)]
    public async Task A_busy_session_does_not_keep_the_others_from_their_changes(CancellationToken cancellationToken)
    {
        using var rig = new Rig();
        var busy = rig.Owner;
        rig.Monitor(rig.Subscribe(), TestNodes.Double);
        rig.Next();
        var other = rig.Owner = rig.Services.CreateOwner(new OwnerIdentity(null, null, false));
        var id = rig.Subscribe();
        rig.Monitor(id, TestNodes.Double);
        rig.Next();
        Task update;
        lock (busy.Gate)
        {
            update = Task.Run(() => rig.Set(TestNodes.Double, 5), cancellationToken);
            while (!HasNotification())
                Thread.Yield();
        }

        await update;
        rig.Owner = busy;
        Assert.That(rig.Next().Numbers, Is.EqualTo(new[] { (1u, 5.0) }));

        bool HasNotification()
        {
            cancellationToken.ThrowIfCancellationRequested();
            lock (other.Gate)
                return other.Subscriptions[0].Items.Queue.HasNotifications;
        }
    }

    [Test, CancelAfter(60_000)]
    public async Task Items_come_and_go_while_values_change_and_no_last_value_is_lost(CancellationToken cancellationToken)
    {
        using var rig = new Rig(plain: 500);
        const int Rounds = 200;
        var writer = Task.Run(
            () =>
            {
                for (var round = 1; round <= Rounds; round++)
                {
                    using var update = rig.Table.BeginUpdate();
                    for (var i = 0; i < 500; i++)
                        update.Set(TestNodes.FirstPlain + i, Variant.From((double)round), StatusCodes.Good, round);
                }
            },
            cancellationToken
        );
        var sessions = Enumerable
            .Range(0, 3)
            .Select(seed =>
                Task.Run(
                    () =>
                    {
                        var owner = rig.Services.CreateOwner(new OwnerIdentity(null, null, false));
                        var id = rig
                            .Services.CreateSubscription(owner, new CreateSubscriptionRequest { RequestedPublishingInterval = 1000 })
                            .SubscriptionId;
                        var random = new Random(seed);
                        var alive = new List<uint>();
                        for (var i = 0; i < 2000; i++)
                        {
                            if (alive.Count > 0 && random.Next(3) == 0)
                            {
                                var victim = alive[random.Next(alive.Count)];
                                alive.Remove(victim);
                                rig.Services.DeleteMonitoredItems(
                                    owner,
                                    new DeleteMonitoredItemsRequest { SubscriptionId = id, MonitoredItemIds = [victim] }
                                );
                                continue;
                            }

                            alive.Add(
                                rig.Services.CreateMonitoredItems(
                                        owner,
                                        new CreateMonitoredItemsRequest
                                        {
                                            SubscriptionId = id,
                                            ItemsToCreate =
                                            [
                                                new MonitoredItemCreateRequest
                                                {
                                                    ItemToMonitor = new ReadValueId
                                                    {
                                                        NodeId = TestNodes.Id(TestNodes.FirstPlain + random.Next(500)),
                                                        AttributeId = (uint)AttributeId.Value,
                                                    },
                                                    MonitoringMode = MonitoringMode.Reporting,
                                                    RequestedParameters = new MonitoringParameters(),
                                                },
                                            ],
                                        }
                                    )
                                    .Results[0]
                                    .MonitoredItemId
                            );
                        }

                        return (owner, alive);
                    },
                    cancellationToken
                )
            )
            .ToArray();
        await writer;
        foreach (var (owner, alive) in await Task.WhenAll(sessions))
        {
            var items = owner.Subscriptions[0].Items;
            Assert.That(items.Store.Count, Is.EqualTo(alive.Count));
            Assert.That(
                alive.Select(a => BitConverter.Int64BitsToDouble(items.Store.SampleOf(items.Store.Find(a)).Bits)),
                Has.All.EqualTo((double)Rounds)
            );
        }

        Assert.That(rig.Table.ListenersOf(0), Is.EqualTo(rig.Services.MonitoredItemCount));
    }

    [Test]
    public void From_change_to_message_nothing_is_allocated()
    {
        using var rig = new Rig(plain: 1000);
        var id = rig.Subscribe();
        for (var i = 0; i < 1000; i++)
            rig.Monitor(id, TestNodes.FirstPlain + i, (uint)i);
        rig.Next();
        var request = new ReusedPublish();
        for (var round = 1; round < 5; round++)
            Round(round);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var round = 5; round < 10; round++)
            Round(round);
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);

        void Round(int value)
        {
            using (var update = rig.Table.BeginUpdate())
            {
                for (var i = 0; i < 1000; i++)
                    update.Set(TestNodes.FirstPlain + i, Variant.From((double)value), StatusCodes.Good, value);
            }

            lock (rig.Owner.Gate)
            {
                var subscription = rig.Owner.Subscriptions[0];
                NotificationWriter.SendData(subscription.NextMessage, request, rig.Services.Clock);
                subscription.Sent.Acknowledge(subscription.Sent.SequenceNumberAt(0));
            }
        }
    }

    private sealed class ReusedPublish : QueuedPublishRequest
    {
        public override bool IsAlive => true;

        public override MessageBuffer BeginResponse() => MessageBuffer.Rent(65_536, 24, 40);

        public override void Send(MessageBuffer response) => response.Dispose();

        public override void Fault(StatusCode status) => Assert.Fail(status.ToString());
    }
}
