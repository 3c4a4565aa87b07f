using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests;

/// <summary>The planner against the corpus: legal, complete, and near a bound that nobody can beat.</summary>
public class PlanCorpusTests
{
    private static readonly (int Pdu, int Cap)[] Links = [(240, 20), (480, 20), (480, 255), (960, 20), (960, 255)];

    /// <summary>
    /// Requests and bounds of each family over two seeds and five links, as measured; a plan may get better, not worse, and a bound may rise, not fall.
    /// </summary>
    private static readonly Dictionary<string, (int Requests, int Bound)> Measured = new()
    {
        ["dense"] = (138, 138),
        ["sparse"] = (202, 202),
        ["many small DBs"] = (180, 180),
        ["scattered bits"] = (132, 132),
        ["long arrays"] = (760, 756),
        ["odd lengths"] = (431, 430),
        ["equal strides"] = (206, 205),
        ["aliases"] = (56, 56),
        ["mixed areas"] = (73, 73),
        ["large pieces"] = (287, 287),
        ["dense and sparse"] = (350, 350),
        ["strings"] = (184, 184),
        ["tiny"] = (16, 16),
        ["whole plant"] = (581, 578),
        ["dense, 5,000 tags"] = (408, 408),
        ["dense, 20,000 tags"] = (1622, 1618),
        ["triples"] = (889, 886),
        ["scattered Bools"] = (198, 198),
    };

    [TestCaseSource(typeof(PlanCorpus), nameof(PlanCorpus.FamilyNames))]
    [CancelAfter(120_000)]
    public void A_family_is_planned_as_well_as_measured(string family)
    {
        var (requests, bounds) = (0, 0);
        foreach (var map in PlanCorpus.Maps(2).Where(map => map.Family == family))
        {
            foreach (var (pdu, cap) in Links)
            {
                var plan = ReadPlanner.Plan(map.Ranges, pdu, cap);
                Assert.That(PlanCheck.Fault(plan, map.Ranges), Is.Null, $"seed {map.Seed}, PDU {pdu}, {cap} items");
                if (plan.LowerBound < 20)
                    Assert.That(
                        plan.Requests.Length,
                        Is.LessThanOrEqualTo(plan.LowerBound + 1),
                        $"seed {map.Seed}, PDU {pdu}, {cap} items"
                    );
                if (plan.Requests.Length > plan.LowerBound)
                    Assert.That(
                        plan.Requests.Length,
                        Is.LessThanOrEqualTo(OtherClients.Fewest(map.Ranges, pdu, cap)),
                        $"seed {map.Seed}, PDU {pdu}, {cap} items"
                    );
                requests += plan.Requests.Length;
                bounds += plan.LowerBound;
            }
        }
        TestContext.Out.WriteLine($"[\"{family}\"] = ({requests}, {bounds}),");
        Assert.That(requests, Is.LessThanOrEqualTo(Measured[family].Requests));
        Assert.That(bounds, Is.GreaterThanOrEqualTo(Measured[family].Bound));
    }

    /// <summary>Maps that were not there when the planner was made, and constants that nobody has chosen for it.</summary>
    [FsCheck.NUnit.Property(MaxTest = 100)]
    public void No_constant_gap_or_block_size_needs_fewer_requests_on_any_map(ushort seed)
    {
        var dice = new PlanCorpus.Dice(seed + 11);
        var family = dice.Pick(
            "dense",
            "sparse",
            "many small DBs",
            "scattered bits",
            "odd lengths",
            "equal strides",
            "large pieces",
            "dense and sparse",
            "strings",
            "triples",
            "scattered Bools"
        );
        var (pdu, cap) = dice.Pick(Links);
        PlanRange[] ranges = [.. PlanCorpus.Other(family, seed).Take(dice.Next(50, 1500))];
        var plan = ReadPlanner.Plan(ranges, pdu, cap);
        // What reaches the bound cannot lose.
        for (var tries = plan.Requests.Length > plan.LowerBound ? 50 : 0; tries > 0; tries--)
        {
            var (gap, block) = (dice.Next(-1, 300), dice.Next(8, pdu - 18));
            Assert.That(
                plan.Requests.Length,
                Is.LessThanOrEqualTo(OtherClients.Fewest(ranges, pdu, cap, gap, block)),
                $"{family}, seed {seed}, PDU {pdu}, {cap} items, gap {gap}, block {block}"
            );
        }
    }

    [Test]
    public void All_families_together_are_within_a_quarter_of_a_percent_of_the_bound()
    {
        var (requests, bounds) = (Measured.Values.Sum(family => family.Requests), Measured.Values.Sum(family => family.Bound));
        Assert.That(Measured.Keys, Is.EquivalentTo(PlanCorpus.FamilyNames));
        Assert.That(requests, Is.LessThanOrEqualTo(bounds * 1.0025));
    }

    /// <summary>One PLC with all kinds of tags, over the five links, as measured; farther from the bound than most families.</summary>
    [TestCase(5_000, 338, 334)]
    [TestCase(20_000, 2639, 2619)]
    [CancelAfter(120_000)]
    public void A_large_plant_is_planned_as_well_as_measured(int tags, int most, int bound)
    {
        var ranges = PlanCorpus.Large(tags);
        var plans = Array.ConvertAll(Links, link => ReadPlanner.Plan(ranges, link.Pdu, link.Cap));
        Assert.That(plans.Select(plan => PlanCheck.Fault(plan, ranges)), Is.All.Null);
        Assert.That(plans.Sum(plan => plan.Requests.Length), Is.LessThanOrEqualTo(most));
        Assert.That(plans.Sum(plan => plan.LowerBound), Is.GreaterThanOrEqualTo(bound));
    }

    [TestCase(240, 20)]
    [TestCase(480, 39)]
    [TestCase(960, 255)]
    [CancelAfter(120_000)]
    public void Twenty_thousand_tags_are_within_eleven_in_a_thousand(int pdu, int cap)
    {
        var ranges = PlanCorpus.Large(20_000);
        var plan = ReadPlanner.Plan(ranges, pdu, cap);
        Assert.That(PlanCheck.Fault(plan, ranges), Is.Null);
        Assert.That(plan.Requests.Length, Is.LessThanOrEqualTo(plan.LowerBound * 1.011));
    }
}
