using S7OpcBridge.Mqtt;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub;

namespace S7OpcBridge.Tests.Mqtt;

/// <summary>What subscribers are told of the tags of a map.</summary>
public sealed class PublishedTagsTests
{
    private const string Namespace = "urn:s7opcbridge:edge01:tags";

    [Test]
    public void Tags_of_a_folder_have_one_topic_and_are_told_with_type_unit_range_and_names()
    {
        var tags = From("");

        Assert.Multiple(() =>
        {
            Assert.That(
                tags.Select(static tag => (tag.Topic, tag.WriterGroup, tag.Writer, tag.Field, tag.Type)),
                Is.EqualTo(
                    new[]
                    {
                        ("opcua/json/data/edge01/Line1/Motor", "Line1", "Motor", "Motor/Speed", BuiltInType.Float),
                        ("opcua/json/data/edge01/Line1/Motor", "Line1", "Motor", "Motor/State", BuiltInType.Int16),
                        ("opcua/json/data/edge01/Line1/Motor", "Line1", "Motor", "Motor/Hours", BuiltInType.Double),
                        ("opcua/json/data/edge01/Line1/Recipe", "Line1", "Recipe", "Recipe/Number", BuiltInType.Int16),
                        ("opcua/json/data/edge01/Line1/Recipe", "Line1", "Recipe", "Recipe/Name", BuiltInType.String),
                    }
                )
            );
            Assert.That(tags[0].Unit!.Symbol, Is.EqualTo("rpm"));
            Assert.That(tags[0].Range, Is.EqualTo((0.0, 3000.0)));
            Assert.That(tags[1].States, Is.EqualTo(new[] { (0L, "Off"), (1L, "On") }));
            Assert.That(tags[2].DataType, Is.EqualTo(new NodeId(0, 290)), "Duration");
            Assert.That(tags[3].Limits, Is.EqualTo((0.0, 100.0)));
            Assert.That(tags[4].MaxStringLength, Is.EqualTo(60));
        });
    }

    [Test]
    public void A_field_keeps_its_id_as_long_as_its_node_id_and_no_two_have_the_same()
    {
        var (tags, again) = (From(""), From(", format: value"));

        Assert.Multiple(() =>
        {
            Assert.That(tags.Select(static tag => tag.Id), Is.Unique);
            Assert.That(again.Select(static tag => tag.Id), Is.EqualTo(tags.Select(static tag => tag.Id)));
            Assert.That(PublishedTags.IdOf("a").Version, Is.EqualTo(5));
            Assert.That(PublishedTags.IdOf("a").Variant & 0xC, Is.EqualTo(8));
        });
    }

    [Test]
    public void Only_writable_tags_that_are_allowed_have_a_topic_for_commands()
    {
        var tags = From(", format: value, topic: \"p/{plc}/{path}\", commands: [ \"Line1/**\" ]");

        Assert.That(
            tags.Where(static tag => tag.CommandTopic is not null).Select(static tag => (tag.Field, tag.CommandTopic)),
            Is.EqualTo(new[] { ("Recipe/Number", "p/Line1/Recipe/Number/set") })
        );
    }

    private static List<PublishedTag> From(string entry)
    {
        var map = MqttMap.Load(entry);
        return PublishedTags.From(map.Mqtt[0], map.Tags, Namespace);
    }
}
