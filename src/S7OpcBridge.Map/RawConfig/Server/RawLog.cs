using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Server;

/// <summary>The keys of <c>log</c>: from which level on the parts of the program log.</summary>
internal static class LogKeys
{
    private static readonly string[] Levels = ["debug", "information", "warning", "error", "none"];

    /// <summary>The names of the parts in the map, with their categories in the log.</summary>
    private static readonly (string Name, string Category, string Help)[] Parts =
    [
        ("default", "Default", "All that has no level of its own. Default information."),
        ("plcs", "S7OpcBridge.Core", "Connections to PLCs, and what they refuse."),
        ("server", "S7OpcBridge.Server", "The OPC UA server."),
        ("audit", "S7OpcBridge.Audit", "Who logged in, wrote and was refused."),
        ("users", "S7OpcBridge.Users", "The users file."),
        ("certificates", "S7OpcBridge.Certificates", "Certificates and their stores."),
        ("history", "S7OpcBridge.History", "Recording of values."),
        ("web", "S7OpcBridge.Web", "Status page and health."),
        ("otlp", "S7OpcBridge.Otlp", "The export of metrics."),
    ];

    public static readonly KeyShape Shape = KeyShape.Any(KeyShape.OneOf(Levels), KeyShape.Ref("log"));

    public static readonly KeyTable<Dictionary<string, string>> Table = new(
        "log",
        [
            .. Parts.Select(part => new MapKey<Dictionary<string, string>>(
                part.Name,
                KeyShape.OneOf(Levels),
                part.Help,
                (yaml, levels) => ReadLevel(yaml, part.Category, levels)
            )),
        ]
    );

    /// <summary>Reads the value of <c>log</c>: a level for all, or one per part.</summary>
    public static void Read(YamlReader yaml, Dictionary<string, string> levels)
    {
        if (yaml.AtScalar)
            ReadLevel(yaml, "Default", levels);
        else
            Table.Read(yaml, levels);
    }

    private static void ReadLevel(YamlReader yaml, string category, Dictionary<string, string> levels)
    {
        if (yaml.OneOf(Levels) is { } level)
            levels[category] = level;
    }
}
