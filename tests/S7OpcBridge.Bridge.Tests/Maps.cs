using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>Small tag maps for tests.</summary>
internal static class Maps
{
    public static TagMap Of(params (string Plc, string Name, string Type, TagDetails? Details)[] tags)
    {
        var plcs = tags.Select(tag => tag.Plc).Distinct().ToList();
        return new TagMap
        {
            Plcs =
            [
                .. plcs.Select(
                    (name, index) =>
                        new PlcDefinition
                        {
                            Index = index,
                            Name = name,
                            Connection = new S7ConnectionOptions { Host = "127.0.0.1" },
                        }
                ),
            ],
            ScanGroups = [.. plcs.Select((_, index) => new ScanGroup(index, index, "normal", TimeSpan.FromMilliseconds(250)))],
            Tags =
            [
                .. tags.Select(
                    (tag, id) =>
                        new Tag
                        {
                            Id = id,
                            Path = tag.Name,
                            Plc = plcs.IndexOf(tag.Plc),
                            ScanGroup = plcs.IndexOf(tag.Plc),
                            Address = new S7Address(S7Area.DataBlock, 1, id * 4),
                            Type = S7DataType.TryParse(tag.Type, out var type, out var error) ? type : throw new ArgumentException(error),
                            Details = tag.Details,
                            Access = tag.Name.EndsWith("Setpoint", StringComparison.Ordinal) ? TagAccess.ReadWrite : TagAccess.Read,
                        }
                ),
            ],
        };
    }

    public static readonly TagMap Plant = Of(
        (
            "Line1",
            "Motor/Speed",
            "Real",
            new TagDetails
            {
                Unit = "rpm",
                Range = new TagRange(0, 3000),
                Description = "Drehzahl",
            }
        ),
        ("Line1", "Motor/Setpoint", "Real", new TagDetails { Limits = new TagRange(0, 3000), Unit = "rpm" }),
        ("Line1", "Motor/Drive/Fault", "Bool", null),
        ("Line1", "Temps", "Int(0..9)", null),
        ("Line1", "Umlaut/Füllstand", "Time", new TagDetails { Unit = "%" }),
        ("Line2", "Motor/Speed", "DInt", new TagDetails { NodeId = "\"DB\".\"speed\"" })
    );
}
