using System.Text;
using S7OpcBridge.Map.Files;
using S7OpcBridge.Map.Reading;
using S7OpcBridge.Map.Tables;

namespace S7OpcBridge.Map.AlarmLists;

/// <summary>Reads a file of alarms: an XLSX workbook, a table as text, or the export of WinCC flexible.</summary>
internal static class AlarmListFile
{
    private const string Advice =
        "name a file that TIA Portal, WinCC or WinCC flexible exported, or a table with the columns bit, class and text";

    /// <summary>The alarms of a file; null after a finding.</summary>
    /// <param name="path">Path relative to the working directory.</param>
    /// <param name="spot">Where the map names it.</param>
    /// <param name="findings">Receives what is wrong with the file and its rows.</param>
    /// <param name="encoding">Code page of a text file; null: detected.</param>
    public static List<ListedAlarm>? Read(string path, SourceLocation spot, FindingList findings, Encoding? encoding)
    {
        if (TextFiles.ReadBytes(path, spot, findings, encoding) is not { } bytes)
            return null;
        var file = findings.Open(path);
        var alarms = IsWorkbook(bytes)
            ? ReadWorkbook(file, bytes, AlarmSheet.Read, findings)
            : ReadText(file, TextFiles.Decode(bytes, encoding), findings);
        if (alarms is null)
            findings.Error(spot, $"'{path}' has no list of alarms; {Advice}");
        else if (alarms.Count == 0)
            findings.Warning(spot, $"'{path}' has no alarms in it; check the file");
        return alarms;
    }

    /// <summary>The texts of a CPU's alarms; null after a finding.</summary>
    /// <param name="path">Path relative to the working directory.</param>
    /// <param name="spot">Where the map names it.</param>
    /// <param name="findings">Receives what is wrong with the file and its rows.</param>
    public static List<CpuAlarmRow>? ReadCpuTexts(string path, SourceLocation spot, FindingList findings)
    {
        if (TextFiles.ReadBytes(path, spot, findings, encoding: null) is not { } bytes)
            return null;
        var file = findings.Open(path);
        var rows = IsWorkbook(bytes)
            ? ReadWorkbook(file, bytes, CpuAlarmSheet.Read, findings)
            : CpuAlarmSheet.Read(Lines(file, TextFiles.Decode(bytes, encoding: null)), findings);
        if (rows is null)
            findings.Error(spot, $"'{path}' has no texts of alarms; it needs the columns id and text, or text [de-DE] for each language");
        else if (rows.Count == 0)
            findings.Warning(spot, $"'{path}' has no texts in it; check the file");
        return rows;
    }

    private static bool IsWorkbook(byte[] bytes) => bytes is [(byte)'P', (byte)'K', 3, 4, ..];

    private static List<T>? ReadWorkbook<T>(
        SourceFile file,
        byte[] bytes,
        Func<IEnumerable<(SourceLocation Spot, string[] Cells)>, FindingList, List<T>?> read,
        FindingList findings
    )
    {
        using var package = XlsxPackage.Open(file, bytes);
        if (package is null || Workbook.Open(file, package.Has, package.Read) is not { } workbook)
            return null;
        List<T>? all = null;
        try
        {
            foreach (var sheet in workbook.Sheets)
            {
                if (read(workbook.Lines(sheet), findings) is { } rows)
                    (all ??= []).AddRange(rows);
            }
        }
        catch (TableException error)
        {
            findings.Error(error.Spot, error.Message);
            return all ?? [];
        }
        return all;
    }

    private static List<ListedAlarm>? ReadText(SourceFile file, string text, FindingList findings) =>
        FlexibleAlarms.Is(text) ? FlexibleAlarms.Read(file, text, findings) : AlarmSheet.Read(Lines(file, text), findings);

    private static IEnumerable<(SourceLocation Spot, string[] Cells)> Lines(SourceFile file, string text)
    {
        var rows = new CsvRows(text);
        var cells = new List<CsvCell>();
        while (rows.TryRead(cells))
        {
            if (cells.Count > 1 || cells[0].Text.Length > 0)
                yield return (new SourceLocation(file, cells[0].Line, 1), [.. cells.Select(cell => cell.Text)]);
        }
    }
}
