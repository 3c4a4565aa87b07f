using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.Reading;

/// <summary>Reads a further YAML file with tags: a list, or a mapping with <c>tags</c> and optional templates and types.</summary>
internal static class YamlSource
{
    public static readonly KeyTable<SourceReading> Table = new(
        "file of tags",
        new("templates", KeyShape.Ref("templates"), "Templates.", static (yaml, r) => TemplatesReader.Read(yaml, r.Map)),
        new("types", KeyShape.Ref("types"), "Types.", static (yaml, r) => TypesReader.Read(yaml, r.Map, r.Sources)),
        new(
            "tags",
            KeyShape.Ref("tags"),
            "Tags.",
            static (yaml, r) => new TagsReader(r.Sources, yaml.Findings).Read(yaml, r.Group, r.Entries)
        )
    );

    public static void Read(YamlReader yaml, SourceReading reading)
    {
        yaml.Key = "tags";
        var tags = new TagsReader(reading.Sources, yaml.Findings);
        if (!yaml.AtMapping)
        {
            tags.Read(yaml, reading.Group, reading.Entries);
            return;
        }
        yaml.EnterMapping("tags");
        if (Table.Names.Contains(yaml.Peek))
            Table.ReadEntered(yaml, reading);
        else
            tags.ReadNames(yaml, reading.Group, reading.Entries);
    }
}

/// <summary>A file of tags being read.</summary>
internal sealed record SourceReading(RawMap Map, SourceStack Sources, RawGroup Group, List<RawEntry> Entries);
