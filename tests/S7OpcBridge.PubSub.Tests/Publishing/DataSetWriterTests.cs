namespace S7OpcBridge.PubSub.Tests.Publishing;

/// <summary>What a DataSetWriter sends, and when.</summary>
public sealed class DataSetWriterTests
{
    [Test]
    public void The_first_message_is_a_key_frame_with_all_fields()
    {
        using var plant = new Plant(tags: [Plant.Tag(1), Plant.Tag(2)]);
        plant.Set(1, 10);
        plant.Set(2, 20);
        plant.Pass(1.1);

        Assert.That(plant.Take(), Is.EqualTo(new[] { ("ua-keyframe", 1u, new Dictionary<string, int> { ["T1"] = 10, ["T2"] = 20 }) }));
    }

    [Test]
    public void A_delta_frame_has_the_latest_value_of_what_changed_in_the_interval()
    {
        using var plant = Begun([Plant.Tag(1), Plant.Tag(2)]);
        plant.Set(2, 21);
        plant.Pass(0.3);
        plant.Set(2, 22);
        plant.Pass(1);

        Assert.That(plant.Take(), Is.EqualTo(new[] { ("ua-deltaframe", 2u, new Dictionary<string, int> { ["T2"] = 22 }) }));
    }

    [Test]
    public void Nothing_is_sent_while_nothing_changes_but_a_keep_alive_with_the_number_of_the_next_message()
    {
        using var plant = Begun([Plant.Tag(1)]);
        plant.Pass(9);
        Assert.That(plant.Sent, Is.Empty);
        plant.Pass(2);
        var alive = plant.Take();
        plant.Set(1, 5);
        plant.Pass(1);

        Assert.Multiple(() =>
        {
            Assert.That(alive, Is.EqualTo(new[] { ("ua-keepalive", 2u, new Dictionary<string, int>()) }));
            Assert.That(plant.Take(), Is.EqualTo(new[] { ("ua-deltaframe", 2u, new Dictionary<string, int> { ["T1"] = 5 }) }));
        });
    }

    [Test]
    public void After_as_many_intervals_as_keyFrame_says_all_fields_are_sent_also_unchanged_ones()
    {
        using var plant = Begun([Plant.Tag(1, keyFrame: 3), Plant.Tag(2, keyFrame: 3)]);
        plant.Pass(3);

        Assert.That(plant.Take().Select(static message => (message.Type, message.Fields.Count)), Is.EqualTo(new[] { ("ua-keyframe", 2) }));
    }

    [Test]
    public void With_keyFrame_1_each_message_has_all_fields()
    {
        using var plant = Begun([Plant.Tag(1, onChange: true, keyFrame: 1), Plant.Tag(2, onChange: true, keyFrame: 1)]);
        plant.Set(2, 22);
        plant.Pass(1);

        Assert.That(plant.Take().Select(static message => (message.Type, message.Fields.Count)), Is.EqualTo(new[] { ("ua-keyframe", 2) }));
    }

    [Test]
    public void On_change_a_message_follows_within_the_least_distance_and_none_sooner_after_it()
    {
        using var plant = Begun([Plant.Tag(1, seconds: 0.2, onChange: true)]);
        for (var i = 1; i <= 8; i++)
        {
            plant.Set(1, i);
            plant.Pass(0.05);
        }
        plant.Pass(0.2);
        var sent = plant.Take();

        Assert.Multiple(() =>
        {
            Assert.That(sent, Has.Count.InRange(2, 3));
            Assert.That(sent[^1].Fields["T1"], Is.EqualTo(8));
        });
    }

    [Test]
    public void After_a_connect_all_fields_are_sent_at_once()
    {
        using var plant = Begun([Plant.Tag(1, seconds: 60), Plant.Tag(2, seconds: 60)]);
        plant.Set(1, 11);
        plant.Loop.PublishAll();
        plant.Loop.Round();

        Assert.That(plant.Take(), Is.EqualTo(new[] { ("ua-keyframe", 2u, new Dictionary<string, int> { ["T1"] = 11, ["T2"] = 2 }) }));
    }

    [Test]
    public void A_plc_of_another_node_is_not_published_and_begins_with_all_fields_when_it_comes()
    {
        var isMine = false;
        using var plant = new Plant(Plant.Options() with { OwnsPlc = _ => isMine }, [Plant.Tag(1), Plant.Tag(2)]);
        plant.Set(1, 1);
        plant.Set(2, 2);
        plant.Pass(30);
        var before = plant.Sent.Count;
        isMine = true;
        plant.Pass(1);

        Assert.Multiple(() =>
        {
            Assert.That(before, Is.Zero);
            Assert.That(
                plant.Take().Select(static message => (message.Type, message.Fields.Count)),
                Is.EqualTo(new[] { ("ua-keyframe", 2) })
            );
        });
    }

    [Test]
    public void Without_a_first_value_nothing_is_sent_for_ten_seconds_and_then_the_status()
    {
        using var plant = new Plant(tags: [Plant.Tag(1)]);
        plant.Pass(9);
        var early = plant.Sent.Count;
        plant.Pass(3);

        Assert.Multiple(() =>
        {
            Assert.That(early, Is.Zero);
            Assert.That(plant.Sent[0].Payload, Does.Contain("BadWaitingForInitialData"));
        });
    }

    private static Plant Begun(IReadOnlyList<PublishedTag> tags)
    {
        var plant = new Plant(tags: tags);
        foreach (var tag in tags)
            plant.Set(tag.Tag, tag.Tag);
        plant.Pass(1.1);
        Assert.That(plant.Take().Select(static message => message.Type), Is.EqualTo(new[] { "ua-keyframe" }));
        return plant;
    }
}
