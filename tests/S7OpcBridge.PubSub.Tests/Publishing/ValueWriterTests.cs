namespace S7OpcBridge.PubSub.Tests.Publishing;

/// <summary>One message for each changed tag.</summary>
public sealed class ValueWriterTests
{
    [Test]
    public void Each_changed_tag_is_published_to_its_own_topic_with_its_latest_value()
    {
        using var plant = Begun(retain: false);
        plant.Set(2, 7);
        plant.Set(2, 8);
        plant.Pass(1);

        Assert.That(Sent(plant), Is.EqualTo(new[] { ("p/T2", 8) }));
    }

    [Test]
    public void A_tag_that_was_never_read_says_nothing()
    {
        using var plant = new Plant(Plant.Options(PublishFormat.Value), [Plant.Tag(1, "p/T1")]);
        plant.Pass(20);

        Assert.That(plant.Sent, Is.Empty);
    }

    [Test]
    public void After_a_connect_the_latest_values_are_kept_at_the_broker_again()
    {
        using var plant = Begun(retain: true);
        plant.Loop.PublishAll();
        plant.Loop.Round();

        Assert.Multiple(() =>
        {
            Assert.That(plant.Sent.Select(static message => message.Retain), Has.All.True);
            Assert.That(Sent(plant), Is.EqualTo(new[] { ("p/T1", 1), ("p/T2", 2) }));
        });
    }

    [Test]
    public void A_reload_publishes_new_tags_and_clears_the_topics_of_those_that_are_gone()
    {
        using var plant = Begun(retain: true);
        plant.Set(3, 3);
        plant.Loop.Follow([Plant.Tag(2, "p/T2"), Plant.Tag(3, "p/T3")]);
        plant.Pass(1);

        Assert.Multiple(() =>
        {
            Assert.That(plant.Sent[0], Is.EqualTo(("p/T1", "", true, 0)), "behind what waits");
            plant.Sent.RemoveAt(0);
            Assert.That(Sent(plant), Is.EqualTo(new[] { ("p/T3", 3) }));
            Assert.That(plant.Kept.Gone, Is.EqualTo(new[] { "p/T1" }));
        });
    }

    private static Plant Begun(bool retain)
    {
        var plant = new Plant(Plant.Options(PublishFormat.Value) with { Retain = retain }, [Plant.Tag(1, "p/T1"), Plant.Tag(2, "p/T2")]);
        plant.Set(1, 1);
        plant.Set(2, 2);
        plant.Pass(1.1);
        Assert.That(Sent(plant), Is.EqualTo(new[] { ("p/T1", 1), ("p/T2", 2) }));
        plant.Sent.Clear();
        return plant;
    }

    private static (string Topic, int Value)[] Sent(Plant plant) =>
        [
            .. plant.Sent.Select(static message =>
                (message.Topic, System.Text.Json.JsonDocument.Parse(message.Payload).RootElement.GetProperty("value").GetInt32())
            ),
        ];
}
