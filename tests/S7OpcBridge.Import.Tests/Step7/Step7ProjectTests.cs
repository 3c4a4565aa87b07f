using System.IO.Compression;

namespace S7OpcBridge.Import.Tests.Step7;

public sealed class Step7ProjectTests
{
    [Test]
    public void Symbols_blocks_types_and_instances_of_a_project_become_tags()
    {
        var map = ImportedMap.Of(new ImportOptions { Host = "10.0.0.1" }, ("plant.zip", Project()));
        Assert.That(map.Place("Halt"), Is.EqualTo("I0.4 Bool"));
        Assert.That(map.Place("DB_Axis/Axis[2]/Pos"), Is.EqualTo("DB12.DBD6 Real"));
        Assert.That(map.Place("DB_Axis/Tel/State"), Is.EqualTo("DB12.DBW12 Word"));
        Assert.That(map.Place("DB20/Speed"), Is.EqualTo("DB20.DBD2 Real"));
        Assert.That(map["Halt"].Details!.Description, Is.EqualTo("stört"));
        Assert.That(map.Lines, Has.Some.StartsWith("LeftOut").And.Some.Contains("uploaded from a CPU"));
    }

    public static byte[] Project()
    {
        var symbols = Step7ProjectFiles.Dbf(
            [("_SKZ", 24), ("_OPIEC", 12), ("_DATATYP", 10), ("_COMMENT", 80)],
            ["Halt", "I       0.4", "BOOL", "stört"],
            ["*gone", "M       0.4", "BOOL", ""],
            ["DB_Axis", "DB     12", "DB     12", ""]
        );
        string[] memos =
        [
            "  STRUCT \n   Axis : ARRAY  [1 .. 2 ] OF //two\n   STRUCT \n    Pos : REAL ;\n    Ok : BOOL ;\n   END_STRUCT ;\n   Tel : UDT 5;\n  END_STRUCT ;",
            "  STRUCT \n   State : WORD ;\n  END_STRUCT ;",
            "VAR_INPUT\n  Run : BOOL ;\nEND_VAR\nVAR_OUTPUT\n  Speed : REAL ;\nEND_VAR\n",
            "\u000A\u0007\0\u0001",
            "\0\0\0\0",
        ];
        var blocks = Step7ProjectFiles.Dbf(
            [("OBJECTID", 11), ("SUBBLKTYP", 5), ("BLKNUMBER", 5), ("MC5CODE", 10), ("SSBPART", 10)],
            ["1", "00006", "00012", "1", ""],
            ["1", "00010", "00012", "", "5"],
            ["2", "00001", "00005", "2", ""],
            ["3", "00004", "00007", "3", ""],
            ["4", "00010", "00020", "", "4"],
            ["5", "00010", "00030", "", "5"]
        );
        var stream = new MemoryStream();
        using (var zip = new ZipArchive(stream, ZipArchiveMode.Create, leaveOpen: true))
        {
            Step7ProjectFiles.Add(zip, "plant/YDBs/101/SYMLIST.DBF", symbols);
            Step7ProjectFiles.Add(zip, "plant/ombstx/offline/00000001/SUBBLK.DBF", blocks);
            Step7ProjectFiles.Add(zip, "plant/ombstx/offline/00000001/SUBBLK.DBT", Step7ProjectFiles.Dbt(memos));
        }
        return stream.ToArray();
    }
}
