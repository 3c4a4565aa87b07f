using S7OpcBridge.Cluster.Tenures;

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
}
