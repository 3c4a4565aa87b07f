using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Map;
using S7OpcBridge.Map.AlarmLists;
using S7OpcBridge.Map.Findings;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Messages;

/// <summary>A row of a list of messages, before all numbers of the list are known.</summary>
/// <param name="Spot">Where it stands.</param>
/// <param name="Number">Its number as written.</param>
/// <param name="Signal">The signal of its block as written; empty: none.</param>
/// <param name="Class">Name of its class; empty: none.</param>
/// <param name="Texts">Its texts by language.</param>
internal sealed record MessageRow(SourceLocation Spot, string Number, string Signal, string Class, IReadOnlyList<LocalText> Texts)
{
    /// <summary>The row; null for an empty one, and where it is no message of a CPU, which is reported.</summary>
    public static MessageRow? Read(MessageColumns columns, SourceLocation spot, string[] cells, ImportDraft draft)
    {
        var number = Cell.At(cells, columns.Number);
        if (Cell.At(cells, columns.Tag) is { Length: > 0 } tag)
        {
            draft.Skip(spot, $"message {number}", $"WinCC raises it itself by the tag '{Excerpt.From(tag)}', and no CPU sends it");
            return null;
        }
        var texts = new List<LocalText>();
        var signs = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        foreach (var (locale, column) in columns.Texts)
        {
            var text = MessageText.Read(Cell.At(cells, column), out var changed);
            if (text.Length == 0 || !signs.Add(locale))
                continue;
            if (text.Length > ImportLimits.Text)
                (text, changed) = (text[..ImportLimits.Text], $"its text is longer than {ImportLimits.Text:N0} characters and was cut");
            if (changed is not null)
                draft.Change(spot, $"message {number}", changed);
            texts.Add(new LocalText(locale, text));
        }
        if (number.Length == 0 && texts.Count == 0)
            return null;
        if (texts.Count > 0)
            return new MessageRow(spot, number, Cell.At(cells, columns.Signal), Cell.At(cells, columns.Class), texts);
        draft.LeaveOut(spot, $"message {number}", "it has no text");
        return null;
    }

    /// <summary>The row under the name that the bridge gives to the alarm; null where the number is none, which is reported.</summary>
    public CpuAlarmRow? Name(bool isHexadecimal, ImportDraft draft)
    {
        var slash = Number.IndexOf('/', StringComparison.Ordinal);
        var sign = slash < 0 ? Signal : Number[(slash + 1)..];
        if (!MessageNumbers.TryRead(slash < 0 ? Number : Number[..slash], isHexadecimal, out var number, out var isLong))
            draft.LeaveOut(
                Spot,
                $"message {Excerpt.From(Number)}",
                isLong
                    ? "its number is longer than those of an S7-300 or S7-400; an S7-1500 sends its texts itself"
                    : "its number is no whole number above 0, decimal or as 16#60000123"
            );
        else if (sign.Length > 0 && Cell.Whole(sign) is not (>= 0 and <= 8))
            draft.LeaveOut(Spot, $"message {Excerpt.From(Number)}", $"its signal '{Excerpt.From(sign)}' is not 1 to 8");
        else
            return new CpuAlarmRow(Spot, new S7AlarmNumber(number, Cell.Whole(sign) ?? 0).ToString(), Texts, Class, Severity: 0);
        return null;
    }
}
