using S7OpcBridge.PubSub.Publishing;

namespace S7OpcBridge.PubSub.Tests.Publishing;

/// <summary>Which tags are one dataset, and the numbers of writers.</summary>
public sealed class WriterPlanTests
{
    [Test]
    public void More_than_500_tags_of_a_topic_are_several_writers_with_names_of_their_own()
    {
        var plans = WriterPlan.From([.. Enumerable.Range(0, 1001).Select(static number => Plant.Tag(number))], byPlc: false);

        Assert.That(
            plans.Select(static plan => (plan.Name, plan.Tags.Count)),
            Is.EqualTo(new[] { ("all", 500), ("all-2", 500), ("all-3", 1) })
        );
    }

    [Test]
    public void Tags_of_one_topic_with_two_rates_are_two_writers_of_two_groups()
    {
        var plans = WriterPlan.From([Plant.Tag(1), Plant.Tag(2, seconds: 5), Plant.Tag(3)], byPlc: false);

        Assert.That(
            plans.Select(static plan => (plan.Group, plan.Name, plan.Tags.Count)),
            Is.EqualTo(new[] { ("Line1", "all", 2), ("Line1-2", "all", 1) })
        );
    }

    [Test]
    public void In_a_cluster_a_writer_has_tags_of_one_plc_only()
    {
        var plans = WriterPlan.From([Plant.Tag(1), Plant.Tag(2) with { Plc = 1 }], byPlc: true);

        Assert.That(plans.Select(static plan => (plan.Plc, plan.Name)), Is.EqualTo(new[] { (0, "all"), (1, "all-2") }));
    }

    [Test]
    public void A_name_has_the_same_number_in_every_run_and_no_two_names_have_the_same()
    {
        var (one, other) = (new WriterNumbers(), new WriterNumbers());
        var numbers = Enumerable.Range(0, 20_000).Select(number => one.NumberOf($"Line1/{number}")!.Value).ToArray();

        Assert.Multiple(() =>
        {
            Assert.That(numbers, Is.Unique);
            Assert.That(numbers, Has.None.EqualTo(0));
            Assert.That(other.NumberOf("Line1/0"), Is.EqualTo(numbers[0]));
        });
    }

    [Test]
    public void When_all_numbers_are_in_use_there_is_none_until_a_name_is_gone()
    {
        var numbers = new WriterNumbers();
        for (var i = 0; i < WriterNumbers.Most; i++)
            numbers.NumberOf($"{i}");
        var none = numbers.NumberOf("one more");
        numbers.Keep(Enumerable.Range(1, WriterNumbers.Most - 1).Select(static number => $"{number}").ToHashSet());

        Assert.Multiple(() =>
        {
            Assert.That(none, Is.Null);
            Assert.That(numbers.NumberOf("one more"), Is.Not.Null);
        });
    }
}
