using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig.Words;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Mqtt;

/// <summary>The keys of an entry of <c>mqtt</c>.</summary>
internal static class MqttKeys
{
    public const string Example = "mqtts://broker.plant.local:8883";

    private const int LongestPassword = 1000;

    private static readonly string[] Formats = [.. MqttSettings.Formats];
    private static readonly string[] FieldForms = ["values", "values+status", "typed", "bare"];

    public static readonly KeyTable<RawMqtt> Table = new(
        "broker",
        [
            new(
                "name",
                KeyShape.Text,
                "Name of the entry, and PublisherId of OPC UA PubSub; unique. Default: the server's name.",
                static (yaml, mqtt) =>
                {
                    mqtt.NameSpot = yaml.Spot;
                    mqtt.Name = yaml.Text("a name such as edge01");
                }
            ),
            new("broker", KeyShape.Text, $"The broker: {Example}, or mqtt:// without TLS.", ReadBroker),
            new(
                "clientId",
                KeyShape.Text,
                "Client id at the broker; in a cluster the node is appended. Default: the name.",
                static (yaml, mqtt) =>
                {
                    mqtt.ClientIdSpot = yaml.Spot;
                    mqtt.ClientId = yaml.Text("a text such as s7opcbridge-edge01");
                }
            ),
            new(
                "user",
                KeyShape.Text,
                "User name at the broker. Default: none.",
                static (yaml, mqtt) => mqtt.User = yaml.Text("the name of a user of the broker")
            ),
            new(
                "password",
                KeyShape.Any(KeyShape.Text, KeyShape.Ref("secretFile")),
                "Password of the user: { file: mqtt.txt }, a file that only its owner may read.",
                ReadPassword
            ),
            new(
                "certificate",
                KeyShape.Any(KeyShape.OneOf(MqttTlsKeys.Own), KeyShape.Ref("mqttCertificate")),
                "Certificate that the bridge shows to the broker: own, that of the OPC UA server, or { file, key } in PEM. Default: none.",
                static (yaml, mqtt) => MqttTlsKeys.ReadCertificate(yaml, mqtt)
            ),
            new(
                "trust",
                KeyShape.Any(KeyShape.OneOf(MqttTlsKeys.TrustWords), KeyShape.Ref("mqttTrust")),
                "Whose certificate the broker must have: system (CAs of the machine), stores (those of the bridge), or { file: ca.pem }. Default system.",
                static (yaml, mqtt) => MqttTlsKeys.ReadTrust(yaml, mqtt)
            ),
            new(
                "allowInsecure",
                KeyShape.Bool,
                "true: the password may go through the network without TLS. Default false.",
                static (yaml, mqtt) => mqtt.AllowInsecure = yaml.Bool() ?? false
            ),
            new(
                "format",
                KeyShape.OneOf(Formats),
                "pubsub-json, pubsub-uadp: OPC UA PubSub, many tags in a message; value: a message and a topic per tag; sparkplug. Default pubsub-json.",
                static (yaml, mqtt) =>
                    mqtt.Format = yaml.OneOf(Formats) is { } word ? (MqttFormat)Array.IndexOf(Formats, word) : mqtt.Format
            ),
            new(
                "fields",
                KeyShape.OneOf(FieldForms),
                "values, values+status (quality and time with each), typed (pubsub-json), bare (value: the number alone). Default values+status.",
                static (yaml, mqtt) =>
                {
                    mqtt.FieldsSpot = yaml.Spot;
                    if (yaml.OneOf(FieldForms) is { } word)
                        mqtt.Fields = (MqttFields)Array.IndexOf(FieldForms, word);
                }
            ),
            new(
                "topic",
                KeyShape.Text,
                "Topic of the data, of {plc}, {group}, {writer}, {tag}, {path}, {scan} and {server}. Default: that of OPC UA PubSub; s7opcbridge/{plc}/{path}.",
                static (yaml, mqtt) =>
                {
                    mqtt.TopicSpot = yaml.Spot;
                    mqtt.Topic = yaml.Text("a topic such as \"plant/{plc}/{group}\"");
                }
            ),
            new(
                "sparkplug",
                KeyShape.Ref("mqttSparkplug"),
                "With format sparkplug: { group: Plant }, and node and host where needed.",
                static (yaml, mqtt) =>
                {
                    mqtt.Sparkplug = new RawSparkplug(yaml.Spot);
                    MqttSparkplugKeys.Table.Read(yaml, mqtt.Sparkplug);
                }
            ),
            new(
                "topicPrefix",
                KeyShape.Text,
                "First level of the other topics of OPC UA PubSub, such as metadata and status. Default opcua.",
                static (yaml, mqtt) =>
                {
                    mqtt.TopicPrefixSpot = yaml.Spot;
                    mqtt.TopicPrefix = yaml.Text("a level of topics such as opcua");
                }
            ),
            new(
                "publish",
                KeyShape.Ref("mqttPublish"),
                "When: { interval: 1s } or { onChange: 100ms }, and keyFrame. Default { interval: 1s, keyFrame: 60 }.",
                static (yaml, mqtt) =>
                {
                    mqtt.Publish.Spot = yaml.Spot;
                    MqttTagKeys.Publish.Read(yaml, mqtt.Publish);
                }
            ),
            new(
                "tags",
                KeyShape.ListOf(KeyShape.Any(KeyShape.Text, KeyShape.Ref("mqttTags"))),
                "Which tags, by PLC and path: [ { include: \"Line1/**\" }, { exclude: \"**/Debug/**\" } ]; the last that fits decides. Default: all.",
                static (yaml, mqtt) => MqttTagKeys.ReadList(yaml, mqtt)
            ),
            new(
                "buffer",
                KeyShape.Ref("mqttBuffer"),
                "What is kept while the broker is away.",
                static (yaml, mqtt) => MqttTagKeys.Buffer.Read(yaml, mqtt)
            ),
            new(
                "retain",
                KeyShape.Bool,
                "true: the broker keeps the last message of each topic for later subscribers. Default: true with format value, else false.",
                static (yaml, mqtt) =>
                {
                    mqtt.RetainSpot = yaml.Spot;
                    mqtt.Retain = yaml.Bool();
                }
            ),
            new(
                "qos",
                KeyShape.Whole(0, 2),
                "Quality of service: 0 at most once, 1 at least once, 2 exactly once. Default 1.",
                static (yaml, mqtt) =>
                {
                    mqtt.QosSpot = yaml.Spot;
                    mqtt.Qos = yaml.Whole(0, 2);
                }
            ),
            new(
                "settle",
                KeyShape.Duration,
                "Pause between a reconnect and what waited meanwhile, so that subscribers are back; up to 60s. Default 5s.",
                static (yaml, mqtt) => mqtt.Settle = yaml.Duration(TimeSpan.Zero, TimeSpan.FromSeconds(60)) ?? mqtt.Settle
            ),
            new(
                "commands",
                KeyShape.Any(KeyShape.Bool, KeyShape.Texts, KeyShape.Ref("mqttCommands")),
                "Writes by messages: false, or the tags that may be written, such as [ \"Line1/Recipe/*\" ]. Default false.",
                static (yaml, mqtt) => mqtt.Commands = MqttCommandKeys.Read(yaml)
            ),
        ]
    );

    /// <summary>Reads the list.</summary>
    public static void Read(YamlReader yaml, List<RawMqtt> entries)
    {
        var spot = yaml.Spot;
        if (!yaml.EnterSequence($"a list of brokers, such as [ {{ broker: {Example} }} ]"))
            return;
        while (!yaml.Leave())
        {
            var mqtt = new RawMqtt(yaml.File, yaml.Spot);
            if (!Table.Read(yaml, mqtt))
                continue;
            if (mqtt.BrokerSpot.IsNone && !yaml.Findings.IsCutShort)
                yaml.Findings.Error(mqtt.Spot, $"this entry names no broker; add 'broker: {Example}'");
            entries.Add(mqtt);
        }
        if (entries.Count > MqttSettings.Most)
            yaml.Findings.Error(spot, $"there are {entries.Count} brokers; {MqttSettings.Most} at most are possible");
    }

    private static void ReadBroker(YamlReader yaml, RawMqtt mqtt)
    {
        mqtt.BrokerSpot = yaml.Spot;
        if (yaml.Text($"a broker such as {Example}") is not { } text)
            return;
        var scheme = text.IndexOf("://", StringComparison.Ordinal) is > 0 and var end ? text[..end].ToLowerInvariant() : "";
        var authority = (scheme.Length == 0 ? text : text[(scheme.Length + 3)..]).TrimEnd('/');
        var hasTls = scheme is "mqtts" or "ssl" or "tls";
        if (
            scheme is "mqtt" or "mqtts"
            && HostAndPort.TryParse(authority, hasTls ? MqttSettings.DefaultTlsPort : MqttSettings.DefaultPort, out var host)
        )
        {
            mqtt.Broker = new Uri($"{scheme}://{(host!.Host.Contains(':') ? $"[{host.Host}]" : host.Host)}:{host.Port}");
            return;
        }
        var advice = scheme switch
        {
            // A text with a login may contain a password, so it is not shown.
            _ when authority.Contains('@') =>
                "user and password have keys of their own, 'user' and 'password'; write the broker without them",
            "ws" or "wss" => "WebSockets are not supported; write mqtt:// or mqtts:// and the port that the broker has for it",
            "" or "tcp" or "ssl" or "tls" when HostAndPort.TryParse(authority, 1, out _) =>
                $"write {(hasTls || authority.EndsWith(":8883", StringComparison.Ordinal) ? "mqtts" : "mqtt")}://{authority}",
            _ => $"write mqtts:// (or mqtt://), its name and its port: {Example}",
        };
        yaml.Findings.Error(
            mqtt.BrokerSpot,
            authority.Contains('@') ? $"'broker' has a login in it; {advice}" : $"'{Excerpt.From(text)}' is no broker; {advice}"
        );
    }

    private static void ReadPassword(YamlReader yaml, RawMqtt mqtt)
    {
        mqtt.PasswordSpot = yaml.Spot;
        if (!yaml.AtMapping)
        {
            mqtt.Password = yaml.Text("{ file: mqtt.txt }, a file with the password");
            return;
        }
        var secret = new SecretText("a password", LongestPassword);
        SecretFileKeys.Table.Read(yaml, secret);
        mqtt.Password = secret.Text;
    }
}
