using System.IO.Compression;

namespace S7OpcBridge.Import.Tests.Step7;

public sealed class Step7ProgramsTests
{
    [Test]
    public void Each_program_of_a_project_has_its_own_types()
    {
        var stream = new MemoryStream();
        using (var zip = new ZipArchive(stream, ZipArchiveMode.Create, leaveOpen: true))
        {
            for (var program = 1; program <= 2; program++)
            {
                var folder = $"plant/ombstx/offline/0000000{program}/";
                Step7ProjectFiles.Add(
                    zip,
                    folder + "SUBBLK.DBF",
                    Step7ProjectFiles.Dbf(
                        [("OBJECTID", 11), ("SUBBLKTYP", 5), ("BLKNUMBER", 5), ("MC5CODE", 10), ("SSBPART", 10)],
                        ["1", "00006", "00012", "1", ""],
                        ["2", "00001", "00005", "2", ""],
                        ["3", "00004", "00007", "3", ""],
                        ["4", "00010", "00020", "", "4"]
                    )
                );
                Step7ProjectFiles.Add(
                    zip,
                    folder + "SUBBLK.DBT",
                    Step7ProjectFiles.Dbt([
                        " STRUCT \n  Tel : UDT 5;\n  END : INT ;\n END_STRUCT ;",
                        program == 1
                            ? " STRUCT \n State : WORD ;\n END_STRUCT ;"
                            : " STRUCT \n State : DWORD ;\n More : REAL ;\n END_STRUCT ;",
                        $"VAR_OUTPUT\n  Out{program} : REAL ;\nEND_VAR\n",
                        "\u000A\u0007\0\u0001",
                    ])
                );
            }
        }
        var map = ImportedMap.Of(new ImportOptions { Host = "10.0.0.1" }, ("plant.zip", stream.ToArray()));
        var tags = map.Map!.Tags;
        Assert.That(
            tags.Tags.Select(tag => $"{tags.Plcs[tag.Plc].Name}: {tag.Name} {tag.Address}"),
            Is.EquivalentTo(
                new[]
                {
                    "Program 1: DB12/Tel/State DB12.DBW0",
                    "Program 1: DB12/END DB12.DBW2",
                    "Program 1: DB20/Out1 DB20.DBD0",
                    "Program 2: DB12/Tel/State DB12.DBD0",
                    "Program 2: DB12/Tel/More DB12.DBD4",
                    "Program 2: DB12/END DB12.DBW8",
                    "Program 2: DB20/Out2 DB20.DBD0",
                }
            )
        );
    }
}
