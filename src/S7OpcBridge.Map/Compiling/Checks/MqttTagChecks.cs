using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.Map.RawConfig.Mqtt;

namespace S7OpcBridge.Map.Compiling.Checks;

/// <summary>Checks an entry of <c>mqtt</c> against the tags of the map: which are published, and on which topics.</summary>
/// <param name="mqtt">The entry.</param>
/// <param name="entry">The same as written.</param>
/// <param name="map">The tags.</param>
/// <param name="spots">The locations of the tags.</param>
/// <param name="findings">Receives the findings.</param>
internal sealed class MqttTagChecks(MqttSettings mqtt, RawMqtt entry, TagMap map, TagSpots spots, FindingList findings)
{
    // Amazon's broker takes no more; others take 65,535 bytes and any number of levels.
    private const int MostBytes = 255,
        MostLevels = 7;

    private readonly Dictionary<string, int> _topics = [];
    private readonly Dictionary<string, string> _sameButCase = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<(string Group, string Writer), string> _writers = [];
    private readonly bool[] _isUsed = new bool[entry.Tags.Count];
    private int _published,
        _long,
        _deep,
        _onDemand;
    private string? _longest,
        _deepest;
    private Tag? _demanded;

    private SourceLocation TopicSpot => entry.TopicSpot.IsNone ? entry.Spot : entry.TopicSpot;

    // What is below a browsed symbol is only known when the CPU was asked.
    private bool IsBrowsed => map.Symbols.Any(static symbol => symbol.IsBrowse);

    public void Check()
    {
        foreach (var tag in map.Tags)
        {
            NoteRules(tag);
            if (mqtt.PlaceOf(map, tag) is { } place)
                Add(tag, place);
        }
        if (!IsBrowsed)
            CheckRules();
        SayOfTopics();
        if (_demanded is { } demanded)
            findings.Warning(
                entry.Spot,
                $"{Such(_onDemand, demanded)} in the class '{map.ScanGroups[demanded.ScanGroup].Name}', which is polled on demand; publishing is such a "
                    + "demand, so that the class is always polled: exclude them under 'tags' where the PLC shall be spared"
            );
        new MqttCommandChecks(mqtt, entry, map, spots, findings).Check(_topics);
    }

    private void NoteRules(Tag tag)
    {
        var path = map.PathOf(tag);
        for (var i = 0; i < entry.Tags.Count; i++)
        {
            if (!_isUsed[i] && entry.Tags[i].Pattern!.Matches(path))
                _isUsed[i] = true;
        }
    }

    private void Add(Tag tag, MqttPlace place)
    {
        _published++;
        if (map.ScanGroups[tag.ScanGroup].Mode == ScanMode.Demand)
        {
            _onDemand++;
            _demanded ??= tag;
        }
        if (!_topics.TryAdd(place.Topic, tag.Id))
        {
            if (mqtt.Format == MqttFormat.Value)
                SayOfTwins(tag, place.Topic);
            else if (mqtt.Sparkplug is not null && map.Tags[_topics[place.Topic]].Plc is var plc && plc != tag.Plc)
                findings.Error(
                    spots[tag.Id],
                    $"the PLCs '{map.Plcs[tag.Plc].Name}' and '{map.Plcs[plc].Name}' would be one device of Sparkplug, because characters that a topic cannot "
                        + "have became _; rename one of the two"
                );
            return;
        }
        if (_writers.GetValueOrDefault((place.WriterGroup, place.Writer)) is { } other && mqtt.Format != MqttFormat.Value)
            findings.Error(
                spots[tag.Id],
                $"'{map.PathOf(tag)}' is published on {place.Topic} and others on {other}, but both would be the writer '{place.Writer}' of "
                    + $"'{place.WriterGroup}'; rename a folder, or write {{writer}} in place of {{group}} in 'topic'"
            );
        else
            _writers.TryAdd((place.WriterGroup, place.Writer), place.Topic);
        if (!_sameButCase.TryAdd(place.Topic, place.Topic))
            findings.Warning(
                spots[tag.Id],
                $"the topic {place.Topic} differs from {_sameButCase[place.Topic]} in the case of letters only, which some consumers do not tell apart; rename "
                    + "one of the two"
            );
        if (Encoding.UTF8.GetByteCount(place.Topic) > MostBytes && _long++ == 0)
            _longest = place.Topic;
        if (place.Topic.AsSpan().Count('/') >= MostLevels && _deep++ == 0)
            _deepest = place.Topic;
    }

    private void SayOfTwins(Tag tag, string topic)
    {
        var first = map.Tags[_topics[topic]];
        findings.Error(
            spots[tag.Id],
            $"'{map.PathOf(tag)}' has the topic {topic} of '{map.PathOf(first)}', at {spots[first.Id]}; "
                + (
                    mqtt.Topic.IsOfOneTag
                        ? "characters that a topic cannot have became _, so rename one of the two"
                        : "put {plc} and {path} into 'topic', or rename one of the two"
                )
        );
    }

    private void CheckRules()
    {
        for (var i = 0; i < _isUsed.Length; i++)
        {
            if (!_isUsed[i] && map.Tags.Length > 0)
                findings.Warning(entry.Tags[i].PatternSpot, $"no tag fits '{entry.Tags[i].Pattern}'; {Advice(entry.Tags[i].Pattern!)}");
        }
        if (_published == 0 && map.Tags.Length > 0)
            findings.Warning(
                entry.TagsSpot.IsNone ? entry.Spot : entry.TagsSpot,
                $"no tag is published to {mqtt.BrokerText}; include some, such as {{ include: \"{map.Plcs[0].Name}/**\" }}"
            );
    }

    private string Advice(TagGlob pattern)
    {
        var first = pattern.Text.Split('/')[0];
        if (map.Plcs.Any(plc => plc.Name == pattern.Text))
            return $"write \"{pattern}/**\" for all tags of this PLC";
        return first == "**" || map.Plcs.Any(plc => TagPathPattern.IsLike(plc.Name, first))
            ? "write a path as 'tags' prints it, or ** for any number of levels"
            : $"it begins with the name of a PLC, as in \"{map.Plcs[0].Name}/{pattern}\", or with **";
    }

    private void SayOfTopics()
    {
        if (_longest is not null)
            findings.Warning(
                TopicSpot,
                $"{Topics(_long)} longer than {MostBytes} bytes, the first is {_longest}; some brokers refuse that: shorten 'topic', or exclude them"
            );
        if (_deepest is not null)
            findings.Warning(
                TopicSpot,
                $"{Topics(_deep)} of more than {MostLevels} levels, the first is {_deepest}; some brokers (AWS IoT Core) refuse that: write {{writer}} in "
                    + "place of {group}, or shorten 'topic'"
            );

        string Topics(int count) => count == 1 ? "one topic is" : $"{count} topics are";
    }

    private string Such(int count, Tag first) =>
        count == 1 ? $"'{map.PathOf(first)}' is" : $"'{map.PathOf(first)}' and {count - 1} more tags are";
}
