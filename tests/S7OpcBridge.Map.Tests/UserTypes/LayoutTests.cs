using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>Structures lie where TIA Portal puts them without optimised access. The offsets below are written out by hand from its rules.</summary>
public sealed class LayoutTests
{
    [Test]
    public void Members_follow_the_rules_of_standard_blocks()
    {
        Assert.That(
            PlacesOf(
                """
                A: Bool
                B: Bool
                C: Byte
                D: Bool
                E: Int
                F: Array[0..9] of Bool
                G: Bool
                H: String[3]
                I: Byte
                J: Char
                K: Array[1..3] of Byte
                L: Byte
                M: LReal
                N: { X: Bool, Y: Real }
                O: Bool
                P: DTL
                """
            ),
            Is.EqualTo(
                new[]
                {
                    "A DB1.DBX0.0",
                    "B DB1.DBX0.1",
                    "C DB1.DBB1",
                    "D DB1.DBX2.0",
                    "E DB1.DBW4",
                    "F DB1.DBX6.0",
                    "G DB1.DBX8.0",
                    "H DB1.DBB10",
                    "I DB1.DBB16",
                    "J DB1.DBB17",
                    "K DB1.DBB18",
                    "L DB1.DBB22",
                    "M DB1.DBB24",
                    "N/X DB1.DBX32.0",
                    "N/Y DB1.DBD34",
                    "O DB1.DBX38.0",
                    "P DB1.DBB40",
                }
            )
        );
    }

    [Test]
    public void Nine_Bools_take_two_bytes() =>
        Assert.That(
            PlacesOf(string.Join('\n', Enumerable.Range(0, 9).Select(i => $"B{i}: Bool")) + "\nX: Byte").TakeLast(2),
            Is.EqualTo(new[] { "B8 DB1.DBX1.0", "X DB1.DBB2" })
        );

    [Test]
    public void Structures_nest_in_arrays_of_one_and_two_dimensions()
    {
        var (map, findings) = MapText.Load(
            """
            server: { security: [None], anonymous: read }
            plcs:
              - name: L
                host: h
                profile: s7-1500
                tags:
                  - { name: Line, address: DB1.DBB100, type: "Array[1..2] of Outer", access: readwrite }
            types:
              Inner: { Flag: Bool, Value: "Real, rpm, 0..10" }
              Outer: { Head: Bool, Grid: "Array[0..1, 5..6] of Inner", Flat: "Array[0..1, 0..2] of Int" }
            """
        );
        Assert.That(findings, Is.Empty);
        var tags = map!.Tags.Tags;
        Assert.That(
            tags.Select(t => $"{t.Name} {t.Address}").Take(5),
            Is.EqualTo(
                new[]
                {
                    "Line[1]/Head DB1.DBX100.0",
                    "Line[1]/Grid[0,5]/Flag DB1.DBX102.0",
                    "Line[1]/Grid[0,5]/Value DB1.DBD104",
                    "Line[1]/Grid[0,6]/Flag DB1.DBX108.0",
                    "Line[1]/Grid[0,6]/Value DB1.DBD110",
                }
            )
        );
        Assert.That(
            tags.Select(t => $"{t.Name} {t.Address} {t.Type}"),
            Has.Some.EqualTo("Line[1]/Flat DB1.DBW126 Array[0..5] of Int").And.Some.EqualTo("Line[2]/Head DB1.DBX138.0 Bool")
        );
        Assert.That(tags[2].Details!.Unit, Is.EqualTo("rpm"));
        Assert.That(tags, Has.All.Property("Access").EqualTo(Core.TagAccess.ReadWrite));
    }

    [TestCase("T: { A: T2 }\n  T2: { B: T }", "map.yaml:8:3: error: the type 'T' contains itself; remove the member that leads back to it")]
    [TestCase("T: { A: Rael }", "map.yaml:8:11: error: 'Rael' is not a data type; did you mean Real?")]
    [TestCase("T: { A: Int, A: Int }", "map.yaml:8:16: error: the member 'A' is given twice; rename one of them")]
    [TestCase("T: {}", "map.yaml:8:3: error: the type 'T' has no members; write them in order, such as Speed: Real")]
    [TestCase("T: { A: \"Array[0..40000] of Int\" }", "")]
    [TestCase(
        "T: { A: \"Array[0..9000] of U\" }\n  U: { B: LReal }",
        "map.yaml:8:8: error: 'A' ends beyond byte 65536, the end of the largest block; check the array bounds"
    )]
    public void A_wrong_type_is_a_finding(string types, string expected) =>
        Assert.That(
            MapText
                .Load(
                    $"server: {{ security: [None], anonymous: read }}\nplcs:\n  - name: L\n    host: h\n    tags:\n      - {{ name: A, address: DB1.DBB0, "
                        + $"type: T }}\ntypes:\n  {types}"
                )
                .Findings,
            Has.Some.StartsWith(expected)
        );

    [Test]
    public void An_unknown_type_suggests_a_user_type() =>
        Assert.That(
            MapText
                .Load(
                    "server: { security: [None], anonymous: read }\nplcs:\n  - name: L\n    host: h\n    tags:\n      - { name: A, address: DB1.DBB0, type: "
                        + "MotrUdt }\ntypes:\n  MotorUdt: { A: Int }"
                )
                .Findings,
            Has.Some.EqualTo("map.yaml:6:45: error: unknown type 'MotrUdt'; did you mean 'MotorUdt'?")
        );

    private static string[] PlacesOf(string members)
    {
        var indented = string.Join('\n', members.ReplaceLineEndings("\n").Split('\n').Select(line => "    " + line));
        var (map, findings) = MapText.Load(
            $"server: {{ security: [None], anonymous: read }}\nplcs:\n  - name: L\n    host: h\n    profile: s7-1500\n    timezone: UTC\n    tags:\n      - "
                + $"{{ name: S, address: DB1.DBB0, type: T }}\ntypes:\n  T:\n{indented}\n"
        );
        Assert.That(findings, Is.Empty);
        return [.. map!.Tags.Tags.Select(t => $"{t.Name[2..]} {t.Address}")];
    }
}
