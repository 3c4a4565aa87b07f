using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>Keys that say how TIA sources are read: constants in array bounds, code pages.</summary>
public sealed class SourceKeysTests
{
    private const string Constants = """
        DATA_BLOCK "B"
           STRUCT
              Pumps : Array[1.."MAX_PUMPS"] of Real;
              Valves : Array[0..MAX_VALVES] of Struct
                 Open : Bool;
              END_STRUCT;
              Z : Int;
           END_STRUCT;
        END_DATA_BLOCK
        """;

    [Test]
    public void A_constant_in_array_bounds_is_asked_for_by_name()
    {
        using var files = new MapText().With("map.yaml", MapText.WithTags("- { from: B.db, db: 5 }")).With("B.db", Constants);
        var (_, findings) = files.Load();
        Assert.That(
            findings,
            Is.EqualTo(
                new[]
                {
                    "B.db:3:15: error: the array bound 'MAX_PUMPS' of 'Array[1..\"MAX_PUMPS\"] of Real' is a constant whose value is not in the source; add "
                        + "it on the first level of the map: 'constants: { MAX_PUMPS: 10 }' with the right number",
                    "B.db:4:16: error: the array bound 'MAX_VALVES' of 'Struct[0..MAX_VALVES]' is a constant whose value is not in the source; add it on the "
                        + "first level of the map: 'constants: { MAX_VALVES: 10 }' with the right number",
                }
            )
        );
    }

    [Test]
    public void Constants_of_the_map_are_the_bounds()
    {
        using var files = new MapText()
            .With("map.yaml", MapText.WithTags("- { from: B.db, db: 5 }") + "constants: { MAX_PUMPS: 3, MAX_VALVES: 1 }\n")
            .With("B.db", Constants);
        var (map, findings) = files.Load();
        Assert.That(findings, Is.Empty);
        Assert.That(
            map!.Tags.Tags.Select(t => $"{t.Name} {t.Address} {t.Type}"),
            Is.EqualTo(
                new[]
                {
                    "Pumps DB5.DBD0 Array[1..3] of Real",
                    "Valves[0]/Open DB5.DBX12.0 Bool",
                    "Valves[1]/Open DB5.DBX14.0 Bool",
                    "Z DB5.DBW16 Int",
                }
            )
        );
    }

    [TestCase("cp1250", "Příkon čerpadla")]
    [TestCase("windows-1251", "Датчик уровня")]
    [TestCase("gbk", "液位")]
    public void A_source_in_another_code_page_keeps_its_letters(string encoding, string comment)
    {
        S7.S7TextEncodings.TryFind(encoding, out var codePage, out _);
        using var files = new MapText()
            .With(
                "map.yaml",
                MapText.WithTags(
                    $"- {{ from: B.db, db: 5, encoding: {encoding} }}\n- {{ from: more.csv, encoding: {encoding} }}\n- {{ name: U, address: DB6.DBB0, type: "
                        + $"Udt }}"
                ) + $"types: {{ from: {{ files: [Udt.udt], encoding: {encoding} }} }}\n"
            )
            .WithBytes("B.db", codePage.GetBytes($"DATA_BLOCK \"B\"\nSTRUCT\nA : Int;   // {comment}\nEND_STRUCT;\nEND_DATA_BLOCK\n"))
            .WithBytes("more.csv", codePage.GetBytes($"name;address;type;description\nC;MW0;Int;{comment}\n"))
            .WithBytes("Udt.udt", codePage.GetBytes($"TYPE \"Udt\"\nSTRUCT\nX : Int;   // {comment}\nEND_STRUCT;\nEND_TYPE\n"));
        var (map, findings) = files.Load();
        Assert.That(findings, Is.Empty);
        Assert.That(map!.Tags.Tags.Select(t => t.Details!.Description), Has.Exactly(3).EqualTo(comment));
    }

    [Test]
    public void A_code_page_that_is_none_is_an_error_at_its_place() =>
        Assert.That(
            MapText.FindingsOfTags("- { from: B.db, db: 5, encoding: cp99999 }"),
            Has.Some.StartsWith("map.yaml:9:40: error: 'cp99999' is not a code page; ")
        );
}
