using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Tags;

/// <summary>The value of a tag's <c>simulate</c>: a word, or a mapping with a period.</summary>
internal static class SimulateKeys
{
    public static readonly KeyShape Shape = KeyShape.Any(KeyShape.OneOf(TagSimulation.Kinds), KeyShape.Ref("simulate"));

    public static readonly KeyTable<RawSimulation> Table = new(
        "simulation",
        new(
            "kind",
            KeyShape.OneOf(TagSimulation.Kinds),
            "hold, ramp, sine, counter, toggle or " + "walk.",
            static (yaml, wish) => wish.Kind = yaml.OneOf(TagSimulation.Kinds)
        ),
        new(
            "period",
            KeyShape.Duration,
            "Time of one period of a ramp or sine, or between two steps of the others.",
            static (yaml, wish) => wish.Period = yaml.Duration(TimeSpan.FromMilliseconds(10), TimeSpan.FromHours(24))
        ),
        new(
            "alarm",
            KeyShape.Text,
            "Text of an alarm that the soft PLC raises while this Bool of a data block is true; without 'protocol: s7plus' its message number, as "
                + "60000123 or 187/3. Default none.",
            static (yaml, wish) => wish.Alarm = yaml.Text()
        )
    );

    public static void Read(YamlReader yaml, RawTag tag)
    {
        var wish = new RawSimulation();
        if (yaml.AtMapping)
        {
            var spot = yaml.Spot;
            Table.Read(yaml, wish);
            if (wish.Kind is null)
                yaml.Findings.Error(spot, $"the simulation has no 'kind'; write one of {string.Join(", ", TagSimulation.Kinds)}");
        }
        else
        {
            wish.Kind = yaml.OneOf(TagSimulation.Kinds);
        }
        if (wish.Kind is not null)
            tag.Simulate = new TagSimulation(wish.Kind, wish.Period) { Alarm = wish.Alarm };
    }
}

/// <summary>A simulation being read.</summary>
internal sealed class RawSimulation
{
    public string? Kind { get; set; }

    public TimeSpan? Period { get; set; }

    public string? Alarm { get; set; }
}
