using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.Reading;

/// <summary>Reads <c>templates</c>: names with their tags, which are read when the template is used.</summary>
internal static class TemplatesReader
{
    public static readonly KeyTable<RawTemplate> Table = new(
        "template",
        new MapKey<RawTemplate>(
            "tags",
            KeyShape.Ref("tags"),
            "The tags of one use, with parameters of 'for' in " + "braces.",
            static (yaml, template) => template.Tags = yaml.Record()
        )
    );

    public static void Read(YamlReader yaml, RawMap map)
    {
        if (!yaml.EnterMapping("names of templates with their tags"))
            return;
        while (!yaml.Leave())
        {
            if (yaml.ReadKey(out var spot) is not { } name)
                continue;
            yaml.Key = name;
            var template = new RawTemplate(name, spot);
            if (!map.Templates.TryAdd(name, template))
                yaml.Findings.Error(spot, $"the template '{name}' is given twice; rename one of them");
            Table.Read(yaml, template);
            if (template.Tags is null)
                yaml.Findings.Error(spot, $"the template '{name}' has no tags; add 'tags'");
        }
    }
}
