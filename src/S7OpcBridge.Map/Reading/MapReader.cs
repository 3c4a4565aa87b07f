using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Map.RawConfig.Alarms;
using S7OpcBridge.Map.RawConfig.Cluster;
using S7OpcBridge.Map.RawConfig.Mqtt;
using S7OpcBridge.Map.RawConfig.Plcs;
using S7OpcBridge.Map.RawConfig.Server;
using S7OpcBridge.Map.Yaml;
using S7OpcBridge.Words;

namespace S7OpcBridge.Map.Reading;

/// <summary>Reads the top level of the map's own file.</summary>
internal sealed class MapReader(RawMap map, FindingList findings)
{
    public static readonly KeyTable<MapReader> Table = new(
        "tag map",
        new(
            "include",
            KeyShape.Texts,
            "Further map files, or folders with map files: more PLCs, templates, types and constants, such as plcs/.",
            static (yaml, r) => r._includes.Read(yaml, r.ReadIncluded)
        ),
        new("server", KeyShape.Ref("server"), "The OPC UA server.", static (yaml, r) => ServerKeys.Table.Read(yaml, r._map.Server)),
        new(
            "web",
            KeyShape.Any(KeyShape.Bool, KeyShape.Ref("web")),
            "Health, metrics and status page; false turns it " + "off.",
            static (yaml, r) => WebKeys.Read(yaml, r._map.Web)
        ),
        new(
            "otlp",
            KeyShape.Ref("otlp"),
            "Where metrics are sent by OTLP. Default: nowhere.",
            static (yaml, r) => OtlpKeys.Read(yaml, r._map.Otlp)
        ),
        new(
            "cluster",
            KeyShape.Ref("cluster"),
            "Other machines that run the same PLCs. Default: none.",
            static (yaml, r) => r._map.Cluster = ClusterKeys.Read(yaml)
        ),
        new(
            "mqtt",
            KeyShape.ListOf(KeyShape.Ref("mqtt")),
            "Brokers to which values are published (docs/mqtt.md). Default: none.",
            static (yaml, r) => MqttKeys.Read(yaml, r._map.Mqtt)
        ),
        new(
            "log",
            LogKeys.Shape,
            "From which level on is logged: one for all, or by part. Default information.",
            static (yaml, r) => LogKeys.Read(yaml, r._map.LogLevels)
        ),
        new(
            "alarms",
            KeyShape.Ref("alarmSettings"),
            "Classes of alarms (docs/alarms.md).",
            static (yaml, r) => AlarmSettingsKeys.Read(yaml, r._map.Alarms)
        ),
        new(
            "templates",
            KeyShape.MapOf(KeyShape.Ref("template")),
            "Tags of machines that exist several times.",
            static (yaml, r) => TemplatesReader.Read(yaml, r._map)
        ),
        new(
            "types",
            KeyShape.MapOf(KeyShape.Any(KeyShape.Texts, KeyShape.Ref("typeFiles"), KeyShape.Ref("members"))),
            "Structures (UDTs): members in order, or 'from' with files exported from TIA Portal.",
            static (yaml, r) => TypesReader.Read(yaml, r._map, r._sources)
        ),
        new(
            "constants",
            KeyShape.MapOf(KeyShape.Whole(-65535, 65535)),
            "Values of constants in array bounds of TIA Portal sources, such as { MAX_PUMPS: 40 }.",
            static (yaml, r) => ConstantsReader.Read(yaml, r._map)
        ),
        new("plcs", KeyShape.ListOf(KeyShape.Ref("plc")), "The PLCs with their tags.", static (yaml, r) => r.ReadPlcs(yaml))
    );

    /// <summary>The keys of a file that another one includes: what belongs to the whole bridge stands in the map itself.</summary>
    public static readonly KeyTable<MapReader> IncludedTable = Table.Only(
        KeyTable.IncludedMap,
        ["include", "templates", "types", "constants", "plcs"]
    );

    private readonly RawMap _map = map;
    private readonly SourceStack _sources = new(map, findings);
    private readonly MapIncludes _includes = new(findings);

    /// <summary>Reads further files, also while templates are expanded.</summary>
    public SourceStack Sources => _sources;

    /// <summary>Reads the map's file; the cursor is at its root.</summary>
    public void Read(YamlReader yaml)
    {
        _includes.Begin(yaml.File);
        Read(yaml, Table, "name another file, or start from config/bridge.yaml");
    }

    private void ReadIncluded(YamlReader yaml) => Read(yaml, IncludedTable, "include another file, or move this one out of the folder");

    private void Read(YamlReader yaml, KeyTable<MapReader> table, string advice)
    {
        yaml.Key = "tag map";
        string[] known = [.. Table.Names, EntryKeys.Tags];
        if (yaml.FirstKey is { } key && NearestWord.Find(key, known) is null && yaml.FindKey(known, stop: null, any: true) is null)
        {
            findings.Error(
                yaml.Spot,
                $"the file does not contain a tag map: none of its keys is one of {string.Join(", ", table.Names)}; {advice}"
            );
            yaml.Skip();
            _map.HasPlcs = true;
            return;
        }
        table.Read(yaml, this);
    }

    private void ReadPlcs(YamlReader yaml)
    {
        _map.HasPlcs = true;
        var tags = new TagsReader(_sources, findings);
        if (!yaml.EnterSequence("a list of PLCs, each beginning with '- name:'"))
            return;
        while (!yaml.Leave())
        {
            var plc = new RawPlc(yaml.Spot);
            yaml.Key = "plcs";
            if (yaml.FindKey([EntryKeys.From], stop: "host") is { Value: EntryKeys.From } from)
            {
                findings.Error(
                    yaml.SpotOf(from),
                    "'from' reads tags, not a PLC; name the file of the PLC under 'include', or write its 'name' and 'host' here "
                        + "and 'tags: [ { from: line1.yaml } ]'"
                );
                yaml.Skip();
                continue;
            }
            // Added before it is read: where the syntax breaks inside it, the part before is still checked.
            _map.Plcs.Add(plc);
            if (!PlcKeys.Table.Read(yaml, new PlcReading(plc, inner => tags.Read(inner, plc.Root, plc.Entries))))
                _map.Plcs.Remove(plc);
        }
    }
}
