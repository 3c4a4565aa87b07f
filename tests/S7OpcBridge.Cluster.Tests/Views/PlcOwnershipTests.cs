using System.Net;
using FsCheck;
using FsCheck.Fluent;

namespace S7OpcBridge.Cluster.Tests.Views;

/// <summary>Which node owns a PLC.</summary>
internal sealed class PlcOwnershipTests
{
    [FsCheck.NUnit.Property(MaxTest = 200)]
    public Property Every_order_of_the_members_gives_the_same_owner() =>
        Prop.ForAll(
            Nodes.ToArbitrary(),
            Names.ToArbitrary(),
            static (nodes, plc) => PlcOwnership.OwnerOf(View(nodes), plc) == PlcOwnership.OwnerOf(View([.. nodes.Reverse()]), plc)
        );

    [FsCheck.NUnit.Property(MaxTest = 200)]
    public Property When_a_node_goes_only_its_PLCs_get_another_owner() =>
        Prop.ForAll(
            Nodes.ToArbitrary(),
            static nodes =>
            {
                var (before, after) = (View(nodes), View(nodes[1..]));
                return Plcs(300)
                    .All(plc =>
                    {
                        var owner = PlcOwnership.OwnerOf(before, plc);
                        return owner == nodes[0] || PlcOwnership.OwnerOf(after, plc) == owner;
                    });
            }
        );

    [FsCheck.NUnit.Property(MaxTest = 200)]
    public Property A_pin_wins_while_its_node_is_there() =>
        Prop.ForAll(
            Nodes.ToArbitrary(),
            Names.ToArbitrary(),
            static (nodes, plc) =>
                PlcOwnership.OwnerOf(View(nodes), plc, pin: nodes[0]) == nodes[0]
                && PlcOwnership.OwnerOf(View(nodes[1..]), plc, pin: nodes[0]) == PlcOwnership.OwnerOf(View(nodes[1..]), plc)
        );

    [TestCase(3)]
    [TestCase(8)]
    [TestCase(50)]
    public void Each_node_gets_about_its_share(int count)
    {
        const int Total = 20_000;
        var view = View([.. Enumerable.Range(1, count).Select(static i => $"edge{i:00}")]);
        var shares = Plcs(Total).CountBy(plc => PlcOwnership.OwnerOf(view, plc)!).ToDictionary();
        var fair = (double)Total / count;
        Assert.That(shares.Values, Has.Count.EqualTo(count));
        Assert.That(shares.Values, Is.All.InRange(fair * 0.75, fair * 1.25));
    }

    [Test]
    public void A_node_of_twice_the_weight_gets_twice_as_many()
    {
        var view = View(["a", "b", "c"]);
        var weights = new Dictionary<string, double> { ["a"] = 2 };
        var shares = Plcs(20_000).CountBy(plc => PlcOwnership.OwnerOf(view, plc, weights: weights)!).ToDictionary();
        Assert.That(shares["a"], Is.InRange(9_500, 10_500));
        Assert.That(shares["b"], Is.InRange(4_600, 5_400));
    }

    [Test]
    public void Without_members_nobody_owns_a_PLC() => Assert.That(PlcOwnership.OwnerOf(ClusterView.None, "Line1"), Is.Null);

    // Nodes of different versions of the bridge must agree: the hash never changes.
    [TestCase("Line1", "edge02")]
    [TestCase("Line2", "edge02")]
    [TestCase("Press/Ä", "edge01")]
    public void The_owner_of_a_PLC_is_the_same_in_every_version(string plc, string owner) =>
        Assert.That(PlcOwnership.OwnerOf(View(["edge01", "edge02", "edge03"]), plc), Is.EqualTo(owner));

    private static readonly Gen<string> Names = Gen.Elements("Line1", "Line2", "Halle 3/Ofen", "", "Ä", "a", "b")
        .Or(ArbMap.Default.GeneratorFor<NonNull<string>>().Select(static text => text.Get));

    private static readonly Gen<string[]> Nodes = Gen.Choose(2, 9)
        .SelectMany(static count => Gen.Choose(0, 1000).ArrayOf(count))
        .Select(static ids => ids.Select(static id => $"node{id}").Distinct().ToArray())
        .Where(static nodes => nodes.Length >= 2);

    private static IEnumerable<string> Plcs(int count) => Enumerable.Range(0, count).Select(static i => $"Line{i}");

    private static ClusterView View(string[] nodes) =>
        new(1, [.. nodes.Select(static node => new ClusterMember(node, new IPEndPoint(IPAddress.Loopback, 1), false))]);
}
