using System.IO.Compression;
using System.Security;
using System.Text;

namespace S7OpcBridge.Testing;

/// <summary>Makes a workbook with one sheet, as spreadsheet programs write it: shared strings and a relation to the sheet.</summary>
public static class Xlsx
{
    /// <summary>A workbook with one sheet.</summary>
    public static byte[] Of(string sheet, params string[][] rows) => Of((sheet, rows));

    /// <summary>A workbook with several sheets.</summary>
    public static byte[] Of(params (string Name, string[][] Rows)[] sheets)
    {
        var strings = new List<string>();
        var stream = new MemoryStream();
        using (var zip = new ZipArchive(stream, ZipArchiveMode.Create, leaveOpen: true))
        {
            var names = sheets.Select((sheet, i) => $"<sheet name=\"{sheet.Name}\" sheetId=\"{i + 1}\" r:id=\"r{i + 1}\"/>");
            var relations = sheets.Select((_, i) => $"<Relationship Id=\"r{i + 1}\" Target=\"worksheets/sheet{i + 1}.xml\"/>");
            Add(
                zip,
                "xl/workbook.xml",
                "<workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" "
                    + $"xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets>{string.Concat(names)}</sheets></workbook>"
            );
            Add(
                zip,
                "xl/_rels/workbook.xml.rels",
                "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
                    + $"{string.Concat(relations)}</Relationships>"
            );
            for (var i = 0; i < sheets.Length; i++)
                Add(zip, $"xl/worksheets/sheet{i + 1}.xml", SheetOf(sheets[i].Rows, strings));
            Add(
                zip,
                "xl/sharedStrings.xml",
                "<sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">"
                    + $"{string.Concat(strings.Select(text => $"<si><t>{SecurityElement.Escape(text)}</t></si>"))}</sst>"
            );
        }
        return stream.ToArray();
    }

    private static string SheetOf(string[][] rows, List<string> strings)
    {
        var data = new StringBuilder("<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>");
        for (var r = 0; r < rows.Length; r++)
        {
            data.Append($"<row r=\"{r + 1}\">");
            for (var c = 0; c < rows[r].Length; c++)
            {
                if (rows[r][c].Length == 0)
                    continue;
                data.Append($"<c r=\"{(char)('A' + c)}{r + 1}\" t=\"s\"><v>{strings.Count}</v></c>");
                strings.Add(rows[r][c]);
            }
            data.Append("</row>");
        }
        return data.Append("</sheetData></worksheet>").ToString();
    }

    private static void Add(ZipArchive zip, string name, string text)
    {
        using var entry = zip.CreateEntry(name, CompressionLevel.NoCompression).Open();
        entry.Write(Encoding.UTF8.GetBytes(text));
    }
}
