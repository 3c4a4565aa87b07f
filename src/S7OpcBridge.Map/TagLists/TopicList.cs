using S7OpcBridge.Core;

namespace S7OpcBridge.Map.TagLists;

/// <summary>The topics of a map as CSV: a line per tag and broker, in the order of the map.</summary>
internal static class TopicList
{
    public static IEnumerable<string> Write(TagList list)
    {
        yield return CsvText.Line("Tag", "Topic", "WriterGroup", "DataSetWriter", "Field", "Format", "Entry", "Broker", "CommandTopic");
        foreach (var mqtt in list.Mqtt)
        {
            foreach (var tag in list.Map.Listed)
            {
                if (LineOf(list.Map, mqtt, tag) is { } line)
                    yield return line;
            }
        }
    }

    private static string? LineOf(TagMap map, MqttSettings mqtt, Tag tag)
    {
        var (place, command) = (mqtt.PlaceOf(map, tag), mqtt.CommandTopicOf(map, tag));
        if (place is null && command is null)
            return null;
        // Format value has no groups and writers, Sparkplug names of metrics alone.
        var named = mqtt.Format is MqttFormat.Value or MqttFormat.Sparkplug ? null : place;
        return CsvText.Line(
            map.PathOf(tag),
            place?.Topic ?? "",
            named?.WriterGroup ?? "",
            named?.Writer ?? "",
            (mqtt.Format == MqttFormat.Value ? null : place)?.Field ?? "",
            MqttSettings.Formats[(int)mqtt.Format],
            mqtt.Name,
            mqtt.BrokerText,
            command ?? ""
        );
    }
}
