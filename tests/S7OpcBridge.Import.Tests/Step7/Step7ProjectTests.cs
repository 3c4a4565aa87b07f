using System.Buffers.Binary;
using System.IO.Compression;
using System.Text;

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
        var symbols = Dbf([("_SKZ", 24), ("_OPIEC", 12), ("_DATATYP", 10), ("_COMMENT", 80)],
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
        var blocks = Dbf(
            [("OBJECTID", 11), ("SUBBLKTYP", 5), ("BLKNUMBER", 5), ("MC5CODE", 10), ("SSBPART", 10)],
            ["1", "00006", "00012", "1", ""],
            ["1", "00010", "00012", "", "5"],
            ["2", "00001", "00005", "2", ""],
            ["3", "00004", "00007", "3", ""],
            ["4", "00010", "00020", "", "4"],
            ["5", "00010", "00030", "", "5"]);
        var stream = new MemoryStream();
        using (var zip = new ZipArchive(stream, ZipArchiveMode.Create, leaveOpen: true))
        {
            Add(zip, "plant/YDBs/101/SYMLIST.DBF", symbols);
            Add(zip, "plant/ombstx/offline/00000001/SUBBLK.DBF", blocks);
            Add(zip, "plant/ombstx/offline/00000001/SUBBLK.DBT", Dbt(memos));
        }
        return stream.ToArray();
    }

    private static byte[] Dbf((string Name, int Length)[] fields, params string[][] rows)
    {
        var head = 32 + (fields.Length * 32) + 1;
        var length = 1 + fields.Sum(field => field.Length);
        var bytes = new byte[head + (rows.Length * length)];
        bytes[0] = 3;
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(4), rows.Length);
        BinaryPrimitives.WriteUInt16LittleEndian(bytes.AsSpan(8), (ushort)head);
        BinaryPrimitives.WriteUInt16LittleEndian(bytes.AsSpan(10), (ushort)length);
        for (var i = 0; i < fields.Length; i++)
        {
            Encoding.ASCII.GetBytes(fields[i].Name, bytes.AsSpan(32 + (i * 32)));
            bytes[32 + (i * 32) + 11] = (byte)'C';
            bytes[32 + (i * 32) + 16] = (byte)fields[i].Length;
        }
        bytes[head - 1] = 0x0D;
        bytes.AsSpan(head).Fill((byte)' ');
        for (var r = 0; r < rows.Length; r++)
        {
            var at = head + (r * length);
            bytes[at] = (byte)(rows[r][0].StartsWith('*') ? '*' : ' ');
            at++;
            for (var f = 0; f < fields.Length; f++)
            {
                Encoding.Latin1.GetBytes(rows[r][f], bytes.AsSpan(at));
                at += fields[f].Length;
            }
        }
        return bytes;
    }

    private static byte[] Dbt(string[] memos)
    {
        var bytes = new byte[512 * (memos.Length + 1)];
        bytes[21] = 2;
        for (var i = 0; i < memos.Length; i++)
        {
            var at = 512 * (i + 1);
            byte[] start = [0xFF, 0xFF, 8, 0];
            start.CopyTo(bytes, at);
            BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(at + 4), memos[i].Length + 8);
            Encoding.Latin1.GetBytes(memos[i], bytes.AsSpan(at + 8));
        }
        return bytes;
    }

    private static void Add(ZipArchive zip, string name, byte[] bytes)
    {
        using var entry = zip.CreateEntry(name, CompressionLevel.NoCompression).Open();
        entry.Write(bytes);
    }
}
