using S7OpcBridge.Core;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>What clients will see of the structures of a map: where they lie among the tags, and what their types are.</summary>
public sealed class StructureTests
{
    private const string Types = """
        types:
          Limits: { Low: Int, High: Int }
          Motor:
            Speed: { type: Real, description: Drehzahl, access: read }
            Bits: Array[0..3] of Bool
            Name: String[6]
            Limits: Limits
            Stages: Array[1..2] of Limits
            Time: { Start: Time, Code: { type: Char, uaType: Byte } }
            Level: { type: Int, scale: { raw: [0, 27648], value: [0, 100] } }
        """;

    [Test]
    public void A_tag_of_a_structure_is_noted_with_those_inside_it()
    {
        var map = Load(
            "- { name: Drive/M1, address: DB1.DBB0, type: Motor, description: Hauptantrieb, access: readwrite }\n      - { name: Plain, address: DB2.DBW0, "
                + "type: Int }"
        );
        Assert.That(
            Shown(map),
            Is.EqualTo(
                new[]
                {
                    "Drive/M1 Motor 0+12 in -1",
                    "Drive/M1/Limits Limits 3+2 in 0",
                    "Drive/M1/Stages Limits[2] 5+4 in 0",
                    "Drive/M1/Stages[1] Limits 5+2 in 2",
                    "Drive/M1/Stages[2] Limits 7+2 in 2",
                    "Drive/M1/Time Motor.Time 9+2 in 0",
                }
            )
        );
        Assert.That(map.Structures[0].Description, Is.EqualTo("Hauptantrieb"));
        Assert.That(
            (map.Structures[0].Access, map.Structures[1].Access),
            Is.EqualTo((TagAccess.Read, TagAccess.ReadWrite)),
            "Speed may only be read, so the whole may not be written"
        );
        Assert.That(Enumerable.Range(0, 13).Select(map.StructureOf), Is.EqualTo(new[] { 0, 0, 0, 1, 1, 3, 3, 4, 4, 5, 5, 0, -1 }));
    }

    [Test]
    public void An_array_of_structures_is_an_array_and_its_elements()
    {
        var map = Load(
            "- { name: Before, address: DB2.DBW0, type: Int }\n      - { name: L, address: DB1.DBB0, type: \"Array[0..1, 5..6] of Limits\" }"
        );
        Assert.That(
            Shown(map),
            Is.EqualTo(
                new[]
                {
                    "L Limits[4] 1+8 in -1",
                    "L[0,5] Limits 1+2 in 0",
                    "L[0,6] Limits 3+2 in 0",
                    "L[1,5] Limits 5+2 in 0",
                    "L[1,6] Limits 7+2 in 0",
                }
            )
        );
        Assert.That(map.Structures[0].Bytes, Is.EqualTo(16));
    }

    [Test]
    public void A_type_knows_its_fields_as_clients_see_them()
    {
        var map = Load("- { name: M, address: DB1.DBB0, type: Motor }");
        Assert.That(map.StructureTypes.Select(type => type.Name), Is.EqualTo(new[] { "Limits", "Motor.Time", "Motor" }));
        var motor = map.StructureTypes[2];
        Assert.That(
            motor.Fields.Select(field => $"{field.Name} {field.Kind} {field.Structure?.Name} {field.ArrayLength} {field.MaxCharacters}"),
            Is.EqualTo(
                new[]
                {
                    "Speed Single  0 0",
                    "Bits Boolean  4 0",
                    "Name Text  0 6",
                    "Limits None Limits 0 0",
                    "Stages None Limits 2 0",
                    "Time None Motor.Time 0 0",
                    "Level Double  0 0",
                }
            )
        );
        Assert.That(motor.Fields[0].Description, Is.EqualTo("Drehzahl"));
        Assert.That(
            map.StructureTypes[1].Fields.Select(field => field.Kind),
            Is.EqualTo(new[] { TagValueKind.Duration, TagValueKind.Byte })
        );
        Assert.That((motor.TagCount, motor.Bytes), Is.EqualTo((12, 34)));
    }

    [Test]
    public void Every_field_is_of_the_kind_of_its_tag()
    {
        var map = Load("- { name: M, address: DB1.DBB0, type: Motor }");
        Assert.That(map.StructureTypes[2].Fields.SelectMany(KindsOf), Is.EqualTo(map.Tags.Select(tag => tag.ValueKind)));

        static IEnumerable<TagValueKind> KindsOf(TagStructureField field) =>
            field.Structure is { } inner
                ? Enumerable.Repeat(inner.Fields, Math.Max(1, field.ArrayLength)).SelectMany(fields => fields).SelectMany(KindsOf)
                : [field.Kind];
    }

    [Test]
    public void Structures_inside_an_exported_block_are_noted_and_the_block_is_a_folder()
    {
        using var text = new MapText()
            .With(
                "Line.db",
                """
                DATA_BLOCK "Line"
                { S7_Optimized_Access := 'FALSE' }
                STRUCT
                    Count : Int;
                    Pair : STRUCT
                        A : Int;
                        B : Bool;
                    END_STRUCT;
                END_STRUCT;
                BEGIN
                END_DATA_BLOCK
                """
            )
            .With(
                "map.yaml",
                "server: { security: [None], anonymous: read }\nplcs:\n  - name: L\n    host: h\n    tags:\n      - group: Line\n        db: 4\n        tags: "
                    + "[Line.db]\n"
            );
        var (map, findings) = text.Load();
        Assert.That(findings, Is.Empty);
        Assert.That(Shown(map!.Tags), Is.EqualTo(new[] { "Line/Pair Line.Pair 1+2 in -1" }));
        Assert.That(map.Tags.StructureTypes.Select(type => type.Name), Is.EqualTo(new[] { "Line.Pair" }));
    }

    [Test]
    public void A_tag_with_the_name_of_an_array_of_structures_is_an_error() =>
        Assert.That(
            Findings(
                "- { name: L, address: DB1.DBB0, type: \"Array[0..1] of Limits\" }\n      - { name: L, address: DB2.DBW0, type: Int }"
            ),
            Has.Some.Contains("'L/L' is both a tag and a folder of other tags; rename one of the two")
        );

    [TestCase("DT_\"Limits\"", "the node id 'DT_\"Limits\"' belongs to the data type 'Limits'; change it")]
    [TestCase("TE_\"Limits\"", "the node id 'TE_\"Limits\"' belongs to the data type 'Limits'; change it")]
    [TestCase("L/A", "the node id 'L/A' is also the node id of the tag or folder of that name; change it")]
    public void A_node_id_of_the_map_may_not_be_that_of_a_structure_or_its_type(string nodeId, string expected) =>
        Assert.That(
            Findings(
                $"- {{ name: A, address: DB1.DBB0, type: \"Array[0..1] of Limits\" }}\n      - {{ name: B, address: DB2.DBW0, type: Int, nodeId: '{nodeId}' }}"
            ),
            Has.Some.EndsWith(expected)
        );

    [Test]
    public void All_simulated_keeps_the_structures()
    {
        var (map, _) = MapText.Load(Text("- { name: M, address: DB1.DBB0, type: Motor }"));
        Assert.That(map!.WithAllSimulated().Tags.Structures, Is.EqualTo(map.Tags.Structures));
        Assert.That(map.WithAllSimulated().Tags.StructureTypes, Is.EqualTo(map.Tags.StructureTypes));
    }

    private static TagMap Load(string tags)
    {
        var (map, findings) = MapText.Load(Text(tags));
        Assert.That(findings.Where(finding => finding.Contains("error")), Is.Empty);
        return map!.Tags;
    }

    private static string[] Findings(string tags) => MapText.Load(Text(tags)).Findings;

    private static string Text(string tags) =>
        $"server: {{ security: [None], anonymous: read }}\nplcs:\n  - name: L\n    host: h\n    profile: s7-1500\n    timezone: UTC\n    tags:\n      "
        + $"{tags}\n{Types}\n";

    private static string[] Shown(TagMap map) =>
        [
            .. map.Structures.Select(structure =>
                $"{map.Tags[structure.FirstTag].Name[..structure.NameLength]} {structure.Type.Name}{(structure.IsArray ? $"[{structure.ArrayLength}]" : "")} "
                + $"{structure.FirstTag}+{structure.TagCount} in {structure.Parent}"
            ),
        ];
}
