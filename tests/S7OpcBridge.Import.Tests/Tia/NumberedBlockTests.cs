namespace S7OpcBridge.Import.Tests.Tia;

/// <summary>Sources of STEP 7 V5 that name blocks and types by number, and members whose type no source declares.</summary>
public sealed class NumberedBlockTests
{
    private const string FunctionBlocks = """
        FUNCTION_BLOCK FB 10
        VERSION : 1.0
        VAR_INPUT
          Start : BOOL ;
          Pieces : INT ;
        END_VAR
        BEGIN
        END_FUNCTION_BLOCK

        FUNCTION_BLOCK FB 20
        VERSION : 1.0
        VAR_INPUT
          Level : REAL ;
        END_VAR
        VAR
          Volume : REAL ;
        END_VAR
        BEGIN
        END_FUNCTION_BLOCK

        """;

    [Test]
    public void Multi_instances_by_number_have_the_members_of_their_own_function_block()
    {
        var map = ImportedMap.Of(
            "plant.awl",
            FunctionBlocks
                + """
                FUNCTION_BLOCK "Line"
                VAR
                  Tank : FB 20 ;
                  Belt : FB 10 ;
                  Count : DINT ;
                END_VAR
                BEGIN
                END_FUNCTION_BLOCK
                DATA_BLOCK DB 30
                 "Line"
                BEGIN
                END_DATA_BLOCK
                """
        );
        Assert.That(
            Places(map),
            Is.EqualTo(
                new[]
                {
                    "DB30/Tank/Level DB30.DBD0 Real",
                    "DB30/Tank/Volume DB30.DBD4 Real",
                    "DB30/Belt/Start DB30.DBX8.0 Bool",
                    "DB30/Belt/Pieces DB30.DBW10 Int",
                    "DB30/Count DB30.DBD12 DInt",
                }
            )
        );
        Assert.That(map.Result.Report.LeftOut, Is.Zero);
    }

    [Test]
    public void Instances_by_number_have_the_members_of_their_own_function_block()
    {
        var map = ImportedMap.Of(
            "plant.awl",
            FunctionBlocks + "DATA_BLOCK DB 10\n FB 10\nBEGIN\nEND_DATA_BLOCK\nDATA_BLOCK DB 20\n FB20\nBEGIN\nEND_DATA_BLOCK\n"
        );
        Assert.That(
            Places(map),
            Is.EqualTo(
                new[]
                {
                    "DB10/Start DB10.DBX0.0 Bool",
                    "DB10/Pieces DB10.DBW2 Int",
                    "DB20/Level DB20.DBD0 Real",
                    "DB20/Volume DB20.DBD4 Real",
                }
            )
        );
    }

    [Test]
    public void A_block_by_number_is_a_type_too()
    {
        var map = ImportedMap.Of(
            "b.awl",
            "DATA_BLOCK DB 1\nSTRUCT\n A : INT;\n B : REAL;\nEND_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n"
                + "DATA_BLOCK DB 2\nSTRUCT\n X : DB 1;\n Y : INT;\nEND_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n"
        );
        Assert.That(map.Place("DB2/X/B"), Is.EqualTo("DB2.DBD2 Real"));
        Assert.That(map.Place("DB2/Y"), Is.EqualTo("DB2.DBW6 Int"));
    }

    [TestCase("SFB 4", "T/IN DB1.DBX0.0 Bool|T/PT DB1.DBD2 Time|T/Q DB1.DBX6.0 Bool|T/ET DB1.DBD8 Time|Z DB1.DBW22 Int")]
    [TestCase("SFB 0", "T/CU DB1.DBX0.0 Bool|T/R DB1.DBX0.1 Bool|T/PV DB1.DBW2 Int|T/Q DB1.DBX4.0 Bool|T/CV DB1.DBW6 Int|Z DB1.DBW10 Int")]
    public void Timers_and_counters_of_STEP_7_are_system_function_blocks_with_known_members(string type, string expected)
    {
        var map = ImportedMap.Of("b.awl", $"DATA_BLOCK DB 1\nVAR\n T : {type};\n Z : INT;\nEND_VAR\nBEGIN\nEND_DATA_BLOCK\n");
        Assert.That(Places(map), Is.EqualTo(expected.Split('|').Select(place => $"DB1/{place}")));
    }

    [TestCase("TIMER", 2)]
    [TestCase("COUNTER", 2)]
    [TestCase("BLOCK_DB", 2)]
    [TestCase("BLOCK_FB", 2)]
    [TestCase("BLOCK_FC", 2)]
    [TestCase("BLOCK_SDB", 2)]
    [TestCase("POINTER", 6)]
    [TestCase("ANY", 10)]
    public void A_parameter_that_names_something_else_takes_its_bytes_and_is_no_tag(string type, int bytes)
    {
        var map = ImportedMap.Of(
            "fb.awl",
            $"FUNCTION_BLOCK \"Dose\"\nVAR_INPUT\n P : {type} ;\n Level : REAL ;\nEND_VAR\nBEGIN\nEND_FUNCTION_BLOCK\n"
                + "DATA_BLOCK DB 7\n \"Dose\"\nBEGIN\nEND_DATA_BLOCK\n"
        );
        Assert.That(Places(map), Is.EqualTo(new[] { $"DB7/Level DB7.DBD{bytes} Real" }));
        Assert.That((map.Result.Report.LeftOut, map.Result.Report.Skipped), Is.EqualTo((0, 1)));
    }

    [TestCase("FB 99")]
    [TestCase("SFB 52")]
    [TestCase("\"Unknown\"")]
    [TestCase("Unknown")]
    public void A_member_of_unknown_type_and_those_behind_it_count_as_lost(string type)
    {
        var map = ImportedMap.Of(
            "b.awl",
            $"DATA_BLOCK DB 1\nSTRUCT\n A : INT;\n B : {type};\n C : INT;\n D : REAL;\nEND_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n"
        );
        Assert.That(Places(map), Is.EqualTo(new[] { "DB1/A DB1.DBW0 Int" }));
        Assert.That(map.Result.Report.LeftOut, Is.EqualTo(3));
        Assert.That(map.Result.Report.Share, Is.EqualTo(25));
        Assert.That(map.Lines, Has.Some.StartsWith("LeftOut b.awl:5 DB1/C: it lies behind 'B'"));
    }

    [Test]
    public void Lost_members_count_once_for_each_element_of_the_arrays_around_them()
    {
        var map = ImportedMap.Of(
            "b.awl",
            "DATA_BLOCK DB 1\nSTRUCT\n A : ARRAY[1..3] OF STRUCT\n  X : INT;\n  Y : Unknown;\n  Z : INT;\n END_STRUCT;\n B : INT;\nEND_STRUCT;\nBEGIN\n"
                + "END_DATA_BLOCK\n"
        );
        Assert.That(Places(map), Is.EqualTo(new[] { "DB1/A[1]/X DB1.DBW0 Int" }));
        Assert.That(map.Result.Report.LeftOut, Is.EqualTo(9), "Y and Z three times, X of two elements, B");
    }

    [Test]
    public void A_source_that_is_cut_off_inside_a_structure_keeps_what_was_read()
    {
        var map = ImportedMap.Of("b.awl", "DATA_BLOCK DB 1\nVAR\n A : INT;\n B : REAL;\nBEGIN\nEND_DATA_BLOCK\n");
        Assert.That(Places(map), Is.EqualTo(new[] { "DB1/A DB1.DBW0 Int", "DB1/B DB1.DBD2 Real" }));
        Assert.That(map.Lines.Single(), Does.Contain("has no end"));
    }

    private static IEnumerable<string> Places(ImportedMap map) => map.Tags.Select(tag => $"{tag.Name} {tag.Address} {tag.Type}");
}
