using System.Text.Json;

namespace S7OpcBridge.PubSub.Tests.Publishing;

/// <summary>What a changed map does to writers, numbers and versions.</summary>
public sealed class FollowTests
{
    [Test]
    public void A_writer_that_does_not_change_goes_on_with_its_numbers_and_marks()
    {
        using var plant = new Plant(tags: [Plant.Tag(1), Plant.Tag(2)]);
        plant.Set(1, 1);
        plant.Set(2, 2);
        plant.Pass(1.1);
        plant.Take();
        plant.Set(2, 3);
        plant.Loop.Follow([Plant.Tag(1), Plant.Tag(2), Plant.Tag(7, "plant/Line2")]);
        plant.Pass(1);

        Assert.That(plant.Take()[0], Is.EqualTo(("ua-deltaframe", 2u, new Dictionary<string, int> { ["T2"] = 3 })));
    }

    [Test]
    public void An_appended_field_moves_the_minor_version_any_other_change_both()
    {
        using var plant = new Plant(tags: [Plant.Tag(1), Plant.Tag(2)]);
        var first = VersionOf(plant);
        plant.Clock.Advance(TimeSpan.FromMinutes(1));
        plant.Loop.Follow([Plant.Tag(1), Plant.Tag(2), Plant.Tag(3)]);
        plant.Loop.Round();
        var appended = VersionOf(plant);
        plant.Clock.Advance(TimeSpan.FromMinutes(1));
        plant.Loop.Follow([Plant.Tag(1), Plant.Tag(3)]);
        plant.Loop.Round();
        var removed = VersionOf(plant);

        Assert.Multiple(() =>
        {
            Assert.That(first.Major, Is.EqualTo(first.Minor));
            Assert.That(appended, Is.EqualTo((first.Major, first.Minor + 60)));
            Assert.That(removed, Is.EqualTo((first.Minor + 120, first.Minor + 120)));
        });
    }

    [Test]
    public void New_fields_are_sent_with_all_others_and_the_sequence_goes_on()
    {
        using var plant = new Plant(tags: [Plant.Tag(1)]);
        plant.Set(1, 1);
        plant.Pass(1.1);
        plant.Take();
        plant.Set(2, 2);
        plant.Loop.Follow([Plant.Tag(1), Plant.Tag(2)]);
        plant.Pass(1);

        Assert.That(plant.Take(), Is.EqualTo(new[] { ("ua-keyframe", 2u, new Dictionary<string, int> { ["T1"] = 1, ["T2"] = 2 }) }));
    }

    [Test]
    public void Metadata_of_a_writer_that_is_gone_is_no_longer_kept()
    {
        using var plant = new Plant(tags: [Plant.Tag(1), Plant.Tag(2, "plant/Line2") with { WriterGroup = "Line2" }]);
        var before = plant.Kept.Messages.Select(static message => message.Topic).ToArray();
        plant.Loop.Follow([Plant.Tag(1)]);
        plant.Loop.Round();
        var after = plant.Kept.Messages.Select(static message => message.Topic).ToArray();

        Assert.Multiple(() =>
        {
            Assert.That(before, Does.Contain("opcua/json/metadata/edge01/Line2/all"));
            Assert.That(
                after,
                Is.EquivalentTo(
                    new[] { "opcua/json/status/edge01", "opcua/json/connection/edge01", "opcua/json/metadata/edge01/Line1/all" }
                )
            );
            Assert.That(plant.Kept.Own, Does.Contain("opcua/json/metadata/edge01/#"));
        });
    }

    [Test]
    public void The_will_says_error_and_the_farewell_disabled()
    {
        using var plant = new Plant(tags: [Plant.Tag(1)]);

        Assert.Multiple(() =>
        {
            Assert.That(StatusOf(plant.Kept.Messages[0].Payload), Is.EqualTo(2));
            Assert.That(StatusOf(plant.Kept.Will!.Value.Payload), Is.EqualTo(3));
            Assert.That(StatusOf(plant.Kept.Farewell[0].Payload), Is.Zero);
            Assert.That(plant.Kept.Will!.Value.Retain, Is.True);
        });
    }

    [Test]
    public void An_entry_that_is_gone_leaves_nothing_at_the_broker()
    {
        using var plant = new Plant(Plant.Options() with { Retain = true }, [Plant.Tag(1)]);
        plant.Loop.Leave();

        Assert.That(
            plant.Kept.Farewell.Select(static message => (message.Topic, message.Payload.Length, message.Retain)),
            Is.EquivalentTo(
                new[]
                {
                    ("opcua/json/status/edge01", 0, true),
                    ("opcua/json/connection/edge01", 0, true),
                    ("opcua/json/metadata/edge01/Line1/all", 0, true),
                    ("plant/Line1", 0, true),
                }
            )
        );
    }

    private static int StatusOf(ReadOnlyMemory<byte> payload) => JsonDocument.Parse(payload).RootElement.GetProperty("Status").GetInt32();

    internal static (uint Major, uint Minor) VersionOf(Plant plant)
    {
        var message = plant.Kept.Messages.Single(static message => message.Topic.Contains("/metadata/", StringComparison.Ordinal));
        var version = JsonDocument.Parse(message.Payload).RootElement.GetProperty("MetaData").GetProperty("ConfigurationVersion");
        return (version.GetProperty("MajorVersion").GetUInt32(), version.GetProperty("MinorVersion").GetUInt32());
    }
}
