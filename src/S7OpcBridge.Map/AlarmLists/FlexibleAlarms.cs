using System.Text.RegularExpressions;
using S7OpcBridge.Core;
using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.Reading;
using S7OpcBridge.Map.Tables;

namespace S7OpcBridge.Map.AlarmLists;

/// <summary>
/// Reads the alarm export of WinCC flexible: lines of comment that begin with <c>//</c>, then an alarm per line without headings. Texts are
/// <c>de-DE=Motor überlastet</c>, one cell per language; what the fields are and the info texts follow in the same way.
/// </summary>
internal static partial class FlexibleAlarms
{
    private const int Kind = 0,
        Number = 1,
        Class = 2,
        Trigger = 3,
        Bit = 4,
        AcknowledgeTag = 5,
        AcknowledgeBit = 6,
        EchoTag = 7,
        EchoBit = 8,
        FirstText = 9;

    /// <summary>True where a text is such an export.</summary>
    public static bool Is(string text) =>
        text.AsSpan(0, Math.Min(text.Length, 2000)).Contains("WinCC flexible", StringComparison.Ordinal)
        && text.AsSpan(0, Math.Min(text.Length, 2000)).Contains("alarm export", StringComparison.OrdinalIgnoreCase);

    public static List<ListedAlarm> Read(SourceFile file, string text, FindingList findings)
    {
        var alarms = new List<ListedAlarm>();
        var start = FirstRow(text, out var skipped);
        var rows = new CsvRows(text[start..]);
        var cells = new List<CsvCell>();
        while (rows.TryRead(cells))
        {
            var spot = new SourceLocation(file, cells[0].Line + skipped, 1);
            if (cells[0].Text.Length == 0 || cells[0].Text.StartsWith("//", StringComparison.Ordinal))
                continue;
            if (cells[Kind].Text.Equals("A", StringComparison.OrdinalIgnoreCase))
                findings.Warning(spot, "analog alarms of WinCC flexible are left out; write 'alarm' with the limits at the tag");
            else if (cells.Count <= Bit || !cells[Kind].Text.Equals("D", StringComparison.OrdinalIgnoreCase))
                findings.Error(spot, "this line is no alarm of WinCC flexible; export the alarms again");
            else if (Cell.Whole(cells[Bit].Text) is not >= 0)
                findings.Error(
                    spot,
                    $"the trigger bit '{Excerpt.From(cells[Bit].Text)}' is not a whole number from 0 on; correct it in the list"
                );
            else
                alarms.Add(ReadRow(cells, spot));
        }
        return alarms;
    }

    private static ListedAlarm ReadRow(List<CsvCell> cells, SourceLocation spot)
    {
        var texts = new List<LocalText>();
        var fields = "";
        var seen = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase);
        for (var i = FirstText; i < cells.Count; i++)
        {
            if (Localised().Match(cells[i].Text) is not { Success: true } cell)
                continue;
            var locale = cell.Groups["locale"].Value;
            var round = seen[locale] = seen.GetValueOrDefault(locale) + 1;
            if (round == 1 && cell.Groups["text"].Value is { Length: > 0 } text)
                texts.Add(new LocalText(locale, text));
            else if (round == 2 && fields.Length == 0 && cell.Groups["text"].Value.Contains("<ref", StringComparison.OrdinalIgnoreCase))
                fields = cell.Groups["text"].Value;
        }
        return new ListedAlarm(spot)
        {
            Id = cells[Number].Text,
            Class = cells[Class].Text,
            Trigger = cells[Trigger].Text,
            Bit = Cell.Whole(cells[Bit].Text),
            Texts = texts,
            FieldInfo = fields,
            Acknowledge = BitOf(AcknowledgeTag, AcknowledgeBit),
            Echo = BitOf(EchoTag, EchoBit),
        };

        ListedBit? BitOf(int tag, int bit) =>
            cells.Count > bit && cells[tag].Text is { Length: > 0 } name && !name.StartsWith('<')
                ? new ListedBit(name, Cell.Whole(cells[bit].Text) ?? 0)
                : null;
    }

    private static int FirstRow(string text, out int lines)
    {
        lines = 0;
        var start = 0;
        while (start < text.Length && (text[start] is '/' or '\r' or '\n' or ' ' or '\t' or '#'))
        {
            var end = text.IndexOf('\n', start);
            if (end < 0)
                return text.Length;
            start = end + 1;
            lines++;
        }
        return start;
    }

    [GeneratedRegex("^(?<locale>[A-Za-z]{2,3}-[A-Za-z0-9]{2,8})=(?<text>.*)$", RegexOptions.Singleline)]
    private static partial Regex Localised();
}
