using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;
using S7OpcBridge.Map;
using S7OpcBridge.Map.AlarmLists;
using S7OpcBridge.Map.Findings;

namespace S7OpcBridge.Import.Messages;

/// <summary>
/// Texts of the messages that an S7-300 or S7-400 sends by number (ALARM_S, ALARM_8, NOTIFY), since the CPU has none: lists of WinCC's Alarm Logging, of
/// TIA Portal, or tables that somebody made, as text or workbook. What is in them by their headings, since no two tools have the same columns.
/// </summary>
internal sealed class MessageTexts : SourceReader
{
    // WinCC's own messages have numbers, too, and no CPU sends them.
    private static readonly string[] OwnSheets = ["systemevents", "system events", "systemalarms", "systemereignisse", "systemmeldungen"];

    public override string Format => "texts of messages";

    public override bool Recognises(Source source)
    {
        if (Workbooks.Open(source) is { } workbook)
            return SheetsOf(workbook).Any();
        return source.Tree is null && new MessageColumns([.. CsvTable.HeadingsOf(source).Keys]).AreOfMessages;
    }

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        if (Workbooks.Open(source) is { } workbook)
        {
            foreach (var sheet in SheetsOf(workbook))
                ReadTable(workbook.Lines(sheet), draft, cancellationToken);
        }
        else
        {
            ReadTable(CsvTable.Lines(source.File, source.Text), draft, cancellationToken);
        }
    }

    private static IEnumerable<string> SheetsOf(Workbook workbook) =>
        workbook.Sheets.Where(sheet =>
            !OwnSheets.Contains(sheet.ToLowerInvariant()) && new MessageColumns([.. workbook.Headings(sheet).Keys]).AreOfMessages
        );

    private static void ReadTable(
        IEnumerable<(SourceLocation Spot, string[] Cells)> lines,
        ImportDraft draft,
        CancellationToken cancellationToken
    )
    {
        MessageColumns? columns = null;
        var rows = new List<MessageRow>();
        var (start, missing) = (default(SourceLocation), 0);
        foreach (var (spot, cells) in lines)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (columns is null)
            {
                (columns, start) = (new MessageColumns(cells), spot);
                continue;
            }
            if (MessageRow.Read(columns, spot, cells, draft) is not { } row)
                continue;
            if (missing == 0 && draft.Messages.TryCount(row.Texts.Sum(static text => text.Text.Length)))
                rows.Add(row);
            else
                missing++;
        }
        if (missing > 0)
            draft.LeaveOut(
                start,
                "messages",
                $"there are more than {ImportLimits.Messages:N0} texts of messages, or they are longer than "
                    + $"{ImportLimits.MessageCharacters / 1_000_000:N0} million characters together; the rest is left out",
                missing
            );
        var isHexadecimal = MessageNumbers.AreHexadecimal(rows.Select(static row => row.Number));
        var taken = rows.Select(row => row.Name(isHexadecimal, draft)).OfType<CpuAlarmRow>().ToList();
        taken.ForEach(draft.Messages.Add);
        if (taken.Count > 0)
            draft.Note(
                start,
                $"the numbers of the messages were read as {(isHexadecimal ? "hexadecimal" : "decimal")} ones: {Excerpt.From(rows[0].Number)} is "
                    + $"{taken[0].Name} in the bridge; if that is another message, write 16# in front of hexadecimal numbers"
            );
    }
}
