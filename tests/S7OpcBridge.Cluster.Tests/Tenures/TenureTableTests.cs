using S7OpcBridge.Cluster.Tenures;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Tenures;

internal sealed class TenureTableTests
{
    [FsCheck.NUnit.Property(MaxTest = 500)]
    public void Whatever_arrives_in_whatever_order_values_of_an_earlier_holder_never_replace_those_of_a_later_one(byte[] messages)
    {
        var table = new TenureTable("self", TimeProvider.System);
        var shown = (Number: 0L, Holder: "");
        foreach (var message in messages)
        {
            // A tenure belongs to one node; some messages claim otherwise.
            var (number, from) = ((message & 15) + 1L, $"node{(message >> 4) % 3}");
            if (table.Hear("Line1", from, number) == Verdict.Outdated)
                continue;
            Assert.That(number, Is.GreaterThanOrEqualTo(shown.Number));
            if (number == shown.Number)
                Assert.That(from, Is.EqualTo(shown.Holder), "two nodes share no tenure");
            shown = (number, from);
        }
    }

    [Test]
    public void A_new_holder_begins_above_everything_that_was_heard_of()
    {
        var table = new TenureTable("self", TimeProvider.System);
        table.Hear("Line1", "other", 1_000_000_000);
        var number = table.Begin("Line1", view: 3, heardOf: 2_000_000_000);
        Assert.That(number, Is.GreaterThan(2_000_000_000));
        Assert.That(table.Hear("Line1", "other", 2_000_000_000), Is.EqualTo(Verdict.Outdated));
        Assert.That((table.End("Line1"), table.End("Line1")), Is.EqualTo((true, false)));
        Assert.That(table.Hear("Line1", "next", number + 1), Is.EqualTo(Verdict.Accept));
    }

    [Test]
    public void A_tenure_has_a_higher_number_than_every_one_before_it_also_within_a_view()
    {
        var table = new TenureTable("self", TimeProvider.System);
        Assert.That(table.Begin("Line1", view: 3, heardOf: 0), Is.EqualTo(3 << 16));
        table.End("Line1");
        Assert.That(table.Begin("Line1", view: 3, heardOf: 0), Is.EqualTo((3 << 16) + 1), "again in the same view");
        Assert.That(table.Begin("Line1", view: 4, heardOf: 0), Is.EqualTo(4 << 16), "in the next view");
        Assert.That(table.Begin("Line2", view: 4, heardOf: 5 << 16), Is.EqualTo((5 << 16) + 1), "others have heard of more");
        Assert.That(table.TenureOf("Line1").Holder, Is.EqualTo("self"));
    }

    [Test]
    public void A_PLC_of_a_silent_holder_becomes_uncertain_and_then_has_no_values()
    {
        var clock = new ManualClock();
        var table = new TenureTable("self", clock);
        table.Hear("Line1", "other", 7);
        Assert.That(After(2.999), Is.Null);
        Assert.That(After(0.001), Is.EqualTo(ValueFreshness.Uncertain));
        Assert.That(After(0), Is.Null, "told once");
        Assert.That(After(29.999), Is.Null);
        Assert.That(After(0.001), Is.EqualTo(ValueFreshness.Gone));
        Assert.That(After(1000), Is.Null, "told once");

        Assert.That(table.Hear("Line1", "other", 7), Is.EqualTo(Verdict.TakeAndAskAll), "what is shown may be old");
        Assert.That(table.Hear("Line1", "other", 7), Is.EqualTo(Verdict.Accept));
        Assert.That(After(2.999), Is.Null, "heard again");

        ValueFreshness? After(double seconds)
        {
            clock.Advance(TimeSpan.FromSeconds(seconds));
            return table.Age("Line1", TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(30));
        }
    }

    [Test]
    public void What_an_earlier_holder_sends_makes_nothing_fresh()
    {
        var clock = new ManualClock();
        var table = new TenureTable("self", clock);
        table.Hear("Line1", "new", 8);
        clock.Advance(TimeSpan.FromSeconds(3));
        Assert.That(table.Hear("Line1", "old", 7), Is.EqualTo(Verdict.Outdated));
        Assert.That(table.Hear("Line1", "old", 8), Is.EqualTo(Verdict.Outdated), "the number of another node");
        Assert.That(table.Age("Line1", TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(30)), Is.EqualTo(ValueFreshness.Uncertain));
        Assert.That(table.TenureOf("Line1").Holder, Is.EqualTo("new"));
    }

    [Test]
    public void PLCs_of_this_node_do_not_age_before_it_gives_them_up()
    {
        var clock = new ManualClock();
        var table = new TenureTable("self", clock);
        table.Begin("Line1", view: 1, heardOf: 0);
        clock.Advance(TimeSpan.FromHours(1));
        Assert.That(Age(), Is.Null);
        Assert.That(table.End("Line1"));
        clock.Advance(TimeSpan.FromSeconds(2.999));
        Assert.That(Age(), Is.Null, "its last values were fresh");
        clock.Advance(TimeSpan.FromSeconds(0.001));
        Assert.That(Age(), Is.EqualTo(ValueFreshness.Uncertain));

        ValueFreshness? Age() => table.Age("Line1", TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(30));
    }

    [Test]
    public void An_expected_PLC_ages_from_then_on_and_an_unknown_one_never()
    {
        var clock = new ManualClock();
        var table = new TenureTable("self", clock);
        table.Expect("Line1");
        clock.Advance(TimeSpan.FromSeconds(2));
        table.Expect("Line1");
        clock.Advance(TimeSpan.FromSeconds(1));
        Assert.That(table.Age("Line1", TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(30)), Is.EqualTo(ValueFreshness.Uncertain));
        Assert.That(table.Age("Line2", TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(30)), Is.Null);
        Assert.That(table.TenureOf("Line2"), Is.EqualTo(default(Tenure)));
    }

    [Test]
    public void What_another_node_holds_this_one_cannot_give_up()
    {
        var table = new TenureTable("self", TimeProvider.System);
        Assert.That(table.End("Line1"), Is.False);
        table.Hear("Line1", "other", 7);
        Assert.That(table.End("Line1"), Is.False);
        Assert.That(table.TenureOf("Line1").Holder, Is.EqualTo("other"));
    }
}
