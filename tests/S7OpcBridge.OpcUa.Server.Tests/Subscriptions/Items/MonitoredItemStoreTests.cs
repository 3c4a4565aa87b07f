using System.Runtime.CompilerServices;
using FsCheck;
using FsCheck.Fluent;
using S7OpcBridge.OpcUa.Server.Subscriptions.Items;
using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Items;

public class MonitoredItemStoreTests
{
    [Test]
    public void An_item_takes_48_bytes() => Assert.That(Unsafe.SizeOf<MonitoredItem>(), Is.EqualTo(48));

    [FsCheck.NUnit.Property(MaxTest = 100)]
    public Property Items_are_found_by_their_ids_as_long_as_they_are_there_and_ids_are_not_given_away_again() =>
        Prop.ForAll(
            ArbMap.Default.GeneratorFor<(bool Adds, ushort Pick)>().ArrayOf(600).ToArbitrary(),
            steps =>
            {
                var (store, alive, gone) = (new MonitoredItemStore(), new List<(uint Id, uint Handle)>(), new HashSet<uint>());
                uint handles = 0;
                foreach (var (adds, pick) in steps)
                {
                    if (adds || pick % 3 == 0 || alive.Count == 0)
                    {
                        var slot = store.Add();
                        store[slot].ClientHandle = ++handles;
                        if (gone.Contains(store.IdOf(slot)))
                            return false;
                        alive.Add((store.IdOf(slot), handles));
                    }
                    else
                    {
                        var (id, _) = alive[pick % alive.Count];
                        alive.RemoveAt(pick % alive.Count);
                        store.Remove(store.Find(id));
                        gone.Add(id);
                    }
                }

                return store.Count == alive.Count
                    && gone.All(id => store.Find(id) < 0)
                    && alive.All(item => store.Find(item.Id) is >= 0 and var slot && store[slot].ClientHandle == item.Handle);
            }
        );

    [Test]
    public void A_slot_that_is_used_again_has_nothing_of_the_item_before()
    {
        var store = new MonitoredItemStore();
        var slot = store.Add();
        store.SetSettings(slot, new ItemSettings(7, 250));
        store.SetDeadband(slot, 1.5);
        store.SetGated(slot, true);
        store.PeriodOf(slot) = 99;
        store.SetSample(slot, Sample.From(Variant.From("text"), StatusCodes.Good, 1, 1));
        store.AddDetails(slot).Denied = StatusCodes.BadNotReadable;
        store.Remove(slot);

        Assert.That(store.Add(), Is.EqualTo(slot));
        Assert.That(
            (store.SettingsOf(slot), store.DeadbandOf(slot), store.DetailsOf(slot)),
            Is.EqualTo((new ItemSettings(1, 0), 0.0, (ItemDetails?)null))
        );
        Assert.That(store.SampleOf(slot), Is.EqualTo(default(Sample)));
        Assert.That(store[slot].Flags, Is.EqualTo(ItemFlags.First | ItemFlags.Used));
        store.SetGated(slot, true);
        Assert.That(store.PeriodOf(slot), Is.Zero);
    }

    [Test]
    public void More_kinds_of_settings_than_the_table_holds_are_kept_by_the_items_themselves()
    {
        const int Items = ItemSettingsTable.Capacity + 100;
        var store = new MonitoredItemStore();
        for (var i = 0; i < Items; i++)
            store.SetSettings(store.Add(), SettingsOf(i));
        Assert.That(Enumerable.Range(0, Items).Select(store.SettingsOf), Is.EqualTo(Enumerable.Range(0, Items).Select(SettingsOf)));

        store.SetSettings(Items - 1, SettingsOf(3)); // from its own to one of the table, and back
        Assert.That((store.SettingsOf(Items - 1), store[Items - 1].Has(ItemFlags.Long)), Is.EqualTo((SettingsOf(3), true)));
        store.SetSettings(Items - 1, new ItemSettings(1, 0.5f));
        Assert.That((store.SettingsOf(Items - 1), store[Items - 1].Has(ItemFlags.Long)), Is.EqualTo((new ItemSettings(1, 0.5f), false)));

        static ItemSettings SettingsOf(int i) => new((uint)i % 5 + 1, 100 + i);
    }
}
