using S7OpcBridge.Core;
using S7OpcBridge.Map.RawConfig.Mqtt;

namespace S7OpcBridge.Map.Compiling.Checks;

/// <summary>Checks the commands of an entry of <c>mqtt</c> against the tags of the map.</summary>
/// <param name="mqtt">The entry.</param>
/// <param name="entry">The same as written.</param>
/// <param name="map">The tags.</param>
/// <param name="spots">The locations of the tags.</param>
/// <param name="findings">Receives the findings.</param>
internal sealed class MqttCommandChecks(MqttSettings mqtt, RawMqtt entry, TagMap map, TagSpots spots, FindingList findings)
{
    private readonly Dictionary<string, int> _topics = [];

    /// <param name="data">The topics of the data.</param>
    public void Check(IReadOnlyDictionary<string, int> data)
    {
        if (mqtt.Commands is null || entry.Commands is not { } raw)
            return;
        foreach (var tag in map.Tags)
        {
            if (mqtt.CommandTopicOf(map, tag) is not { } topic)
                continue;
            if (!_topics.TryAdd(topic, tag.Id) && mqtt.Sparkplug is null)
                findings.Error(
                    spots[tag.Id],
                    $"'{map.PathOf(tag)}' would have the topic {topic} for its commands, which '{map.PathOf(map.Tags[_topics[topic]])}' has, at "
                        + $"{spots[_topics[topic]]}; rename one of the two"
                );
            if (data.ContainsKey(topic))
                findings.Error(
                    raw.TopicSpot.IsNone ? raw.Spot : raw.TopicSpot,
                    $"commands for '{map.PathOf(tag)}' would come on {topic}, on which values are published; write another 'topic' under 'commands'"
                );
        }
        CheckPatterns(raw);
    }

    private void CheckPatterns(RawMqttCommands raw)
    {
        foreach (var (pattern, spot) in raw.Allow)
        {
            Tag? readOnly = null;
            var isWritable = false;
            foreach (var tag in map.Tags)
            {
                if (!pattern.Matches(map.PathOf(tag)))
                    continue;
                if (CanBeWritten(tag))
                    isWritable = true;
                else
                    readOnly ??= tag;
            }
            if (isWritable)
                continue;
            if (readOnly is not null)
                findings.Warning(
                    spot,
                    $"no tag that fits '{pattern}' can be written, for example '{map.PathOf(readOnly)}': "
                        + (
                            map.Plcs[readOnly.Plc].Writes
                                ? "add 'access: readwrite' to it, or remove the pattern"
                                : $"{map.Plcs[readOnly.Plc].Name} has 'writes: false'"
                        )
                );
            else if (map.Tags.Length > 0 && !map.Symbols.Any(static symbol => symbol.IsBrowse))
                findings.Warning(spot, $"no tag fits '{pattern}'; write PLC and path, as in \"{map.Plcs[0].Name}/Recipe/*\"");
        }
    }

    private bool CanBeWritten(Tag tag) => (tag.Access & TagAccess.Write) != 0 && map.Plcs[tag.Plc].Writes;
}
