using System.Globalization;
using S7OpcBridge.Core;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Values;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Tags;

/// <summary>The keys of a tag's <c>scale</c>.</summary>
internal static class ScaleKeys
{
    private static readonly KeyShape Ends = KeyShape.Any(
        new KeyShape("""{ "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 }"""),
        KeyShape.Text
    );

    public static readonly KeyTable<RawScale> Table = new(
        "scale",
        new(
            "raw",
            Ends,
            "Two raw numbers of the PLC, such as [0, 27648].",
            static (yaml, scale) => (scale.HasRaw, scale.Raw) = (true, ReadEnds(yaml))
        ),
        new(
            "value",
            Ends,
            "The engineering values at these two, such as [0, 100]; the second is lower where the line " + "falls.",
            static (yaml, scale) => (scale.HasValue, scale.Value) = (true, ReadEnds(yaml))
        ),
        new(
            "curve",
            KeyShape.OneOf("linear", "sqrt"),
            "linear, or sqrt: the value grows with the root of the raw number. Default " + "linear.",
            static (yaml, scale) => scale.SquareRoot = yaml.OneOf(["linear", "sqrt"]) == "sqrt"
        ),
        new(
            "clamp",
            KeyShape.Bool,
            "true: the value stays between the two of 'value'. Default " + "false.",
            static (yaml, scale) => scale.Clamp = yaml.Bool() ?? false
        ),
        new(
            "negate",
            KeyShape.Bool,
            "true: the sign is inverted, as the last step. Default " + "false.",
            static (yaml, scale) => scale.Negate = yaml.Bool() ?? false
        )
    );

    public static void Read(YamlReader yaml, RawTag tag)
    {
        var spot = yaml.Spot;
        if (yaml.Peek is { } text && Numbers.TryParse(text, out var factor) && factor != 0)
        {
            yaml.Findings.Error(
                spot,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"'scale' is the factor {factor}; write two points of the line, raw and "
                        + $"value: {{ raw: [0, 1000], value: [0, {factor * 1000:G15}] }}"
                )
            );
            yaml.Skip();
            return;
        }
        if (!yaml.AtMapping)
        {
            yaml.RefuseNode("two points of a line, raw and value: { raw: [0, 27648], value: [0, 100] }");
            return;
        }
        var scale = new RawScale();
        if (!Table.Read(yaml, scale))
            return;
        if (scale is { Raw: { } raw, Value: { } value })
            tag.Details = tag.More with
            {
                Scale = new TagScale(raw.First, raw.Second, value.First, value.Second)
                {
                    SquareRoot = scale.SquareRoot,
                    Clamp = scale.Clamp,
                    Negate = scale.Negate,
                },
            };
        else if (!scale.HasRaw || !scale.HasValue)
            yaml.Findings.Error(
                spot,
                $"the scale has no '{(scale.HasRaw ? "value" : "raw")}'; write both ends of both, such as {{ raw: [0, 27648], value: "
                    + $"[0, 100] }}"
            );
    }

    // Unlike a range, the second end may be below the first, but the two must differ.
    private static (double First, double Second)? ReadEnds(YamlReader yaml)
    {
        const string Expected = "two different numbers, such as [0, 27648]";
        var spot = yaml.Spot;
        if (!yaml.AtSequence)
            return yaml.Range() is { } range ? (range.Low, range.High) : null;
        var ends = new List<double>();
        yaml.EnterSequence(Expected);
        while (!yaml.Leave())
        {
            if (yaml.Number() is { } end)
                ends.Add(end);
        }
        if (ends.Count == 2 && ends[0] != ends[1])
            return (ends[0], ends[1]);
        yaml.Findings.Error(spot, $"'{yaml.Key}' does not define a line; write {Expected}");
        return null;
    }
}

/// <summary>A scale being read.</summary>
internal sealed class RawScale
{
    /// <summary>True once the key 'raw' was read, even a faulty one.</summary>
    public bool HasRaw { get; set; }

    public bool HasValue { get; set; }

    public (double First, double Second)? Raw { get; set; }

    public (double First, double Second)? Value { get; set; }

    public bool SquareRoot { get; set; }

    public bool Clamp { get; set; }

    public bool Negate { get; set; }
}
