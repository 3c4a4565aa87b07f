using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Map.AlarmLists;

namespace S7OpcBridge.Import.Finishing;

/// <summary>Gives the texts of messages to the PLC that sends them. A list names none, so that it is the only one that can.</summary>
internal static class MessageOwner
{
    /// <summary>The plant with the texts at their PLC, or beside all where no source has one.</summary>
    public static ImportedPlant Give(ImportedPlant plant, ImportDraft draft)
    {
        var rows = Join(draft);
        if (rows.Count == 0)
            return plant;
        var owner = plant.Plcs.Count == 0 ? null : OwnerOf(plant, rows, draft);
        if (owner is null && plant.Plcs.Count > 0)
            return plant;
        foreach (var row in rows)
            draft.Report.CountMessage(row.Spot);
        return owner is null
            ? plant with
            {
                Messages = rows,
            }
            : new ImportedPlant([.. plant.Plcs.Select(plc => plc == owner ? plc with { Messages = rows } : plc)]);
    }

    private static PlantPlc? OwnerOf(ImportedPlant plant, List<CpuAlarmRow> rows, ImportDraft draft)
    {
        List<PlantPlc> able = [.. plant.Plcs.Where(static plc => MaySend(plc.Facts))];
        // Of several, a CPU that is known to be of these families stands before one of which nothing is known.
        if (able.Count > 1 && able.FindAll(static plc => plc.Facts.Profile is "s7-300" or "s7-400") is { Count: 1 } sure)
            able = sure;
        if (able.Count == 1)
            return able[0];
        draft.LeaveOut(
            rows[0].Spot,
            "messages",
            able.Count == 0
                ? "no PLC of the sources is an S7-300 or S7-400; an S7-1500 sends the texts of its messages itself"
                : "the sources have several PLCs, and the list does not tell which of them sends its messages; name it with --plc",
            rows.Count
        );
        return null;
    }

    private static bool MaySend(ImportedPlc plc) =>
        !plc.IsPlus && plc.Profile is not ("s7-1200" or "s7-1500" or "logo" or "s7-200" or "s7-200smart");

    // Lists of one language each, and the same message in several lists, are one message.
    private static List<CpuAlarmRow> Join(ImportDraft draft)
    {
        var joined = new List<CpuAlarmRow>();
        var places = new Dictionary<string, int>(StringComparer.Ordinal);
        foreach (var row in draft.Messages.Rows)
        {
            if (places.TryAdd(row.Name, joined.Count))
            {
                joined.Add(row);
                continue;
            }
            var known = joined[places[row.Name]];
            var texts = new List<LocalText>(known.Texts);
            foreach (var text in row.Texts)
            {
                var same = texts.FindIndex(other => other.Locale.Equals(text.Locale, StringComparison.OrdinalIgnoreCase));
                if (same < 0)
                    texts.Add(text);
                else if (texts[same].Text != text.Text)
                    draft.LeaveOut(
                        row.Spot,
                        $"message {row.Name}",
                        $"an earlier row has another text for it{(text.Locale.Length > 0 ? $" in {text.Locale}" : "")}, which is taken"
                    );
            }
            joined[places[row.Name]] = known with { Texts = texts, Class = known.Class.Length > 0 ? known.Class : row.Class };
        }
        return joined;
    }
}
