using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.RawConfig.Mqtt;

namespace S7OpcBridge.Map.Compiling.Checks;

/// <summary>Checks what belongs to <c>format: sparkplug</c>, and what does not.</summary>
internal static class MqttSparkplugChecks
{
    /// <summary>The placeholder that a node may have.</summary>
    public const string ServerPlace = "{server}";

    /// <summary>The keys of an entry.</summary>
    public static void Check(RawMqtt entry, FindingList findings)
    {
        if (entry.Format != MqttFormat.Sparkplug)
        {
            if (entry.Sparkplug is { } other)
                findings.Error(other.Spot, "'sparkplug' belongs to 'format: sparkplug'; write that, or remove 'sparkplug'");
            return;
        }
        if (entry.Sparkplug is not { } sparkplug)
            findings.Error(entry.Spot, "'format: sparkplug' needs to know the group of the plant; add 'sparkplug: { group: Plant }'");
        else
            CheckNames(sparkplug, findings);
        const string topics =
            "the topics are given by Sparkplug, spBv1.0/GROUP/DDATA/NODE/PLC, with the tag's path as name of the metric; remove";
        Refuse(entry.TopicSpot, $"{topics} 'topic'");
        Refuse(entry.TopicPrefixSpot, $"{topics} 'topicPrefix'");
        if (entry.Commands is { } commands)
            Refuse(commands.TopicSpot, $"{topics} 'topic' under 'commands': hosts write by DCMD to spBv1.0/GROUP/DCMD/NODE/PLC");
        Refuse(entry.FieldsSpot, "metrics of Sparkplug always have value, quality and time; remove 'fields'");
        if (entry.Retain == true)
            Refuse(entry.RetainSpot, "Sparkplug forbids retained messages: hosts that come later ask for a rebirth; remove 'retain'");
        if (entry.Qos is > 0)
            Refuse(
                entry.QosSpot,
                "Sparkplug wants births and data with quality 0; remove 'qos', and name a primary 'host' so that values wait for it"
            );
        Refuse(entry.Publish.KeyFrameSpot, "births have all values, and data those that have changed; remove 'keyFrame'");
        foreach (var rule in entry.Tags)
            Refuse(rule.Publish?.KeyFrameSpot ?? default, "births have all values, and data those that have changed; remove 'keyFrame'");

        void Refuse(SourceLocation spot, string words)
        {
            if (!spot.IsNone)
                findings.Error(spot, $"with 'format: sparkplug' {words}");
        }
    }

    /// <summary>Two entries that are the same edge node of one broker.</summary>
    public static void CheckTwins(IReadOnlyList<(MqttSettings Settings, RawMqtt Entry)> entries, FindingList findings)
    {
        var nodes = new Dictionary<string, RawMqtt>(StringComparer.Ordinal);
        foreach (var (settings, entry) in entries)
        {
            if (settings.Sparkplug is not { } node || nodes.TryAdd($"{settings.BrokerText} {node.Group}/{node.Node}", entry))
                continue;
            var first = nodes[$"{settings.BrokerText} {node.Group}/{node.Node}"];
            findings.Error(
                entry.Sparkplug!.NodeSpot.IsNone ? entry.Spot : entry.Sparkplug.NodeSpot,
                $"the entry in line {first.Spot.Line} is the edge node {node.Group}/{node.Node} of this broker already, and hosts would mix the two up; give "
                    + "each a 'node' of its own"
            );
        }
    }

    private static void CheckNames(RawSparkplug sparkplug, FindingList findings)
    {
        if (sparkplug.GroupSpot.IsNone)
            findings.Error(sparkplug.Spot, "'sparkplug' names no group; add 'group: Plant'");
        Check("group", sparkplug.Group, sparkplug.GroupSpot);
        Check("node", sparkplug.Node?.Replace(ServerPlace, "x", StringComparison.Ordinal), sparkplug.NodeSpot);
        Check("host", sparkplug.Host, sparkplug.HostSpot);

        void Check(string key, string? name, SourceLocation spot)
        {
            if (name is not null && (MqttTopicTemplate.Level(name) != name || name.AsSpan().ContainsAny('{', '}')))
                findings.Error(
                    spot,
                    $"'{Excerpt.From(name)}' cannot be the {key}, which is one level of a topic; write a name without + # / {{ }} and without $ in front"
                        + (key == "node" ? $"; {ServerPlace} stands for the server's name" : "")
                );
        }
    }
}
