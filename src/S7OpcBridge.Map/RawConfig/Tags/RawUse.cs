using S7OpcBridge.Core;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Values;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Tags;

/// <summary>The use of a template, once or for each value of its parameters.</summary>
internal sealed class RawUse(RawGroup group, SourceLocation spot) : RawEntry(group, spot)
{
    public string Template { get; set; } = "";

    public SourceLocation TemplateSpot { get; set; }

    /// <summary>Folder of each use; may contain parameters.</summary>
    public string Name { get; set; } = "";

    public SourceLocation NameSpot { get; set; }

    /// <summary>Data block, a number or a parameter.</summary>
    public string? Db { get; set; }

    public SourceLocation DbSpot { get; set; }

    /// <summary>Start in the block, a number or a parameter.</summary>
    public string? Start { get; set; }

    public SourceLocation StartSpot { get; set; }

    public string? Scan { get; set; }

    public SourceLocation ScanSpot { get; set; }

    public TagAccess? Access { get; set; }

    public TagHistory? History { get; set; }

    public SourceLocation HistorySpot { get; set; }

    /// <summary>Parameters with one value per use; a single value applies to all uses.</summary>
    public List<RawParameter> For { get; } = [];

    public SourceLocation ForSpot { get; set; }
}

/// <summary>A parameter of <c>for</c>.</summary>
internal sealed record RawParameter(string Name, SourceLocation Spot, IReadOnlyList<string> Values);

/// <summary>The keys of a template use.</summary>
internal static class UseKeys
{
    public static readonly KeyTable<RawUse> Table = new(
        "template use",
        new(
            EntryKeys.Use,
            KeyShape.Text,
            "Name of the template.",
            static (yaml, use) =>
            {
                use.TemplateSpot = yaml.Spot;
                use.Template = yaml.Text("the name of a template") ?? "";
            }
        ),
        new("for", KeyShape.MapOf(ForShape), "Parameters and their values, one use for each: { n: 1..40, db: 101..140 }.", ReadFor),
        new(
            "name",
            KeyShape.Text,
            "Folder of each use, with parameters: \"P{n:00}\". Default: no folder.",
            static (yaml, use) =>
            {
                use.NameSpot = yaml.Spot;
                use.Name = yaml.Text() ?? "";
            }
        ),
        new(
            "db",
            KeyShape.TextOrNumber,
            "Data block, a number or a parameter: \"{db}\". Default: the parameter 'db', else the group's.",
            static (yaml, use) =>
            {
                use.DbSpot = yaml.Spot;
                use.Db = yaml.Text("a number or a parameter in quotes, such as \"{db}\"");
            }
        ),
        new(
            "offset",
            KeyShape.TextOrNumber,
            "Start in the data block in bytes, a number or a parameter. Default: the parameter 'offset', else " + "0.",
            static (yaml, use) =>
            {
                use.StartSpot = yaml.Spot;
                use.Start = yaml.Text("a number or a parameter in quotes, such as \"{start}\"");
            }
        ),
        new(
            "scan",
            KeyShape.Text,
            "Scan class of the tags.",
            static (yaml, use) =>
            {
                use.ScanSpot = yaml.Spot;
                use.Scan = yaml.Text("the name of a scan class");
            }
        ),
        new(
            "access",
            KeyShape.OneOf(TagKeys.AccessWords),
            "Access of the tags.",
            static (yaml, use) => use.Access = TagKeys.ReadAccess(yaml)
        ),
        new(
            "history",
            TagHistoryKeys.Shape,
            "History of the tags, as at a tag.",
            static (yaml, use) =>
            {
                use.HistorySpot = yaml.Spot;
                use.History = TagHistoryKeys.Read(yaml);
            }
        )
    );

    private static KeyShape ForShape => KeyShape.Any(KeyShape.TextOrNumber, KeyShape.ListOf(KeyShape.TextOrNumber));

    private static void ReadFor(YamlReader yaml, RawUse use)
    {
        use.ForSpot = yaml.Spot;
        if (!yaml.EnterMapping("parameters with their values, such as { n: 1..40, db: 101..140 }"))
            return;
        while (!yaml.Leave())
        {
            if (yaml.ReadKey(out var spot) is not { } name)
                continue;
            yaml.Key = name;
            var valueSpot = yaml.Spot;
            IReadOnlyList<string>? values = yaml.Texts();
            if (values is [var only])
                values = NumberSeries.Expand(only, valueSpot, yaml.Findings);
            if (values is { Count: > 0 })
                use.For.Add(new RawParameter(name, spot, values));
        }
    }
}
