using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;
using S7OpcBridge.Map;
using S7OpcBridge.Map.AlarmLists;

namespace S7OpcBridge.Import.Hmi;

/// <summary>
/// Alarms of WinCC: the workbook of TIA Portal (Comfort, Advanced, Unified), its sheets as CSV, and the export of WinCC flexible. They become alarms of the
/// tags that trigger them.
/// </summary>
internal sealed class HmiAlarms : SourceReader
{
    public override string Format => "WinCC alarms";

    public override bool Recognises(Source source)
    {
        if (Workbooks.Open(source) is { } workbook)
            return workbook.Sheets.Any(sheet => IsTable([.. workbook.Headings(sheet).Keys]));
        return IsFlexible(source) || IsTable([.. CsvTable.HeadingsOf(source).Keys]);
    }

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        var findings = new FindingList();
        var count = 0;
        foreach (var alarm in Alarms(source, findings))
        {
            cancellationToken.ThrowIfCancellationRequested();
            count++;
            if (alarm.Trigger.Length > 0)
                draft.Alarms.Add(alarm);
        }
        foreach (var finding in findings.Sorted)
            draft.LeaveOut(finding.Spot, "an alarm", finding.Message);
        draft.Note(
            source.Start,
            $"{count:N0} {(count == 1 ? "alarm" : "alarms")}: texts, classes and limits are in the file of alarms beside the map where a "
                + "source tells the place of the trigger tag; check the severities of the classes in the map"
        );
    }

    private static IEnumerable<ListedAlarm> Alarms(Source source, FindingList findings)
    {
        if (Workbooks.Open(source) is { } workbook)
            return workbook.Sheets.SelectMany(sheet => AlarmSheet.Read(workbook.Lines(sheet), findings) ?? []);
        return IsFlexible(source)
            ? FlexibleAlarms.Read(source.File, source.Text, findings)
            : AlarmSheet.Read(CsvTable.Lines(source.File, source.Text), findings) ?? [];
    }

    private static bool IsFlexible(Source source) => FlexibleAlarms.Is(source.Head);

    // A list of tags may have a column of bits, but none of triggers.
    private static bool IsTable(IReadOnlyList<string> headings) =>
        new AlarmColumns(headings) is { IsList: true, Trigger: >= 0, Class: >= 0 };
}
