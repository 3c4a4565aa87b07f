using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.Reading;
using S7OpcBridge.Map.Tia;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>Tags from other files: tables, further YAML, sources exported from TIA Portal.</summary>
public sealed class SourceTests
{
    [TestCase(';')]
    [TestCase(',')]
    [TestCase('\t')]
    public void A_table_is_a_tag_per_line(char separator)
    {
        using var map = new MapText()
            .With("map.yaml", MapText.WithTags("- more.csv"))
            .With(
                "more.csv",
                (
                    "name;address;type;unit;range;access;description\r\nA/B;DB1.DBD0;Real;\"%\";0..100;;\"with \"\"quotes\"\"; and more\"\r\n\r\n"
                    + "C;DB1.DBX4.1;;;;readwrite;\r\n"
                ).Replace(';', separator)
            );
        var (loaded, findings) = map.Load();
        Assert.That(findings, Is.Empty);
        Assert.That(
            loaded!.Tags.Tags.Select(t => $"{t.Name} {t.Address} {t.Access}"),
            Is.EqualTo(new[] { "A/B DB1.DBD0 Read", "C DB1.DBX4.1 ReadWrite" })
        );
        Assert.That(
            loaded.Tags.Tags[0].Details,
            Is.EqualTo(
                new TagDetails
                {
                    Unit = "%",
                    Range = new(0, 100),
                    Description = $"with \"quotes\"{separator} and more",
                }
            )
        );
    }

    [Test]
    public void A_table_takes_block_folder_and_scan_from_its_entry()
    {
        using var map = new MapText()
            .With("map.yaml", MapText.WithTags("- { from: more.csv, group: G, db: 7, offset: 10, scan: fast, access: readwrite }"))
            .With("more.csv", "name,offset,type\nA,2.0,Int\n");
        var tag = map.Load().Map!.Tags.Tags.Single();
        Assert.That($"{tag.Name} {tag.Address} {tag.Access} {tag.ScanGroup}", Is.EqualTo("G/A DB7.DBW12 ReadWrite 0"));
    }

    [Test]
    public void Findings_in_a_table_name_its_own_lines_and_columns()
    {
        using var map = new MapText()
            .With("map.yaml", MapText.WithTags("- more.csv"))
            .With("more.csv", "name;address;typ\nA;XY0;Int\nB;DB1.DBW0;Int;x\n\"C;MW0;Int");
        Assert.That(
            map.Load().Findings.Select(f => f[..f.IndexOf(';')]),
            Is.EqualTo(
                new[]
                {
                    "more.csv:1:14: error: unknown column 'typ'",
                    "more.csv:2:3: error: 'XY' is not a memory area (DB, M, I or E, Q or A, PI or PE, V, T, C or Z, and SM, AIW, AQW on an S7-200)",
                    "more.csv:3:3: error: the tag 'B' has no type, and DB1.DBW0 could be Int, Word, UInt, S5Time, Date or Bcd16",
                    "more.csv:3:16: error: the line has more cells than the first line has columns",
                    "more.csv:4:1: error: a quote that begins on this line is never closed",
                    "more.csv:4:1: error: the tag 'C",
                }
            )
        );
    }

    [Test]
    public void A_table_without_names_says_how_to_begin()
    {
        using var map = new MapText().With("map.yaml", MapText.WithTags("- more.csv")).With("more.csv", "A;DB1.DBW0;Int\n");
        Assert.That(
            map.Load().Findings,
            Is.EqualTo(
                new[]
                {
                    "more.csv:1:1: error: the first line of a table names the columns with the keys of a tag; begin with a line such as name;address;type;unit",
                }
            )
        );
    }

    [Test]
    public void A_table_in_Windows_1252_as_Excel_writes_it_keeps_its_umlauts()
    {
        using var map = new MapText()
            .With("map.yaml", MapText.WithTags("- more.csv"))
            .WithBytes("more.csv", Encoding.Latin1.GetBytes("name;address;type;unit\nTür/Höhe;DB1.DBW0;Int;°C\n"));
        var tag = map.Load().Map!.Tags.Tags.Single();
        Assert.That((tag.Name, tag.Details!.Unit), Is.EqualTo(("Tür/Höhe", "°C")));
    }

    [Test]
    public void Further_YAML_files_bring_lists_names_templates_and_types()
    {
        using var map = new MapText()
            .With("map.yaml", MapText.WithTags("- list.yaml\n- { from: sub/names.yml, db: 9, group: N }\n- full.yaml"))
            .With("list.yaml", "- { name: A, address: MW0, type: Int }\n")
            .With(
                "full.yaml",
                "types: { T: { X: Int } }\ntemplates: { P: { tags: [ { name: Q, address: DB3.DBB0, type: T } ] } }\ntags:\n  - use: P\n"
            );
        Directory.CreateDirectory(map.PathOf("sub"));
        map.With("sub/names.yml", "B: 2.0 Int\nC: { tags: { D: 4.0 Int } }\n");
        var (loaded, findings) = map.Load();
        Assert.That(findings, Is.Empty);
        Assert.That(
            loaded!.Tags.Tags.Select(t => $"{t.Name} {t.Address}"),
            Is.EqualTo(new[] { "A MW0", "N/B DB9.DBW2", "N/C/D DB9.DBW4", "Q/X DB3.DBW0" })
        );
        Assert.That(loaded.Files.Select(Path.GetFileName), Is.EqualTo(new[] { "map.yaml", "list.yaml", "names.yml", "full.yaml" }));
    }

    [Test]
    public void A_file_that_names_itself_and_one_that_is_not_there_are_findings()
    {
        using var map = new MapText()
            .With("map.yaml", MapText.WithTags("- loop.yaml\n- gone.csv\n- Motor.udt"))
            .With("loop.yaml", "- loop.yaml\n");
        var findings = map.Load().Findings.Select(f => f.Replace(Path.GetDirectoryName(map.PathOf("x"))! + "/", "")).ToArray();
        Assert.That(
            findings,
            Is.EqualTo(
                new[]
                {
                    "map.yaml:10:9: error: there is no file 'gone.csv'; check the path (it starts from the file that names it)",
                    "map.yaml:11:9: error: 'Motor.udt' contains a type but no block; name it under 'types: { from: [...] }' and use the type at an address",
                    "loop.yaml:1:3: error: 'loop.yaml' includes itself, directly or through another file; remove one of the two lines",
                }
            )
        );
    }

    private const string Drive = """
        TYPE "Drive"
        VERSION : 0.1
           STRUCT
              Ready : Bool;   // Drive is ready
              Speed { ExternalWritable := 'False'} : Real := 50.0;
              "Order no" : String[20];
           END_STRUCT;

        END_TYPE
        """;

    [Test]
    public void A_block_exported_from_TIA_Portal_becomes_tags_with_its_comments()
    {
        using var map = new MapText()
            .With(
                "map.yaml",
                MapText.WithTags("- { from: Mixer.db, db: 20, group: M }").Replace("    host", "    timezone: UTC\n    host")
                    + "types: { from: Drive.udt }\n"
            )
            .With("Drive.udt", Drive)
            .With(
                "Mixer.db",
                """
                DATA_BLOCK "Mixer"
                { S7_Optimized_Access := 'FALSE' }
                VERSION : 0.1
                NON_RETAIN
                   STRUCT
                      State : Int;   // 0 idle; 1 filling
                      Drives : Array[1..2] of "Drive";
                      Recipe : Struct   // not of a member
                         Name : String[30] := 'a;b';
                         Started : DTL;  (* block
                         comment *)
                      END_STRUCT;
                      Doors : Array[0..5] of Bool;
                      Flags : ARRAY [-1 .. 2] OF STRUCT
                         A : BOOL ;
                         B : DATE_AND_TIME ;
                      END_STRUCT ;
                   END_STRUCT;

                BEGIN
                   Drives[1].Speed := 40.0;
                END_DATA_BLOCK
                """
            );
        var (loaded, findings) = map.Load();
        Assert.That(findings, Is.Empty);
        var tags = loaded!.Tags.Tags;
        Assert.That(
            tags.Select(t => $"{t.Name} {t.Address} {t.Type}"),
            Is.EqualTo(
                new[]
                {
                    "M/State DB20.DBW0 Int",
                    "M/Drives[1]/Ready DB20.DBX2.0 Bool",
                    "M/Drives[1]/Speed DB20.DBD4 Real",
                    "M/Drives[1]/Order no DB20.DBB8 String[20]",
                    "M/Drives[2]/Ready DB20.DBX30.0 Bool",
                    "M/Drives[2]/Speed DB20.DBD32 Real",
                    "M/Drives[2]/Order no DB20.DBB36 String[20]",
                    "M/Recipe/Name DB20.DBB58 String[30]",
                    "M/Recipe/Started DB20.DBB90 DTL",
                    "M/Doors DB20.DBX102.0 Array[0..5] of Bool",
                    "M/Flags[-1]/A DB20.DBX104.0 Bool",
                    "M/Flags[-1]/B DB20.DBB106 Date_And_Time",
                    "M/Flags[0]/A DB20.DBX114.0 Bool",
                    "M/Flags[0]/B DB20.DBB116 Date_And_Time",
                    "M/Flags[1]/A DB20.DBX124.0 Bool",
                    "M/Flags[1]/B DB20.DBB126 Date_And_Time",
                    "M/Flags[2]/A DB20.DBX134.0 Bool",
                    "M/Flags[2]/B DB20.DBB136 Date_And_Time",
                }
            )
        );
        Assert.That(
            (tags[0].Details!.Description, tags[1].Details!.Description, tags[7].Details),
            Is.EqualTo(("0 idle; 1 filling", "Drive is ready", (TagDetails?)null))
        );
    }

    [Test]
    public void Classic_sources_tell_their_block_number_and_may_be_typed_by_a_UDT()
    {
        using var map = new MapText()
            .With("map.yaml", MapText.WithTags("- { from: all.awl, group: M }"))
            .With(
                "all.awl",
                Drive.Replace("\"Drive\"", "UDT 5")
                    + """

                    DATA_BLOCK DB 77
                    TITLE = a title; with Struct in it
                    AUTHOR : me
                      UDT 5
                    BEGIN
                    END_DATA_BLOCK
                    """
            );
        var (loaded, findings) = map.Load();
        Assert.That(findings, Is.Empty);
        Assert.That(
            loaded!.Tags.Tags.Select(t => $"{t.Name} {t.Address}"),
            Is.EqualTo(new[] { "M/Ready DB77.DBX0.0", "M/Speed DB77.DBD2", "M/Order no DB77.DBB6" })
        );
    }

    [TestCase(
        "DATA_BLOCK \"X\"\n{ S7_Optimized_Access := 'TRUE' }\nSTRUCT\nA : Int;\nEND_STRUCT;\nBEGIN\nEND_DATA_BLOCK",
        "X.db:1:12: error: the block 'X' is optimised, so its bytes have no fixed addresses; in TIA Portal open its properties"
    )]
    [TestCase(
        "DATA_BLOCK \"X\"\nSTRUCT\nA : \"Nix\";\nEND_STRUCT;\nBEGIN\nEND_DATA_BLOCK",
        "X.db:3:5: error: unknown type \"Nix\"; there are none (types stand under 'types', or 'types: { from: [Nix.udt] }')"
    )]
    [TestCase(
        "DATA_BLOCK \"X\"\nSTRUCT\nA : Int;\n",
        "X.db:4:1: error: the structure 'X' has no end; is the file cut off? Export it again"
    )]
    [TestCase(
        "DATA_BLOCK \"X\"\nSTRUCT\nA = Int;\nEND_STRUCT;\nEND_DATA_BLOCK",
        "X.db:3:3: error: '=' stands where ':' and a type behind 'A' should be; is this a source exported from TIA Portal or STEP 7?"
    )]
    [TestCase(
        "FUNCTION_BLOCK \"X\"\nEND_FUNCTION_BLOCK",
        "map.yaml:9:17: error: 'X.db' declares no data block (DATA_BLOCK … END_DATA_BLOCK); export the block as source from TIA Portal"
    )]
    public void A_source_that_can_not_be_used_says_why(string source, string expected)
    {
        using var map = new MapText().With("map.yaml", MapText.WithTags("- { from: X.db, db: 1 }")).With("X.db", source);
        Assert.That(
            map.Load().Findings.Select(f => f.Replace(Path.GetDirectoryName(map.PathOf("x"))! + "/", "")),
            Has.Some.StartsWith(expected)
        );
    }

    [Test]
    public void A_block_that_does_not_tell_its_number_needs_db()
    {
        using var map = new MapText()
            .With("map.yaml", MapText.WithTags("- X.db"))
            .With("X.db", "DATA_BLOCK \"X\"\nSTRUCT\nA : Int;\nEND_STRUCT;\nBEGIN\nEND_DATA_BLOCK");
        Assert.That(map.Load().Findings, Has.One.Contains("map.yaml:9:9: error: the block 'X' of "));
    }

    [FsCheck.NUnit.Property(MaxTest = 300)]
    public void Any_text_as_a_source_or_a_table_ends_in_findings_or_tags(string? text)
    {
        var findings = new FindingList();
        new TiaParser(findings.Open("a.db"), "DATA_BLOCK \"X\" STRUCT " + text, findings).Read();
        CsvSource.Read(findings.Open("a.csv"), "name;address\n" + text, new RawGroup(null), [], findings);
        Assert.That(findings.Sorted, Is.Not.Null);
    }
}
