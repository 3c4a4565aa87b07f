using S7OpcBridge.Core;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Tags;

/// <summary>The value of <c>history</c> at a tag, a group, a template use or a PLC: true, false, or a mapping.</summary>
internal static class TagHistoryKeys
{
    public static readonly KeyTable<RawTagHistory> Table = new(
        "tag's history",
        new(
            "every",
            KeyShape.Duration,
            "Shortest time between two recorded values, 10ms to 24h. Default: every change.",
            static (yaml, history) =>
            {
                if (yaml.Duration(TimeSpan.FromMilliseconds(10), TimeSpan.FromHours(24)) is { } every)
                    history.Value = history.Value with { Every = every };
            }
        ),
        new(
            "deadband",
            KeyShape.Number,
            "Smallest change that is recorded, in the unit of the value. Default: every change.",
            static (yaml, history) => history.Value = history.Value with { Deadband = yaml.Number(0) is > 0 and var width ? width : null }
        )
    );

    public static readonly KeyShape Shape = KeyShape.Any(KeyShape.Bool, KeyShape.Ref("tagHistory"));

    /// <summary>Reads the value; null after a finding.</summary>
    public static TagHistory? Read(YamlReader yaml)
    {
        if (yaml.AtMapping)
        {
            var history = new RawTagHistory();
            Table.Read(yaml, history);
            return history.Value;
        }
        if (yaml.Peek?.ToLowerInvariant() is not ("true" or "false"))
        {
            yaml.RefuseNode("true, false or { every: 1s, deadband: 0.5 }");
            return null;
        }
        return yaml.Bool() == true ? TagHistory.All : TagHistory.Off;
    }

    /// <summary>Reads the value for all tags of a group.</summary>
    public static void Read(YamlReader yaml, RawGroup group)
    {
        var spot = yaml.Spot;
        group.SetHistory(Read(yaml), spot);
    }
}

/// <summary>The mapping of <c>history</c> being read.</summary>
internal sealed class RawTagHistory
{
    public TagHistory Value { get; set; } = TagHistory.All;
}
