using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig.Alarms;
using S7OpcBridge.Map.RawConfig.Cluster;
using S7OpcBridge.Map.RawConfig.Machines;
using S7OpcBridge.Map.RawConfig.Mqtt;
using S7OpcBridge.Map.RawConfig.Plcs;
using S7OpcBridge.Map.RawConfig.Server;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.RawConfig.Users;
using S7OpcBridge.Map.RawConfig.Words;
using S7OpcBridge.Map.Reading;

namespace S7OpcBridge.Map;

/// <summary>Writes the JSON schema of a map from the key tables that the loader uses.</summary>
public static class MapSchema
{
    private static readonly JsonSerializerOptions Indented = new()
    {
        WriteIndented = true,
        NewLine = "\n",
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>The tables that the schema refers to by name.</summary>
    private static readonly (string Name, KeyTable Table)[] Definitions =
    [
        ("server", ServerKeys.Table),
        ("web", WebKeys.Table),
        ("health", WebKeys.Health),
        ("otlp", OtlpKeys.Table),
        ("cluster", ClusterKeys.Table),
        ("clusterMembers", ClusterMembersKeys.Table),
        ("mqtt", MqttKeys.Table),
        ("mqttCertificate", MqttTlsKeys.Certificate),
        ("mqttTrust", MqttTlsKeys.Trust),
        ("mqttPublish", MqttTagKeys.Publish),
        ("mqttRate", MqttTagKeys.Rate),
        ("mqttTags", MqttTagKeys.Rule),
        ("mqttBuffer", MqttTagKeys.Buffer),
        ("mqttCommands", MqttCommandKeys.Table),
        ("mqttSparkplug", MqttSparkplugKeys.Table),
        ("log", LogKeys.Table),
        ("reverseClient", ReverseConnectKeys.Table),
        ("history", HistoryKeys.Table),
        ("historyInPostgres", HistoryKeys.PostgresTable),
        ("tagHistory", TagHistoryKeys.Table),
        ("user", UserKeys.Table),
        ("tokenIssuer", TokenIssuerKeys.Table),
        ("certificate", UserCertificateKeys.Table),
        ("plc", PlcKeys.Table),
        ("load", LoadKeys.Table),
        ("reconnect", ReconnectKeys.Table),
        ("password", S7PlusKeys.PasswordTable),
        ("secretFile", SecretFileKeys.Table),
        ("heartbeat", HeartbeatKeys.Table),
        ("machine", MachineKeys.Table),
        ("plcAlarms", CpuAlarmKeys.Table),
        ("scan", ScanKeys.Table),
        ("tag", TagKeys.Table),
        ("group", GroupKeys.Table),
        ("use", UseKeys.Table),
        ("from", FromKeys.Table),
        ("browse", BrowseKeys.Table),
        ("typeFiles", TypesReader.Files),
        ("member", MemberKeys.Table),
        ("simulate", SimulateKeys.Table),
        ("scale", ScaleKeys.Table),
        ("template", TemplatesReader.Table),
        ("alarmSettings", AlarmSettingsKeys.Table),
        ("alarmClass", AlarmSettingsKeys.Class),
        ("alarm", AlarmKeys.Table),
        ("acknowledgement", AlarmKeys.Acknowledgement),
        ("alarmList", AlarmListKeys.Table),
    ];

    /// <summary>A list of tags: a file name or one of the four mappings; or names, each with the short form, the long form or a group.</summary>
    private static readonly KeyShape Tags = KeyShape.Any(
        KeyShape.ListOf(
            KeyShape.Any(
                KeyShape.Text,
                KeyShape.Ref("group"),
                KeyShape.Ref("use"),
                KeyShape.Ref("from"),
                KeyShape.Ref("browse"),
                KeyShape.Ref("tag")
            )
        ),
        KeyShape.MapOf(KeyShape.Any(KeyShape.Text, KeyShape.Ref("folder"), KeyShape.Ref("tag")))
    );

    /// <summary>The members of a UDT, each with the short form, the long form or members of its own.</summary>
    private static readonly KeyShape Members = KeyShape.MapOf(
        KeyShape.Any(KeyShape.Text, KeyShape.Ref("member"), new("""{ "type": "object" }"""))
    );

    /// <summary>The schema as in config/schema.json.</summary>
    public static string ToJson()
    {
        var definitions = new JsonObject();
        foreach (var (name, table) in Definitions)
            definitions[name] = Describe(table);
        // A name with tags is a group whose folder is already given.
        definitions["folder"] = Describe(GroupKeys.Table, required: "tags");
        definitions["tags"] = JsonNode.Parse(Tags.Json);
        definitions["members"] = JsonNode.Parse(Members.Json);
        var root = new JsonObject { ["$schema"] = "https://json-schema.org/draft/2020-12/schema", ["title"] = "S7OpcBridge tag map" };
        foreach (var (name, value) in Describe(MapReader.Table).ToList())
            root[name] = value?.DeepClone();
        root["$defs"] = definitions;
        return root.ToJsonString(Indented) + "\n";
    }

    private static JsonObject Describe(KeyTable table, string? required = null)
    {
        var properties = new JsonObject();
        foreach (var key in table.Keys)
        {
            var property = JsonNode.Parse(key.Shape.Json)!.AsObject();
            property["description"] = key.Help;
            properties[key.Name] = property;
        }
        var schema = new JsonObject
        {
            ["type"] = "object",
            ["properties"] = properties,
            ["additionalProperties"] = false,
        };
        // The key that distinguishes the kind of entry is required.
        required ??= table.Keys[0].Name is EntryKeys.Group or EntryKeys.Use or EntryKeys.From or EntryKeys.Browse
            ? table.Keys[0].Name
            : null;
        if (required is not null)
            schema["required"] = new JsonArray(required);
        return schema;
    }
}
