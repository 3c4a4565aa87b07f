using System.Buffers.Binary;
using System.Text;

namespace S7OpcBridge.Import.Tests.Step7;

/// <summary>What a STEP 7 V5 project tells of its programs, its code page and its instances.</summary>
public sealed class Step7LinksTests
{
    private const string Members = "\r\nSTRUCT\r\n  Speed : INT ;\r\nEND_STRUCT ;\r\n";

    private static byte[] Symbols(params string[][] rows) =>
        Step7ProjectFiles.Dbf([("_SKZ", 24), ("_OPIEC", 12), ("_DATATYP", 10), ("_COMMENT", 80)], rows);

    private static byte[] Blocks(params string[][] rows) =>
        Step7ProjectFiles.Dbf([("OBJECTID", 11), ("SUBBLKTYP", 5), ("BLKNUMBER", 5), ("MC5CODE", 10), ("SSBPART", 10)], rows);

    private static IEnumerable<(string, byte[])> Program(string folder) =>
        [
            ($"ombstx/offline/{folder}/SUBBLK.DBF", Blocks(["1", "00006", "00001", "1", ""])),
            ($"ombstx/offline/{folder}/SUBBLK.DBT", Step7ProjectFiles.Dbt([Members])),
        ];

    private static (string, byte[])[] TwoPrograms() =>
        [
            .. Program("00000001"),
            .. Program("00000002"),
            ("YDBs/100/SYMLIST.DBF", Symbols(["Start", "E     0.0", "BOOL", "line 1"], ["Drives", "DB     1", "DB     1", ""])),
            ("YDBs/200/SYMLIST.DBF", Symbols(["Start", "E     4.0", "BOOL", "line 2"], ["Motors", "DB     1", "DB     1", ""])),
            ("YDBs/YLNKLIST.DBF", Step7ProjectFiles.Dbf([("SOI", 11), ("TOI", 11)], ["100", "1"], ["200", "2"])),
        ];

    private static string[] Places(ImportedMap map)
    {
        Assert.That(map.Findings.Where(finding => finding.Contains(": error: ")), Is.Empty);
        return [.. map.Map!.Tags.Tags.Select(tag => $"{map.Map.Tags.Plcs[tag.Plc].Name}: {tag.Name} {tag.Address}")];
    }

    [Test]
    public void Each_program_has_the_symbols_of_its_own_list()
    {
        var map = ImportedMap.OfFolder(null, TwoPrograms());
        Assert.That(
            Places(map),
            Is.EquivalentTo(
                new[]
                {
                    "Program 1: Start I0.0",
                    "Program 1: Drives/Speed DB1.DBW0",
                    "Program 2: Start I4.0",
                    "Program 2: Motors/Speed DB1.DBW0",
                }
            )
        );
    }

    [Test]
    public void The_link_file_tells_the_block_folder_of_a_program_and_its_table_the_name()
    {
        var link = new byte[300];
        BinaryPrimitives.WriteUInt32LittleEndian(link.AsSpan(45), 0x00116001);
        BinaryPrimitives.WriteUInt32LittleEndian(link.AsSpan(49), 2);
        BinaryPrimitives.WriteUInt32LittleEndian(link.AsSpan(245), 0x00116001);
        BinaryPrimitives.WriteUInt32LittleEndian(link.AsSpan(249), 1);
        var map = ImportedMap.OfFolder(
            null,
            [
                .. TwoPrograms(),
                (
                    "hrs/S7RESOFF.DBF",
                    Step7ProjectFiles.Dbf([("ID", 11), ("NAME", 30), ("RSRVD4_L", 11)], ["1", "Press", "40"], ["2", "Oven", "240"])
                ),
                ("hrs/linkhrs.lnk", link),
            ]
        );
        Assert.That(
            Places(map),
            Is.EquivalentTo(
                new[] { "Oven: Start I4.0", "Oven: Motors/Speed DB1.DBW0", "Press: Start I0.0", "Press: Drives/Speed DB1.DBW0" }
            )
        );
    }

    [Test]
    public void Symbols_that_no_link_gives_to_a_program_are_a_PLC_of_their_own_and_name_no_block()
    {
        var map = ImportedMap.OfFolder(null, [.. TwoPrograms().Where(file => !file.Item1.EndsWith("YLNKLIST.DBF"))]);
        Assert.That(
            Places(map),
            Is.EquivalentTo(
                new[]
                {
                    "Symbols 100: Start I0.0",
                    "Symbols 200: Start I4.0",
                    "Program 1: DB1/Speed DB1.DBW0",
                    "Program 2: DB1/Speed DB1.DBW0",
                }
            )
        );
        Assert.That(map.Lines, Has.Some.Contains("does not tell which program the symbols of 'YDBs/100' belong to"));
    }

    [Test]
    public void The_project_names_the_code_page_of_its_texts()
    {
        var map = ImportedMap.OfFolder(
            null,
            ("Global/Language", Encoding.ASCII.GetBytes("0\r\n1049\r\n204\r\n1251\r\n866\r\nRussian")),
            ("YDBs/100/SYMLIST.DBF", Symbols(["\u00CD\u00E0\u00F1\u00EE\u00F1_1", "M     0.0", "BOOL", "\u00CD\u00E0\u00F1\u00EE\u00F1"]))
        );
        Assert.That(map.Tags.Select(tag => (tag.Name, tag.Details!.Description)), Is.EqualTo(new[] { ("Насос_1", "Насос") }));
    }

    [Test]
    public void Files_in_small_letters_are_the_same_files()
    {
        var map = ImportedMap.OfFolder(null, [.. TwoPrograms().Select(file => (file.Item1.ToLowerInvariant(), file.Item2))]);
        Assert.That(Places(map), Has.Length.EqualTo(4).And.Contains("Program 2: Motors/Speed DB1.DBW0"));
    }

    [Test]
    public void Two_projects_in_one_folder_do_not_share_symbols()
    {
        var map = ImportedMap.OfFolder(
            null,
            [
                .. TwoPrograms().Select(file => ($"a/{file.Item1}", file.Item2)),
                .. TwoPrograms().Select(file => ($"b/{file.Item1}", file.Item2)),
            ]
        );
        Assert.That(Places(map), Has.Length.EqualTo(4).And.Contains("Program 1: Drives/Speed DB1.DBW0"), "both say the same");
    }

    [Test]
    public void An_instance_that_is_stored_with_the_sections_of_its_function_block_has_its_members()
    {
        const string sections =
            "\r\nVAR_INPUT\r\n  Enable : BOOL ;\t//on\r\n  Setpoint : REAL ;\t\r\nEND_VAR\r\nVAR_OUTPUT\r\n  Done : BOOL ;\t\r\nEND_VAR\r\n"
            + "VAR_IN_OUT\r\n  Shared : INT ;\t\r\nEND_VAR\r\n"
            + "VAR\r\n  Actual : REAL ;\t\r\n  Count : DINT ;\t\r\nEND_VAR\r\nVAR_TEMP\r\n  t : INT ;\t\r\nEND_VAR\r\n";
        var map = ImportedMap.OfFolder(
            null,
            ("YDBs/100/SYMLIST.DBF", Symbols(["Heater", "DB    11", "FB    10", ""])),
            (
                "ombstx/offline/00000001/SUBBLK.DBF",
                Blocks(["1", "00004", "00010", "1", ""], ["2", "00006", "00011", "2", ""], ["3", "00010", "00011", "", "3"])
            ),
            ("ombstx/offline/00000001/SUBBLK.DBT", Step7ProjectFiles.Dbt([sections, sections, "\n\n\0"]))
        );
        Assert.That(
            map.Tags.Select(tag => $"{tag.Name} {tag.Address}"),
            Is.EqualTo(
                new[]
                {
                    "Heater/Enable DB11.DBX0.0",
                    "Heater/Setpoint DB11.DBD2",
                    "Heater/Done DB11.DBX6.0",
                    "Heater/Shared DB11.DBW8",
                    "Heater/Actual DB11.DBD10",
                    "Heater/Count DB11.DBD14",
                }
            )
        );
    }

    [Test]
    public void Multi_instances_and_timers_by_number_have_their_members()
    {
        var map = ImportedMap.OfFolder(
            null,
            (
                "ombstx/offline/00000001/SUBBLK.DBF",
                Blocks(["1", "00004", "00030", "1", ""], ["2", "00006", "00005", "2", ""], ["4", "00006", "00041", "3", ""])
            ),
            (
                "ombstx/offline/00000001/SUBBLK.DBT",
                Step7ProjectFiles.Dbt([
                    "VAR_INPUT\r\n  a : BOOL ;\r\nEND_VAR\r\nVAR\r\n  b : INT ;\r\nEND_VAR\r\n",
                    "VAR\r\n  M1 : FB 30;\t\r\n  M2 : FB 30;\t\r\n  After : DINT ;\t\r\n",
                    "VAR\r\n  Delay : SFB 4;\t//timer\r\n  Edge : BOOL ;\t\r\nEND_VAR\r\n",
                ])
            )
        );
        Assert.That(
            map.Tags.Select(tag => $"{tag.Name} {tag.Address}"),
            Is.SupersetOf(
                new[]
                {
                    "DB5/M1/a DB5.DBX0.0",
                    "DB5/M1/b DB5.DBW2",
                    "DB5/M2/a DB5.DBX4.0",
                    "DB5/M2/b DB5.DBW6",
                    "DB5/After DB5.DBD8",
                    "DB41/Edge DB41.DBX22.0",
                }
            )
        );
    }
}
