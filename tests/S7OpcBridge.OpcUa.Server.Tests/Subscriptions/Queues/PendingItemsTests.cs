using FsCheck;
using FsCheck.Fluent;
using S7OpcBridge.OpcUa.Server.Subscriptions.Items;
using S7OpcBridge.OpcUa.Server.Subscriptions.Queues;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Queues;

public class PendingItemsTests
{
    private const int Slots = 5000; // more than 64 times 64: a second word of groups

    [FsCheck.NUnit.Property(MaxTest = 200)]
    public Property Items_are_walked_upwards_from_the_one_that_was_sent_last_and_round() =>
        Prop.ForAll(
            Gen.Two(Gen.Choose(0, Slots - 1))
                .ListOf()
                .Select(steps => steps.Select(step => (Action: step.Item1 % 4, Slot: step.Item2)))
                .ToArbitrary(),
            steps =>
            {
                var items = new MonitoredItemStore();
                for (var i = 0; i < Slots; i++)
                    items.Add();
                var (pending, expected, next) = (new PendingItems(items), new SortedSet<int>(), 0);
                foreach (var (action, slot) in steps)
                {
                    var first = expected.FirstOrDefault(s => s >= next, expected.Count > 0 ? expected.Min : -1);
                    if (pending.First != first || pending.Any != (first >= 0))
                        return false;
                    if (action < 2 && expected.Add(slot))
                        pending.Add(slot, ref items[slot]);
                    else if (action == 2 && expected.Remove(slot))
                        pending.Remove(slot);
                    else if (action == 3 && first >= 0)
                    {
                        pending.Sent(first);
                        expected.Remove(first);
                        next = first + 1;
                    }
                }

                return Enumerable.Range(0, Slots).All(slot => items[slot].Has(ItemFlags.Pending) == expected.Contains(slot));
            }
        );

    [Test]
    public void What_a_block_has_sent_leaves_at_once()
    {
        var items = new MonitoredItemStore();
        for (var i = 0; i < 200; i++)
            items.Add();
        var pending = new PendingItems(items);
        foreach (var slot in new[] { 70, 75, 127, 128 })
            pending.Add(slot, ref items[slot]);

        Assert.That(pending.BlockFrom(71), Is.EqualTo(1ul << 75 - 64 | 1ul << 127 - 64));
        pending.BlockSent(71, pending.BlockFrom(71));

        Assert.That(pending.First, Is.EqualTo(128), "The one behind the last that was sent, not the lowest.");
        pending.Remove(128);
        Assert.That(pending.First, Is.EqualTo(70));
        pending.BlockSent(70, 1ul << 70 - 64);
        Assert.That((pending.First, pending.Any), Is.EqualTo((-1, false)));
    }

    [Test]
    public void With_messages_of_one_value_every_item_gets_its_turn()
    {
        using var rig = new Rig(plain: 100);
        var id = rig.Subscribe(maxNotifications: 1);
        for (var i = 0; i < 100; i++)
            rig.Monitor(id, TestNodes.FirstPlain + i, (uint)i);
        var seen = new HashSet<uint>();
        for (var message = 0; message < 100; message++)
        {
            for (var i = 0; i < 100; i++)
                rig.Set(TestNodes.FirstPlain + i, message * 100 + i);
            seen.Add(rig.Next().Data.Single().ClientHandle);
        }

        Assert.That(seen, Has.Count.EqualTo(100));
    }
}
