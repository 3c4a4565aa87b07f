using S7OpcBridge.Core;
using S7OpcBridge.Map.Compiling.Checks;
using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Map.RawConfig.Mqtt;

namespace S7OpcBridge.Map.Compiling;

/// <summary>Turns the entries of <c>mqtt</c> as written into settings: fills in the defaults of each format.</summary>
internal sealed class MqttCompiler(RawMap map, ClusterSettings? cluster, FindingList findings)
{
    private const string DefaultValueTopic = "s7opcbridge/{plc}/{path}";

    private readonly List<(MqttSettings Settings, RawMqtt Entry)> _entries = [];

    private string Server => map.Server.Settings.Name;

    /// <summary>Compiles the entries; those with findings are left out.</summary>
    public void Compile()
    {
        MqttChecks.CheckTwins(map.Mqtt, Server, findings);
        foreach (var entry in map.Mqtt)
        {
            if (Compile(entry) is { } settings)
                _entries.Add((settings, entry));
        }
        MqttSparkplugChecks.CheckTwins(_entries, findings);
    }

    /// <summary>The settings, checked against the tags where the map is valid so far.</summary>
    public IReadOnlyList<MqttSettings> Finish(TagMap tags, TagSpots spots)
    {
        if (!findings.HasErrors)
        {
            foreach (var (settings, entry) in _entries)
                new MqttTagChecks(settings, entry, tags, spots, findings).Check();
        }
        return [.. _entries.Select(static entry => entry.Settings)];
    }

    private MqttSettings? Compile(RawMqtt entry)
    {
        MqttChecks.Check(entry, map.Server.Settings, findings);
        // The server's name is that of the node already.
        var node = cluster is null ? "" : $"-{cluster.Node}";
        var publisher = entry.Name is { } name ? name + node : MqttTopicTemplate.Level(Server);
        var prefix = entry.TopicPrefix ?? MqttSettings.DefaultTopicPrefix;
        var format = entry.Format;
        var sparkplug = SparkplugOf(entry, publisher, node);
        if (format == MqttFormat.Sparkplug && sparkplug is null)
            return null;
        var standard = format switch
        {
            MqttFormat.Sparkplug => sparkplug!.DeviceTopic("DDATA"),
            MqttFormat.Value => DefaultValueTopic,
            MqttFormat.PubSubUadp => $"{prefix}/uadp/data/{publisher}/{{plc}}/{{writer}}",
            _ => $"{prefix}/json/data/{publisher}/{{plc}}/{{writer}}",
        };
        var topic = MqttTopicChecks.Parse(sparkplug is null ? entry.Topic ?? standard : standard, entry.TopicSpot, findings);
        if (topic is null || entry.Broker is not { } broker)
            return null;
        if (sparkplug is null)
            MqttTopicChecks.CheckData(topic, entry, prefix, findings);
        var rate = RateOf(entry.Publish, new MqttRate(MqttRate.DefaultInterval, OnChange: false, KeyFrameOf(entry)));
        return new MqttSettings
        {
            Name = entry.Name ?? Server,
            PublisherId = publisher,
            ClientId = entry.ClientId is { } id ? id + node : publisher,
            Broker = broker,
            User = entry.User,
            Password = entry.Password,
            Certificate = entry.Certificate,
            Trust = entry.Trust ?? MqttTrust.System,
            AllowInsecure = entry.AllowInsecure,
            Format = format,
            Fields = entry.Fields ?? (format == MqttFormat.PubSubUadp ? MqttFields.Values : MqttFields.ValuesAndStatus),
            Topic = topic,
            Sparkplug = sparkplug,
            TopicPrefix = prefix,
            Publish = rate,
            Tags = [.. entry.Tags.Select(rule => RuleOf(rule, rate))],
            Buffer = new MqttBuffer(
                entry.Values,
                // One for each entry, so that two of them never write the same files.
                Path.GetFullPath(FileName(entry.Name ?? Server), Path.GetFullPath(StateFolder.Resolve(entry.File, entry.Folder))),
                entry.Keep
            ),
            Retain = entry.Retain ?? format == MqttFormat.Value,
            Qos = sparkplug is null ? entry.Qos ?? 1 : 0,
            Settle = entry.Settle,
            Commands = CommandsOf(entry, topic, sparkplug, prefix, publisher),
            Server = Server,
        };
    }

    private MqttSparkplug? SparkplugOf(RawMqtt entry, string publisher, string node)
    {
        if (entry is not { Format: MqttFormat.Sparkplug, Sparkplug: { Group: { } group } raw })
            return null;
        var name =
            raw.Node is not { } given ? publisher
            : given.Contains(MqttSparkplugChecks.ServerPlace, StringComparison.Ordinal)
                ? given.Replace(MqttSparkplugChecks.ServerPlace, MqttTopicTemplate.Level(Server), StringComparison.Ordinal)
            : given + node;
        return new MqttSparkplug(group, name, raw.Host);
    }

    private MqttCommands? CommandsOf(RawMqtt entry, MqttTopicTemplate topic, MqttSparkplug? sparkplug, string prefix, string publisher)
    {
        if (entry.Commands is not { Allow.Count: > 0 } commands)
            return null;
        var standard =
            sparkplug is not null ? sparkplug.DeviceTopic("DCMD")
            : topic.IsOfOneTag ? $"{topic.Text}/set"
            : $"{prefix}/set/{publisher}/{{plc}}/{{path}}";
        var template = MqttTopicChecks.Parse(commands.Topic ?? standard, commands.TopicSpot, findings);
        if (template is null)
            return null;
        if (sparkplug is null)
            MqttTopicChecks.CheckCommands(template, topic, commands, findings);
        return new MqttCommands([.. commands.Allow.Select(static allowed => allowed.Pattern)], commands.User, template);
    }

    private static MqttTagRule RuleOf(RawMqttTagRule rule, MqttRate rate) =>
        rule.Exclude is { } excluded
            ? new MqttTagRule(excluded, IsIncluded: false)
            : new MqttTagRule(rule.Include!, IsIncluded: true, rule.Publish is null ? null : RateOf(rule.Publish, rate));

    private static MqttRate RateOf(RawMqttRate raw, MqttRate otherwise) =>
        raw.OnChange is { } distance ? otherwise with { Interval = distance, OnChange = true }
        : raw.Interval is { } interval ? otherwise with { Interval = interval, OnChange = false }
        : otherwise;

    private static int KeyFrameOf(RawMqtt entry) =>
        entry.Format == MqttFormat.PubSubUadp ? 1 : entry.Publish.KeyFrame ?? MqttRate.DefaultKeyFrame;

    private static string FileName(string name) =>
        string.Concat(name.Select(static c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' ? c : '_'));
}
