using S7OpcBridge.Import.Lists;
using S7OpcBridge.Map.AlarmLists;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Finishing;

/// <summary>
/// Gives alarms to the tags that trigger them: an address becomes a tag where there is none yet, and a name that no source knows is reported.
/// </summary>
internal sealed class AlarmTriggers(ImportDraft draft)
{
    /// <summary>Adds what is missing and can be added.</summary>
    public void Resolve()
    {
        if (draft.Alarms.Count == 0)
            return;
        var tags = draft.Tags.ToList();
        var known = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase);
        for (var i = 0; i < tags.Count; i++)
        {
            known.TryAdd(tags[i].Name.Replace('/', '.'), i);
            known.TryAdd(tags[i].Path[^1], i);
            if (tags[i].Symbol is { } symbol)
                known.TryAdd(symbol.Replace("\"", "", StringComparison.Ordinal), i);
        }
        foreach (var alarms in draft.Alarms.GroupBy(alarm => alarm.Trigger.Trim()))
        {
            var (spot, count) = (alarms.First().Spot, alarms.Count());
            if (known.TryGetValue(alarms.Key.Replace("\"", "", StringComparison.Ordinal), out var at))
                tags[at] = tags[at] with { Alarms = [.. tags[at].Alarms, .. alarms] };
            else if (S7Address.TryParse(alarms.Key, out var address, out var type, out _))
                tags.Add(
                    new ImportedTag
                    {
                        Path = [alarms.Key.TrimStart('%')],
                        Address = address,
                        Type = TypeForWidth(address, type),
                        IsView = true,
                        Alarms = [.. alarms],
                        Spot = spot,
                    }
                );
            else
                draft.LeaveOut(
                    spot,
                    alarms.Key,
                    $"it triggers {count:N0} {(count == 1 ? "alarm" : "alarms")}, and no source tells where it lies; import the "
                        + "list of HMI tags, or the tag table or block, as well"
                );
        }
        draft.Replace(tags);
    }

    /// <summary>The alarms that are possible for a tag; the others are reported.</summary>
    public static IReadOnlyList<ListedAlarm> Fitting(ImportedTag row, ImportDraft draft)
    {
        var fitting = new List<ListedAlarm>();
        var bits = new HashSet<int>();
        foreach (var alarm in row.Alarms)
        {
            if (ReasonAgainst(alarm, row) is { } reason)
                draft.LeaveOut(alarm.Spot, $"alarm {alarm.Id}".TrimEnd(), reason);
            else if (alarm.Bit is { } bit && !bits.Add(bit))
                draft.LeaveOut(alarm.Spot, $"alarm {alarm.Id}".TrimEnd(), $"another alarm has bit {bit} of '{row.Name}' already");
            else
                fitting.Add(alarm);
        }
        if (fitting.Exists(alarm => alarm.Acknowledge is not null || alarm.Echo is not null))
            draft.Change(
                row.Spot,
                row.Name,
                "the bits that acknowledge its alarms are left out, because the map would write them; add 'ack' where it is " + "needed"
            );
        return fitting;
    }

    private static string? ReasonAgainst(ListedAlarm alarm, ImportedTag row)
    {
        if (row.Type.Kind == S7TypeKind.None)
            return null;
        if (alarm.Bit is not { } bit)
            return row.Type.IsArray || row.Type.ValueKind is not (>= S7ValueKind.SByte and <= S7ValueKind.Double or S7ValueKind.Duration)
                    ? $"it has a limit, and '{row.Name}' is {row.Type} and no number"
                : Cell.Number(alarm.Limit) is null ? "its limit is no number"
                : null;
        if (row.Details.Scale is not null || row.Type.ValueKind is not (>= S7ValueKind.Boolean and <= S7ValueKind.UInt64))
            return $"it is triggered by bit {bit}, and '{row.Name}' is {row.Type} {(row.Details.Scale is null ? "" : "with a scale ")}and has no single bits";
        var bits = Math.Max(1, row.Type.ArrayLength) * (row.Type.Kind == S7TypeKind.Bool ? 1 : row.Type.ElementSize * 8);
        return bit < bits ? null : $"it is triggered by bit {bit}, and '{row.Name}' has {bits} bits";
    }

    private static S7DataType TypeForWidth(in S7Address address, S7DataType type) =>
        type.Kind != S7TypeKind.None
            ? type
            : new S7DataType(
                address.Width switch
                {
                    1 => S7TypeKind.Bool,
                    8 => S7TypeKind.Byte,
                    16 => S7TypeKind.Word,
                    _ => S7TypeKind.DWord,
                }
            );
}
