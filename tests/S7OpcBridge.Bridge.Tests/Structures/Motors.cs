using S7OpcBridge.Core;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>
/// Two motors in DB1, 18 bytes each: <c>Motor { Speed: Real, Run: Bool, Limits: Pair[2] of { Low: Int, High: Int }, Name: String[2] }</c>, and a tag beside
/// them.
/// </summary>
internal static class Motors
{
    public static readonly TagStructureType Pair = new()
    {
        Name = "Pair",
        Bytes = 4,
        TagCount = 2,
        Fields =
        [
            new TagStructureField { Name = "Low", Kind = TagValueKind.Int16 },
            new TagStructureField
            {
                Name = "High",
                Kind = TagValueKind.Int16,
                Description = "upper",
            },
        ],
    };

    public static readonly TagStructureType Motor = new()
    {
        Name = "Motor",
        Bytes = 18,
        TagCount = 7,
        Fields =
        [
            new TagStructureField { Name = "Speed", Kind = TagValueKind.Single },
            new TagStructureField { Name = "Run", Kind = TagValueKind.Boolean },
            new TagStructureField
            {
                Name = "Limits",
                Structure = Pair,
                ArrayLength = 2,
            },
            new TagStructureField
            {
                Name = "Name",
                Kind = TagValueKind.Text,
                MaxCharacters = 2,
            },
        ],
    };

    /// <summary>Bytes of the first motor: 1.5, running, limits -1..1 and 2..3, "ab".</summary>
    public static readonly byte[] First = [0x3F, 0xC0, 0, 0, 1, 0, 0xFF, 0xFF, 0, 1, 0, 2, 0, 3, 2, 2, (byte)'a', (byte)'b'];

    /// <summary>The same as OPC UA encodes it (OPC 10000-6, 5.2.6).</summary>
    public static readonly byte[] FirstEncoded =
    [
        0,
        0,
        0xC0,
        0x3F,
        1,
        2,
        0,
        0,
        0,
        0xFF,
        0xFF,
        1,
        0,
        2,
        0,
        3,
        0,
        2,
        0,
        0,
        0,
        (byte)'a',
        (byte)'b',
    ];

    public static void Tags(TagList tags)
    {
        tags.Class("fast", 20).Structure(Motor, "Motors", arrayLength: 2);
        for (var i = 0; i < 2; i++)
        {
            var (name, at, motor) = ($"Motors[{i}]", 18 * i, 1 + 4 * i);
            tags.Structure(Motor, name, 0).Tag($"{name}/Speed", $"DB1.DBD{at}", "Real").Tag($"{name}/Run", $"DB1.DBX{at + 4}.0", "Bool");
            tags.Structure(Pair, $"{name}/Limits", motor, arrayLength: 2);
            for (var j = 0; j < 2; j++)
            {
                tags.Structure(Pair, $"{name}/Limits[{j}]", motor + 1)
                    .Tag($"{name}/Limits[{j}]/Low", $"DB1.DBW{at + 6 + 4 * j}", "Int")
                    .Tag($"{name}/Limits[{j}]/High", $"DB1.DBW{at + 8 + 4 * j}", "Int");
            }
            tags.Tag($"{name}/Name", $"DB1.DBB{at + 14}", "String[2]");
        }
        tags.Tag("Plain", "DB1.DBW100", "Int");
    }

    public static void Fill(Simulator.SoftPlc plc)
    {
        using var memory = plc.Memory.Hold();
        First.CopyTo(memory.Block(1));
        First.CopyTo(memory.Block(1)[18..]);
    }
}
