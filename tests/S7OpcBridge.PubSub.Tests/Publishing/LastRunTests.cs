using S7OpcBridge.PubSub.Tests.Buffer;

namespace S7OpcBridge.PubSub.Tests.Publishing;

/// <summary>What a publisher knows of its run before this one.</summary>
public sealed class LastRunTests
{
    private BufferFolder _folder = null!;

    private string Saved => Path.Combine(_folder.Path, "published.json");

    [SetUp]
    public void SetUp()
    {
        _folder = new BufferFolder();
        Directory.CreateDirectory(_folder.Path);
    }

    [TearDown]
    public void TearDown() => _folder.Dispose();

    [Test]
    public void A_restart_keeps_the_version_of_a_dataset_whose_fields_are_the_same()
    {
        var before = VersionAfterStart([Plant.Tag(1), Plant.Tag(2)], hours: 0);
        var after = VersionAfterStart([Plant.Tag(1), Plant.Tag(2)], hours: 1);

        Assert.That(after, Is.EqualTo(before));
    }

    [Test]
    public void A_restart_with_other_fields_has_a_newer_version_even_if_the_clock_was_set_back()
    {
        var before = VersionAfterStart([Plant.Tag(1), Plant.Tag(2)], hours: 5);
        var renamed = VersionAfterStart([Plant.Tag(1), Plant.Tag(2) with { Field = "Speed" }], hours: 0);
        var described = VersionAfterStart([Plant.Tag(1), Plant.Tag(2) with { Field = "Speed", Range = (0, 10) }], hours: 6);

        Assert.Multiple(() =>
        {
            Assert.That(renamed, Is.EqualTo((before.Minor + 1, before.Minor + 1)));
            Assert.That(described.Major, Is.GreaterThan(renamed.Major));
        });
    }

    [Test]
    public void Topics_that_the_map_lost_while_the_bridge_was_stopped_are_cleared()
    {
        var options = Plant.Options(PublishFormat.Value) with { Retain = true };
        using (new Plant(options, [Plant.Tag(1, "p/T1"), Plant.Tag(2, "p/T2")], _folder.Path)) { }
        using var plant = new Plant(options, [Plant.Tag(2, "p/T2")], _folder.Path);

        Assert.Multiple(() =>
        {
            Assert.That(plant.Kept.Gone, Is.EqualTo(new[] { "p/T1" }));
            Assert.That(plant.Sent, Is.EqualTo(new[] { ("p/T1", "", true, 0) }));
        });
    }

    [Test]
    public void At_another_broker_nothing_is_cleared()
    {
        var options = Plant.Options(PublishFormat.Value) with { Retain = true };
        using (new Plant(options, [Plant.Tag(1, "p/T1")], _folder.Path)) { }
        var moved = options with { Broker = options.Broker with { Address = new Uri("mqtt://127.0.0.2") } };
        using var plant = new Plant(moved, [Plant.Tag(2, "p/T2")], _folder.Path);

        Assert.That(plant.Kept.Gone, Is.Empty);
    }

    [TestCase("")]
    [TestCase("{")]
    [TestCase("[]")]
    [TestCase("""{"broker":1,"datasets":[],"topics":[]}""")]
    [TestCase("""{"broker":"mqtt://127.0.0.1/","datasets":[{"writer":"Line1/all","fields":7}],"topics":["p/T9"]}""")]
    [TestCase("""{"broker":"mqtt://127.0.0.1/","datasets":[],"topics":[null]}""")]
    public void A_file_that_cannot_be_read_is_as_none(string text)
    {
        File.WriteAllText(Saved, text);
        using var plant = new Plant(Plant.Options(PublishFormat.Value) with { Retain = true }, [Plant.Tag(1, "p/T1")], _folder.Path);

        Assert.That(plant.Kept.Gone, Is.Empty);
        Assert.That(File.ReadAllText(Saved), Does.Contain("p/T1"), "and it is written anew");
    }

    private (uint Major, uint Minor) VersionAfterStart(IReadOnlyList<PublishedTag> tags, int hours)
    {
        using var plant = new Plant(tags: tags, folder: _folder.Path, started: TimeSpan.FromHours(hours));
        return FollowTests.VersionOf(plant);
    }
}
