using System.Text.RegularExpressions;
using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.RawConfig.Mqtt;
using S7OpcBridge.Words;

namespace S7OpcBridge.Map.Compiling.Checks;

/// <summary>Checks the text of topics, before any tag is put into them.</summary>
internal static partial class MqttTopicChecks
{
    private static readonly string[] Reserved = ["metadata", "status", "connection", "application", "endpoints"];

    /// <summary>The topic of a text; null after a finding.</summary>
    /// <param name="spot">Its location; none: it is a default, which needs no check.</param>
    public static MqttTopicTemplate? Parse(string text, SourceLocation spot, FindingList findings)
    {
        var template = MqttTopicTemplate.Parse(text, out var unknown);
        if (spot.IsNone)
            return template;
        if (template is null)
        {
            findings.Error(
                spot,
                unknown!.Length == 0
                    ? $"the topic '{Excerpt.From(text)}' has a brace without its other; a placeholder is written as {{plc}}"
                    : $"the topic has no placeholder '{{{Excerpt.From(unknown)}}}'; {NearestWord.Hint(unknown, [.. MqttTopicTemplate.Placeholders])}"
            );
            return null;
        }
        // What a placeholder brings is made fit, so that one letter stands for it.
        if (FaultOf(Placeholder().Replace(text, "x")) is not { } fault)
            return template;
        findings.Error(spot, $"the topic '{Excerpt.From(text)}' {fault}");
        return null;
    }

    /// <summary>What is wrong with a topic or its beginning, as the rest of a sentence with the remedy; null: nothing.</summary>
    public static string? FaultOf(string topic)
    {
        if (topic.StartsWith('$'))
            return "begins with $, which brokers keep for themselves; write another first level";
        if (topic.StartsWith('/') || topic.EndsWith('/') || topic.Contains("//", StringComparison.Ordinal))
            return "has an empty level; write levels with one slash between them, and none at the ends";
        foreach (var level in topic.Split('/'))
        {
            if (MqttTopicTemplate.FirstForbidden(level) is >= 0 and var at)
                return char.IsControl(level[at])
                    ? "has a control character; remove it"
                    : $"has the character '{level[at]}', which no topic may have; write another one";
        }
        return null;
    }

    /// <summary>The topic of the data against the format.</summary>
    public static void CheckData(MqttTopicTemplate topic, RawMqtt entry, string prefix, FindingList findings)
    {
        if (entry.TopicSpot.IsNone)
            return;
        if (entry.Format == MqttFormat.Value)
        {
            if (!topic.Text.Contains("{path}", StringComparison.Ordinal) && !topic.Text.Contains("{tag}", StringComparison.Ordinal))
                findings.Error(
                    entry.TopicSpot,
                    $"with 'format: value' each tag needs a topic of its own, and '{Excerpt.From(topic.Text)}' has neither {{path}} nor {{tag}}; write one "
                        + "such as \"plant/{plc}/{path}\""
                );
            return;
        }
        foreach (var encoding in new[] { "json", "uadp" })
        {
            if (Array.Find(Reserved, type => topic.Text.StartsWith($"{prefix}/{encoding}/{type}", StringComparison.Ordinal)) is { } taken)
                findings.Error(
                    entry.TopicSpot,
                    $"below '{prefix}/{encoding}/{taken}' OPC UA PubSub has messages of its own; write another topic for the data, or remove 'topic'"
                );
        }
    }

    /// <summary>The topic of the commands against that of the data.</summary>
    public static void CheckCommands(MqttTopicTemplate commands, MqttTopicTemplate data, RawMqttCommands raw, FindingList findings)
    {
        if (raw.TopicSpot.IsNone)
            return;
        if (commands == data)
            findings.Error(
                raw.TopicSpot,
                "commands and data have the same topic, so that the bridge would take its own messages for commands; append /set to that of the commands"
            );
        else if (!commands.IsOfOneTag)
            findings.Error(
                raw.TopicSpot,
                $"each tag needs a topic of its own for its commands, and '{Excerpt.From(commands.Text)}' has not {{plc}} and {{path}}; write one such as "
                    + "\"plant/{plc}/{path}/set\""
            );
    }

    [GeneratedRegex(@"\{[^{}]*\}")]
    private static partial Regex Placeholder();
}
