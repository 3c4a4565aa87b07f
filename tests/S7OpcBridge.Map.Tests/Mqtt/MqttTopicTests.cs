using S7OpcBridge.Core;

namespace S7OpcBridge.Map.Tests;

/// <summary>Topics made of the names of tags, and the names of groups and writers that go with them.</summary>
public sealed class MqttTopicTests
{
    private static readonly MqttRate Rate = new(TimeSpan.FromSeconds(1), OnChange: false, 60);

    [TestCase("Motor", "Motor")]
    [TestCase("Temperatur °C", "Temperatur °C")]
    [TestCase("a+b#c", "a_b_c")]
    [TestCase("$SYS", "_SYS")]
    [TestCase("cost$", "cost$")]
    [TestCase("A/B", "A_B")]
    [TestCase("", "_")]
    [TestCase("tab\tnul\0", "tab_nul_")]
    [TestCase("whole\ud83d\ude00", "whole\ud83d\ude00")]
    public void A_name_becomes_a_level(string name, string level) => Assert.That(MqttTopicTemplate.Level(name), Is.EqualTo(level));

    [Test]
    public void What_is_no_character_becomes_a_line() =>
        Assert.That(
            new[] { "half\ud800", "\udc00half", "no\uffff\ufdd0", "far\ud83f\udfff" }.Select(MqttTopicTemplate.Level),
            Is.EqualTo(new[] { "half_", "_half", "no__", "far__" })
        );

    [TestCase("plant/{plc}/{group}", "plant/Line1/Tank/Inlet", "Line1", "Tank.Inlet", "Tank/Inlet/Level+")]
    [TestCase("{server}/{plc}/{path}", "edge_1/Line1/Tank/Inlet/Level_", "Line1", "Tank.Inlet.Level_", "Tank/Inlet/Level+")]
    [TestCase("{plc}/{writer}", "Line1/Tank.Inlet", "Line1", "Tank.Inlet", "Tank/Inlet/Level+")]
    [TestCase("{plc}", "Line1", "Line1", "all", "Tank/Inlet/Level+")]
    [TestCase("plant", "plant", "all", "all", "Line1/Tank/Inlet/Level+")]
    [TestCase("{plc}/{scan}", "Line1/fast", "Line1", "fast", "Tank/Inlet/Level+")]
    [TestCase("by/{scan}/{group}/of", "by/fast/Tank/Inlet/of", "all", "Tank.Inlet.fast", "Line1/Tank/Inlet/Level+")]
    [TestCase("{plc}-{tag}", "Line1-Level_", "Line1", "Level_", "Tank/Inlet/Level+")]
    public void A_topic_its_group_its_writer_and_its_field(string template, string topic, string group, string writer, string field) =>
        Assert.That(
            Parse(template).PlaceOf(new MqttTopicParts("Line1", "Tank/Inlet/Level+", "fast", "edge/1"), Rate),
            Is.EqualTo(new MqttPlace(topic, group, writer, field, Rate))
        );

    [TestCase("plant/{plc}/{group}", "plant/Line1", "all")]
    [TestCase("{group}/{plc}", "Line1", "all")]
    [TestCase("a/{group}/b", "a/b", "all")]
    [TestCase("{group}", "all", "all")]
    [TestCase("{plc}/{writer}", "Line1/all", "all")]
    [TestCase("{plc}/{path}", "Line1/Level", "Level")]
    public void A_tag_without_folders_has_no_level_for_them(string template, string topic, string writer) =>
        Assert.That(
            Parse(template).PlaceOf(new MqttTopicParts("Line1", "Level", "fast", "edge1"), Rate),
            Has.Property("Topic").EqualTo(topic).And.Property("Writer").EqualTo(writer)
        );

    /// <summary>What MQTT 5 demands of a topic name (4.7.1, 4.7.3, 1.5.4), whatever PLC and folders are called.</summary>
    [FsCheck.NUnit.Property(MaxTest = 1000)]
    public bool Whatever_a_tag_is_called_its_topic_is_one(FsCheck.NonNull<string> plc, FsCheck.NonNull<string> path)
    {
        var topic = Parse("{plc}/{group}/{tag}").TopicOf(new MqttTopicParts(plc.Get, (TagPath)path.Get, "fast", "edge1"));
        return topic.Length > 0
            && !topic.StartsWith('$')
            && topic.Split('/').All(level => level.Length > 0 && MqttTopicTemplate.FirstForbidden(level) < 0)
            && new System.Text.UTF8Encoding(false, throwOnInvalidBytes: true).GetByteCount(topic) > 0;
    }

    private static MqttTopicTemplate Parse(string text) => MqttTopicTemplate.Parse(text, out _)!;
}
