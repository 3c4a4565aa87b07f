using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;
using S7OpcBridge.Map;

namespace S7OpcBridge.Import.Hmi;

/// <summary>
/// Alarms of WinCC: the workbook of TIA Portal (Comfort, Advanced, Unified), its sheets as CSV, and the export of WinCC flexible. The bridge has no alarms, so
/// their trigger tags are looked up or taken, and their texts are counted as left out.
/// </summary>
internal sealed class HmiAlarms : SourceReader
{
    private const string Trigger = "Trigger tag";
    private const int FlexibleTrigger = 3;

    public override string Format => "WinCC alarms";

    public override bool Recognises(Source source)
    {
        if (Workbook.Open(source) is { } workbook)
            return workbook.Sheets.Any(sheet => IsTable(workbook.Headings(sheet)));
        return IsFlexible(source) || IsTable(CsvTable.HeadingsOf(source));
    }

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        var count = 0;
        foreach (var (trigger, spot) in Triggers(source))
        {
            cancellationToken.ThrowIfCancellationRequested();
            count++;
            if (trigger.Length > 0)
                draft.Triggers.Add(new ImportedTrigger(trigger, spot));
        }
        draft.Note(source.Start, $"{count:N0} {(count == 1 ? "alarm" : "alarms")}: texts, classes and limits are left out, because this version of the bridge "
            + "has no alarms; the tags that trigger them are in the map where a source tells their place");
    }

    private static IEnumerable<(string Trigger, SourceLocation Spot)> Triggers(Source source)
    {
        if (Workbook.Open(source) is { } workbook)
            return workbook.Sheets.Where(sheet => IsTable(workbook.Headings(sheet))).SelectMany(workbook.Rows).Select(Of);
        if (!IsFlexible(source))
            return CsvTable.Rows(source).Select(Of);
        var separator = source.Text.Contains('\t') ? '\t' : ';';
        return source.Text.ReplaceLineEndings("\n").Split('\n')
            .Select((line, i) => (Cells: line.Split(separator), Spot: source.Start with { Line = i + 1 }))
            .Where(line => line.Cells.Length > FlexibleTrigger && !line.Cells[0].StartsWith("//", StringComparison.Ordinal))
            .Select(line => (line.Cells[FlexibleTrigger].Trim().Trim('"'), line.Spot));

        static (string, SourceLocation) Of(TableRow row) => (row[Trigger].Trim(), row.Spot);
    }

    private static bool IsFlexible(Source source) =>
        source.Head.Contains("WinCC flexible", StringComparison.Ordinal) && source.Head.Contains("alarm export", StringComparison.OrdinalIgnoreCase);

    private static bool IsTable(IReadOnlyDictionary<string, int> headings) =>
        headings.ContainsKey(Trigger) && headings.ContainsKey("ID") && (headings.ContainsKey("Class") || headings.ContainsKey("Alarm class"));
}
