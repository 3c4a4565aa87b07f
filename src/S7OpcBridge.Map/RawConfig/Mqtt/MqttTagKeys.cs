using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Mqtt;

/// <summary>The keys that say which tags are published, when, and what is kept of them.</summary>
internal static class MqttTagKeys
{
    private const int MostRules = 1000,
        LongestKeyFrame = 65_535,
        FewestValues = 1000,
        MostValues = 100_000_000;

    private static readonly TimeSpan Fastest = TimeSpan.FromMilliseconds(10),
        Slowest = TimeSpan.FromHours(24),
        ShortestKeep = TimeSpan.FromMinutes(1),
        LongestKeep = TimeSpan.FromDays(30);

    public static readonly KeyTable<RawMqttRate> Publish = new(
        "publish",
        new(
            "interval",
            KeyShape.Duration,
            "Time between two messages of a topic, each with what has changed; 10ms to 24h. Default 1s.",
            static (yaml, rate) => rate.Interval = yaml.Duration(Fastest, Slowest)
        ),
        new(
            "onChange",
            KeyShape.Duration,
            "In place of 'interval': a message as soon as a value has changed, with this time between two at least; 10ms to 24h.",
            static (yaml, rate) =>
            {
                rate.OnChangeSpot = yaml.Spot;
                rate.OnChange = yaml.Duration(Fastest, Slowest);
            }
        ),
        new(
            "keyFrame",
            KeyShape.Whole(1, LongestKeyFrame),
            "Every how many messages all values are sent instead of the changed ones; 1: always. Default 60.",
            static (yaml, rate) =>
            {
                rate.KeyFrameSpot = yaml.Spot;
                rate.KeyFrame = yaml.Whole(1, LongestKeyFrame);
            }
        )
    );

    /// <summary>The same for some tags: key frames are of a message, not of a tag.</summary>
    public static readonly KeyTable<RawMqttRate> Rate = Publish.Only("publish", ["interval", "onChange"]);

    public static readonly KeyTable<RawMqttTagRule> Rule = new(
        "choice of tags",
        new(
            "include",
            KeyShape.Text,
            "Tags that are published, such as \"Line1/**\": * stands for any part of one level, ** for any number of levels.",
            static (yaml, rule) => rule.Include = ReadPattern(yaml, rule)
        ),
        new(
            "exclude",
            KeyShape.Text,
            "Tags that are not published, such as \"**/Debug/**\".",
            static (yaml, rule) => rule.Exclude = ReadPattern(yaml, rule)
        ),
        new(
            "publish",
            KeyShape.Ref("mqttRate"),
            "When these tags are published, where it differs from the entry's 'publish'.",
            static (yaml, rule) =>
            {
                rule.Publish = new RawMqttRate { Spot = yaml.Spot };
                Rate.Read(yaml, rule.Publish);
            }
        )
    );

    public static readonly KeyTable<RawMqtt> Buffer = new(
        "buffer",
        new(
            "values",
            KeyShape.Whole(FewestValues, MostValues),
            "Most values that wait for the broker, 1000 to 100000000; beyond that the oldest are lost. Default 1000000.",
            static (yaml, mqtt) => mqtt.Values = yaml.Whole(FewestValues, MostValues) ?? mqtt.Values
        ),
        new(
            "file",
            KeyShape.Text,
            "Folder of the files in which they wait; a relative one is in the state folder, or beside this file. Default mqtt-buffer.",
            static (yaml, mqtt) => mqtt.Folder = yaml.Text("the name of a folder, such as mqtt-buffer") ?? mqtt.Folder
        ),
        new(
            "keep",
            KeyShape.Duration,
            "How long a value waits at most, 1min to 30d. Default 24h.",
            static (yaml, mqtt) => mqtt.Keep = yaml.Duration(ShortestKeep, LongestKeep) ?? mqtt.Keep
        )
    );

    /// <summary>Reads the list of tags.</summary>
    public static void ReadList(YamlReader yaml, RawMqtt mqtt)
    {
        mqtt.TagsSpot = yaml.Spot;
        if (!yaml.EnterSequence("a list such as [ { include: \"Line1/**\" }, { exclude: \"**/Debug/**\" } ]"))
            return;
        while (!yaml.Leave())
        {
            var rule = new RawMqttTagRule(yaml.Spot);
            if (yaml.AtMapping)
            {
                if (!ReadRule(yaml, rule))
                    continue;
            }
            else
            {
                rule.Include = ReadPattern(yaml, rule);
            }
            if (rule.Include is not null || rule.Exclude is not null)
                mqtt.Tags.Add(rule);
        }
        if (mqtt.Tags.Count > MostRules)
            yaml.Findings.Error(mqtt.TagsSpot, $"there are {mqtt.Tags.Count} choices of tags; {MostRules} at most are possible");
    }

    /// <summary>The pattern at the cursor; null after a finding.</summary>
    public static TagGlob? ReadPattern(YamlReader yaml)
    {
        var spot = yaml.Spot;
        if (yaml.Text("PLC and path of tags, such as \"Line1/**\"") is not { } text)
            return null;
        if (text.EndsWith('/') || text.StartsWith('/'))
            yaml.Findings.Error(
                spot,
                $"'{text}' has an empty level; write \"{text.Trim('/')}/**\" for all that is below, with the name of the PLC first"
            );
        else if (text.Contains("//", StringComparison.Ordinal))
            yaml.Findings.Error(spot, $"'{text}' has an empty level; levels are separated by one slash");
        else
            return new TagGlob(text);
        return null;
    }

    private static TagGlob? ReadPattern(YamlReader yaml, RawMqttTagRule rule)
    {
        rule.PatternSpot = yaml.Spot;
        return ReadPattern(yaml);
    }

    private static bool ReadRule(YamlReader yaml, RawMqttTagRule rule)
    {
        if (!Rule.Read(yaml, rule))
            return false;
        if (rule.PatternSpot.IsNone)
            yaml.Findings.Error(rule.Spot, "this choice names no tags; write { include: \"Line1/**\" } or { exclude: \"**/Debug/**\" }");
        else if (rule is { Include: not null, Exclude: not null })
            yaml.Findings.Error(
                rule.Spot,
                "'include' and 'exclude' are two choices; write two entries of the list, the one that decides last"
            );
        else if (rule is { Exclude: not null, Publish: not null })
            yaml.Findings.Error(rule.Publish.Spot, "'publish' has no meaning for tags that are not published; remove it");
        return true;
    }
}
