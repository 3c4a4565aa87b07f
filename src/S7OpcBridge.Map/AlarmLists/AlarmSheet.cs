using S7OpcBridge.Core;
using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.Tables;

namespace S7OpcBridge.Map.AlarmLists;

/// <summary>Reads the rows of one table of alarms.</summary>
internal static class AlarmSheet
{
    /// <summary>The alarms of a table whose first row has the headings; null where they are not those of a list of alarms.</summary>
    public static List<ListedAlarm>? Read(IEnumerable<(SourceLocation Spot, string[] Cells)> lines, FindingList findings)
    {
        AlarmColumns? columns = null;
        var alarms = new List<ListedAlarm>();
        foreach (var (spot, cells) in lines)
        {
            if (columns is null)
            {
                columns = new AlarmColumns(cells);
                if (!columns.IsList)
                    return null;
            }
            else if (ReadRow(columns, spot, cells, findings) is { } alarm)
            {
                alarms.Add(alarm);
            }
        }
        return columns is null ? null : alarms;
    }

    private static ListedAlarm? ReadRow(AlarmColumns columns, SourceLocation spot, string[] cells, FindingList findings)
    {
        var (bit, limit) = (At(columns.Bit), At(columns.Limit));
        if (bit.Length == 0 && limit.Length == 0)
            return null;
        var number = bit.Length == 0 ? null : Cell.Whole(bit);
        if (bit.Length > 0 && number is null or < 0)
        {
            findings.Error(spot, $"the trigger bit '{Excerpt.From(bit)}' is not a whole number from 0 on; correct it in the list");
            return null;
        }
        var mode = At(columns.Bit >= 0 ? columns.Mode : columns.LimitMode);
        return new ListedAlarm(spot)
        {
            Id = At(columns.Id),
            Name = At(columns.Name),
            Texts = [.. columns.Texts.Select(text => new LocalText(text.Locale, At(text.Column))).Where(text => text.Text.Length > 0)],
            FieldInfo = At(columns.FieldInfo),
            Class = At(columns.Class),
            Trigger = At(columns.Trigger),
            Bit = number,
            When = number is null || !Is(mode, "falling", "fallend"),
            Acknowledge = BitOf(columns.AcknowledgeTag, columns.AcknowledgeBit),
            Echo = BitOf(columns.EchoTag, columns.EchoBit),
            Limit = number is null ? limit : "",
            IsAbove = !Is(mode, "low", "fall", "below", "less", "unter", "<"),
            Delay = DelayOf(),
            Hysteresis = Is(At(columns.HysteresisMode), "off", "aus", "keine") ? 0 : Math.Max(0, Cell.Number(At(columns.Hysteresis)) ?? 0),
            IsPercent = Cell.IsYes(At(columns.HysteresisInPercent)),
        };

        string At(int column) => Cell.At(cells, column);

        ListedBit? BitOf(int tag, int at) => At(tag) is { Length: > 0 } name ? new ListedBit(name, Cell.Whole(At(at)) ?? 0) : null;

        TimeSpan DelayOf() =>
            At(columns.Delay) is not { Length: > 0 } text || Cell.Number(text) is 0
                ? TimeSpan.Zero
                : Cell.Time(Cell.Number(text) is null ? text : text + At(columns.DelayUnit)) ?? TimeSpan.Zero;
    }

    private static bool Is(string text, params ReadOnlySpan<string> words)
    {
        foreach (var word in words)
        {
            if (text.Contains(word, StringComparison.OrdinalIgnoreCase))
                return true;
        }
        return false;
    }
}
