using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Simulation;

/// <summary>
/// Chooses the simulated signal of each tag: as set by <c>simulate</c> in the map, otherwise by name, type, unit and range, so that a demo looks like a plant.
/// </summary>
internal static class TagShapes
{
    public static ShapedTag ShapeFor(Tag tag, TagSimulation? wish, S7CodecOptions codec)
    {
        var movesByItself = tag.ValueKind is TagValueKind.Text or TagValueKind.DateTime;
        var range = RawRange(tag) ?? tag.Details?.Range ?? tag.Details?.Limits ?? UsualRange(tag);
        return new ShapedTag(tag.Address, tag.Type)
        {
            Name = tag.Name,
            Low = range?.Low,
            High = range?.High,
            Writable = (tag.Access & TagAccess.Write) != 0 || (movesByItself && wish is { Kind: TagSimulation.Hold }),
            // A soft PLC only has the S7 byte order; 0 is the same in every order.
            Shape =
                tag.Details?.Swap is > TagSwap.None ? Shape.Hold(0)
                : wish is null || movesByItself ? null
                : Wished(wish, tag, range),
            Period = wish is { Kind: "counter" or "walk", Period: { } period } ? period : TimeSpan.Zero,
            Codec = codec,
        };
    }

    // The soft PLC holds the same raw numbers as a real one.
    private static TagRange? RawRange(Tag tag) =>
        tag.Details?.States is { } states ? new(states.All[0].Value, states.All[^1].Value)
        : tag.Details?.Scale is { } scale ? new(Math.Min(scale.RawLow, scale.RawHigh), Math.Max(scale.RawLow, scale.RawHigh))
        : null;

    private static Shape Wished(TagSimulation wish, Tag tag, TagRange? range)
    {
        var (low, high) =
            range is { } given ? (given.Low, given.High)
            : tag.ValueKind == TagValueKind.Boolean ? (0, 1)
            : (0, 100);
        var round = wish.Period ?? TimeSpan.FromSeconds(20);
        return wish.Kind switch
        {
            "ramp" => Shape.Ramp(low, high, round),
            "sine" => Shape.Sine(low, high, round),
            "counter" => Shape.Counter(low, range is null ? 1_000_000 : high),
            "toggle" => Shape.Toggle(round),
            "walk" => Shape.RandomWalk(low, high, (high - low) / 100),
            _ => Shape.Hold(low),
        };
    }

    // A usual range for the unit where the map sets none.
    private static TagRange? UsualRange(Tag tag) =>
        tag.ValueKind is TagValueKind.Boolean or TagValueKind.Text or TagValueKind.DateTime
            ? null
            : tag.Details?.Unit switch
            {
                "%" or "percent" => new(0, 100),
                "°C" or "degC" => new(15, 80),
                "bar" => new(0, 10),
                "mbar" => new(900, 1100),
                "rpm" or "1/min" => new(0, 1500),
                "A" => new(0, 32),
                "V" => new(0, 400),
                "Hz" => new(0, 50),
                "kW" => new(0, 55),
                "m³/h" or "m3/h" => new(0, 120),
                "l/min" => new(0, 300),
                _ => null,
            };
}
