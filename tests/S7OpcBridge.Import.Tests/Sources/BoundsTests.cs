using System.IO.Compression;
using System.Text;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Step7;
using S7OpcBridge.Import.Tables;
using S7OpcBridge.Import.Tests.Step7;
using S7OpcBridge.Map;

namespace S7OpcBridge.Import.Tests.Sources;

/// <summary>Sources that are small and would make much work or memory.</summary>
public sealed class BoundsTests
{
    private static readonly SourceFile File = new("x");

    [Test]
    public void TOML_with_too_many_values_is_refused()
    {
        var text = "a = [" + string.Concat(Enumerable.Repeat("1,", 5_000_000)) + "]\n";
        Assert.That(() => TomlTree.Read(File, text), Throws.TypeOf<ImportException>().With.Message.Contains("more than"));
    }

    [Test]
    public void TOML_with_many_keys_of_one_table_is_read_in_one_pass()
    {
        var text = new StringBuilder();
        for (var i = 0; i < 200_000; i++)
            text.Append($"[k{i}]\na=1\n");
        Assert.That(TomlTree.Read(File, text.ToString()).Members, Has.Count.EqualTo(200_000));
    }

    [Test]
    public void TOML_that_nests_by_dotted_keys_is_refused()
    {
        var text = new StringBuilder();
        for (var i = 0; i < 60; i++)
            text.Append("k = {" + string.Join('.', Enumerable.Repeat("a", 60)) + " = ");
        Assert.That(() => TomlTree.Read(File, text + "1" + new string('}', 60)), Throws.TypeOf<ImportException>());
    }

    [Test]
    public void A_sheet_whose_elements_are_nested_without_end_is_refused()
    {
        var map = ImportedMap.Of(null, ("a.xlsx", Book("<worksheet>" + string.Concat(Enumerable.Repeat("<a>", 100_000)))));
        Assert.That(map.Result.Report.HasFailed);
        Assert.That(map.Lines.Single(), Does.Contain("nested too deep"));
    }

    [Test]
    public void A_cell_with_very_many_pieces_of_text_is_cut()
    {
        var pieces = string.Concat(Enumerable.Repeat("<v>0123456789</v>", 200_000));
        var map = ImportedMap.Of(
            null,
            ("a.xlsx", Book($"<worksheet><sheetData><row><c t=\"str\">{pieces}</c></row></sheetData></worksheet>"))
        );
        Assert.That(map.Result.Report.Taken, Is.Zero);
    }

    [Test]
    public void Texts_that_all_cells_share_do_not_fill_the_memory()
    {
        var cells = string.Concat(Enumerable.Repeat("<row><c t=\"s\"><v>0</v></c></row>", 20_000));
        var book = Book($"<worksheet><sheetData>{cells}</sheetData></worksheet>", $"<sst><si><t>{new string('x', 32_000)}</t></si></sst>");
        using var source = Source.From("a.xlsx", book);
        Assert.That(() => Workbooks.Open(source)!.Lines("PLC Tags").Count(), Throws.Exception.With.Message.Contains("characters"));
    }

    [Test]
    public void Records_that_share_one_large_memo_are_refused()
    {
        var memo = new byte[6 * 1024 * 1024];
        memo[21] = 2;
        byte[] head = [0xFF, 0xFF, 8, 0, 0, 0, 0x40, 0];
        head.CopyTo(memo, 512);
        var rows = Enumerable.Range(0, 50).Select(_ => new[] { "1" }).ToArray();
        var table = new DbfTable(Step7ProjectFiles.Dbf([("MEMO", 10)], rows), memo, Encoding.Latin1);
        Assert.That(
            () => Enumerable.Range(0, 50).Sum(i => table.Memo(i, "MEMO").Length),
            Throws.TypeOf<ImportException>().With.Message.Contains("memo")
        );
    }

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public bool Any_bytes_are_a_table_with_readable_fields(byte[] bytes, byte[] memo, ushort head, ushort length)
    {
        byte[] whole =
        [
            3,
            0,
            0,
            0,
            0xFF,
            0xFF,
            0,
            0,
            (byte)head,
            (byte)(head >> 8),
            (byte)length,
            (byte)(length >> 8),
            .. new byte[20],
            .. bytes ?? [],
        ];
        var table = new DbfTable(whole, [.. new byte[512], .. memo ?? []], Encoding.Latin1);
        for (var i = 0; i < Math.Min(table.Count, 10); i++)
        {
            _ = table.IsDeleted(i);
            _ = table.Text(i, "") + table.Memo(i, "").Length;
        }
        return true;
    }

    internal static byte[] Book(string sheet, string strings = "<sst/>")
    {
        var stream = new MemoryStream();
        using (var zip = new ZipArchive(stream, ZipArchiveMode.Create, leaveOpen: true))
        {
            Add(
                "xl/workbook.xml",
                "<workbook xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets><sheet name=\"PLC Tags\" "
                    + "r:id=\"r1\"/></sheets></workbook>"
            );
            Add("xl/_rels/workbook.xml.rels", "<Relationships><Relationship Id=\"r1\" Target=\"s.xml\"/></Relationships>");
            Add("xl/s.xml", sheet);
            Add("xl/sharedStrings.xml", strings);

            void Add(string name, string text)
            {
                using var entry = zip.CreateEntry(name).Open();
                entry.Write(Encoding.UTF8.GetBytes(text));
            }
        }
        return stream.ToArray();
    }
}
