using System.Collections.Immutable;
using S7OpcBridge.Core;
using S7OpcBridge.Map.AlarmLists;
using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.RawConfig.Alarms;
using S7OpcBridge.Map.Tables;
using S7OpcBridge.S7;
using S7OpcBridge.Words;

namespace S7OpcBridge.Map.AlarmCompiling;

/// <summary>Makes alarms of the rows of a list that belong to a tag.</summary>
internal sealed class ListedAlarms(string plc, AlarmClasses classes, AlarmTextCompiler texts, AlarmBits bits, FindingList findings)
{
    /// <summary>Adds the alarms of a tag.</summary>
    /// <param name="list">How the map names the list.</param>
    /// <param name="rows">The list.</param>
    /// <param name="usual">The class of alarms that name none.</param>
    /// <param name="into">Receives the alarms.</param>
    public void Add(Tag tag, RawAlarmList list, IReadOnlyList<ListedAlarm> rows, AlarmClass usual, ImmutableArray<TagAlarm>.Builder into)
    {
        var isKnown = tag.Type.Kind != S7TypeKind.None;
        if (isKnown && !AlarmKinds.HasBits(tag) && !AlarmKinds.IsNumber(tag))
        {
            findings.Error(
                list.Spot,
                $"'alarms' is not possible for {tag.Type}; it needs a word or an array of words or bytes, or a number with limits"
            );
            return;
        }
        var own = RowsOf(tag, list, rows);
        var fixedClass = list.Class is { } word ? classes.Find(word) : null;
        var ids = new HashSet<string>();
        foreach (var row in own)
        {
            var found = fixedClass ?? (row.Class.Length == 0 ? usual : classes.Find(new RawWord(row.Class, row.Spot)));
            if (found is null || (list.Class is not null && fixedClass is null))
                continue;
            TagAlarm? alarm = row.Bit is { } bit ? BuildBit(tag, isKnown, row, bit, found) : BuildLimit(tag, isKnown, row, found);
            if (alarm is null)
                continue;
            if (!ids.Add(alarm.Id))
                findings.Error(
                    row.Spot,
                    row.Bit is null
                        ? $"the alarm '{alarm.Id}' of '{tag.Name}' is in the list twice; renumber or remove one of them"
                        : $"bit {alarm.Id} of '{tag.Name}' is in the list twice; remove one of them"
                );
            else
                into.Add(list.Delay > TimeSpan.Zero ? alarm with { Delay = list.Delay } : alarm);
        }
    }

    private List<ListedAlarm> RowsOf(Tag tag, RawAlarmList list, IReadOnlyList<ListedAlarm> rows)
    {
        string[] names = list.Trigger is { } trigger
            ? [PlcTags.Plain(trigger.Text)]
            : [PlcTags.Plain(tag.Name), PlcTags.Plain(tag.Name[(tag.Name.LastIndexOf('/') + 1)..]), PlcTags.Plain(tag.Symbol ?? tag.Name)];
        var own = rows.Where(row => row.Trigger.Length == 0 || IsTrigger(row.Trigger)).ToList();
        if (own.Count > 0 || rows.Count == 0)
            return own;
        var others = rows.Select(row => row.Trigger).Distinct().ToList();
        // A list of one tag needs no name in common.
        if (others.Count == 1 && list.Trigger is null)
            return [.. rows];
        var wanted = list.Trigger?.Text ?? tag.Name;
        findings.Error(
            list.Trigger?.Spot ?? list.Spot,
            $"no alarm in '{list.Path}' has the trigger tag '{wanted}'; "
                + (
                    NearestWord.Find(wanted, others) is { } near
                        ? $"did you mean '{near}'? "
                        : $"it has {string.Join(", ", others.Take(5).Select(Excerpt.From))}; "
                )
                + "write the name there as { file: …, trigger: NAME }"
        );
        return own;

        bool IsTrigger(string name) =>
            names.Contains(PlcTags.Plain(name), StringComparer.OrdinalIgnoreCase)
            || (S7Address.TryParse(name, out var address, out _, out _) && tag.Symbol is null && address == tag.Address);
    }

    private BitAlarm? BuildBit(Tag tag, bool isKnown, ListedAlarm row, int bit, AlarmClass found)
    {
        if (isKnown && !AlarmKinds.HasBits(tag))
            findings.Error(
                row.Spot,
                $"the alarm is triggered by bit {bit}, and '{tag.Name}' is {tag.Type}, which has no single bits; check the list"
            );
        else if (isKnown && bit >= AlarmKinds.BitsOf(tag))
            findings.Error(
                row.Spot,
                $"the trigger bit {bit} is outside of '{tag.Name}', which has {AlarmKinds.BitsOf(tag)} bits; make it an array as long as "
                    + "that of the HMI, or check the list"
            );
        else
            return Common(
                    new BitAlarm
                    {
                        Class = found,
                        Text = TextOf(tag, row),
                        Bit = bit,
                        Id = $"{bit}",
                        When = row.When,
                    },
                    tag,
                    row
                ) as BitAlarm;
        return null;
    }

    private LevelAlarm? BuildLimit(Tag tag, bool isKnown, ListedAlarm row, AlarmClass found)
    {
        if (isKnown && !AlarmKinds.IsNumber(tag))
            findings.Error(row.Spot, $"the alarm has a limit, and '{tag.Name}' is {tag.Type} and no number; check the list");
        else if (Cell.Number(row.Limit) is not { } limit)
            findings.Warning(
                row.Spot,
                $"the alarm is left out: its limit '{Excerpt.From(row.Limit)}' is no number; limits by tags are not supported"
            );
        else
            return Common(
                    new LevelAlarm
                    {
                        Class = found,
                        Text = TextOf(tag, row),
                        Id =
                            row.Id.Length > 0 ? row.Id.Replace('/', '_')
                            : row.Name.Length > 0 ? row.Name.Replace('/', '_')
                            : $"{row.Spot.Line}",
                        High = row.IsAbove ? limit : null,
                        Low = row.IsAbove ? null : limit,
                        Hysteresis = row.IsPercent ? Math.Abs(limit) * row.Hysteresis / 100 : row.Hysteresis,
                    },
                    tag,
                    row
                ) as LevelAlarm;
        return null;
    }

    private AlarmText TextOf(Tag tag, ListedAlarm row)
    {
        if (row.Texts.Count > 0)
            return texts.CompileList(row.Texts, row.FieldInfo, row.Spot);
        return AlarmText.Parse(row.Name.Length > 0 ? row.Name : $"{plc}/{tag.Name}{(row.Bit is { } bit ? $", bit {bit}" : "")}");
    }

    private TagAlarm Common(TagAlarm alarm, Tag tag, ListedAlarm row) =>
        alarm with
        {
            Delay = row.Delay,
            AcknowledgeTag = row.Acknowledge is { } to ? bits.Find(to.Tag, to.Bit, row.Spot, tag, isWritten: true) : null,
            EchoTag = row.Echo is { } from ? bits.Find(from.Tag, from.Bit, row.Spot, tag, isWritten: false) : null,
        };
}
