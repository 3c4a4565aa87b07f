using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Mqtt;

/// <summary>The keys of <c>commands</c> of a broker.</summary>
internal static class MqttCommandKeys
{
    private const string Expected = "false, a list of tags such as [ \"Line1/Recipe/*\" ], or { allow, user, topic }";

    public static readonly KeyTable<RawMqttCommands> Table = new(
        "commands",
        new(
            "allow",
            KeyShape.Texts,
            "Tags that may be written, such as [ \"Line1/Recipe/*\" ], of those that the map makes writable.",
            static (yaml, commands) => ReadAllow(yaml, commands)
        ),
        new(
            "user",
            KeyShape.Text,
            "User of the map whose rights such writes have, and under whose name the audit lists them. Default: those of an Operator.",
            static (yaml, commands) =>
            {
                commands.UserSpot = yaml.Spot;
                commands.User = yaml.Text("the name of a user of the map");
            }
        ),
        new(
            "topic",
            KeyShape.Text,
            "Topic of the commands, of the same placeholders as 'topic'. Default: that of the value with /set, or PREFIX/set/NAME/{plc}/{path}.",
            static (yaml, commands) =>
            {
                commands.TopicSpot = yaml.Spot;
                commands.Topic = yaml.Text("a topic such as \"plant/{plc}/{path}/set\"");
            }
        )
    );

    /// <summary>Reads the value; null: none, or a finding.</summary>
    public static RawMqttCommands? Read(YamlReader yaml)
    {
        var commands = new RawMqttCommands(yaml.Spot);
        if (yaml.AtMapping)
        {
            var errors = yaml.Findings.HasErrors;
            if (Table.Read(yaml, commands) && commands.Allow.Count == 0 && yaml.Findings.HasErrors == errors)
                yaml.Findings.Error(
                    commands.Spot,
                    "'commands' allows no tag; add 'allow: [ \"Line1/Recipe/*\" ]' with the tags that may be written, or write 'commands: false'"
                );
            return commands;
        }
        switch (yaml.Peek)
        {
            case "false" or "False" or "FALSE":
                yaml.Next();
                return null;
            case "true" or "True" or "TRUE":
                yaml.Findings.Error(
                    yaml.Spot,
                    $"'commands: true' would let every message write every tag; name those that may be written: {Expected}"
                );
                yaml.Next();
                return null;
            case null when !yaml.AtSequence:
                yaml.RefuseNode(Expected);
                return null;
        }
        ReadAllow(yaml, commands);
        return commands;
    }

    private static void ReadAllow(YamlReader yaml, RawMqttCommands commands)
    {
        if (!yaml.AtSequence)
        {
            Add(yaml, commands);
            return;
        }
        yaml.EnterSequence(Expected);
        while (!yaml.Leave())
            Add(yaml, commands);
    }

    private static void Add(YamlReader yaml, RawMqttCommands commands)
    {
        var spot = yaml.Spot;
        if (MqttTagKeys.ReadPattern(yaml) is { } pattern)
            commands.Allow.Add((pattern, spot));
    }
}
