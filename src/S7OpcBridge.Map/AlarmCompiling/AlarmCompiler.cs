using System.Collections.Immutable;
using S7OpcBridge.Core;
using S7OpcBridge.Map.RawConfig.Alarms;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.AlarmCompiling;

/// <summary>Compiles the alarms of one PLC's tags, after all of its tags are known.</summary>
internal sealed class AlarmCompiler(string plc, AlarmClasses classes, AlarmListFiles lists, FindingList findings)
{
    private static readonly string[] LimitNames = ["highHigh", "high", "low", "lowLow"];

    private readonly List<Pending> _pending = [];

    private readonly record struct Pending(int Tag, RawTagAlarms Alarms, RawWord? GroupClass);

    /// <summary>Notes that a tag has alarms.</summary>
    /// <param name="tag">Its index.</param>
    /// <param name="alarms">What the map says.</param>
    public void Add(int tag, RawTagAlarms alarms, RawWord? groupClass)
    {
        if (alarms.Own is not null || alarms.List is not null)
            _pending.Add(new Pending(tag, alarms, groupClass));
    }

    /// <summary>Puts the alarms into the tags.</summary>
    /// <param name="tags">All tags so far; those of this PLC begin with <paramref name="first"/>.</param>
    /// <param name="first">First tag of this PLC.</param>
    /// <param name="browsed">Folders whose tags only the CPU knows.</param>
    /// <param name="make">Makes a tag for the address of a bit, read like another tag; null after a finding.</param>
    public void Finish(ImmutableArray<Tag>.Builder tags, int first, string[] browsed, Func<S7Address, SourceLocation, Tag, Tag?> make)
    {
        if (_pending.Count == 0)
            return;
        var known = new PlcTags(tags, first, browsed);
        var texts = new AlarmTextCompiler(known, plc, findings);
        var bits = new AlarmBits(known, plc, MakeKnown, findings);
        var listed = new ListedAlarms(plc, classes, texts, bits, findings);
        foreach (var (index, raw, groupClass) in _pending)
        {
            var tag = tags[index];
            var alarms = ImmutableArray.CreateBuilder<TagAlarm>();
            var usual = (raw.Class ?? groupClass) is { } word ? classes.Find(word) : classes.Default;
            if (usual is not null && raw.Own is { } own && OwnAlarm(tag, own, usual, texts, bits) is { } alarm)
                alarms.Add(alarm);
            if (usual is not null && raw.List is { } list && lists.Read(list) is { } rows)
                listed.Add(tag, list, rows, usual, alarms);
            if (alarms.Count > 0)
                tags[index] = tags[index] with
                {
                    Details = (tags[index].Details ?? new TagDetails()) with { Alarms = new TagAlarms(alarms.ToImmutable()) },
                };
        }

        Tag? MakeKnown(S7Address address, SourceLocation spot, Tag near)
        {
            if (make(address, spot, near) is not { } made)
                return null;
            known.Add(made.Id);
            return made;
        }
    }

    private TagAlarm? OwnAlarm(Tag tag, RawAlarm raw, AlarmClass usual, AlarmTextCompiler texts, AlarmBits bits)
    {
        if ((raw.Class is { } word ? classes.Find(word) : usual) is not { } found || !CheckKind(tag, raw) || !CheckLimits(raw))
            return null;
        var text =
            raw.Texts.Count > 0 ? texts.CompileMap(raw.Texts, raw.TextSpot, tag) : AlarmText.Parse(tag.Details?.Description ?? tag.Name);
        var write = raw.Ack.Write is { } to ? bits.Find(to, tag, isWritten: true) : null;
        var echo = raw.Ack.Echo is { } from
            ? raw.Ack.Echo == raw.Ack.Write
                ? write
                : bits.Find(from, tag, isWritten: false)
            : null;
        TagAlarm alarm = raw.HasLimits
            ? new LevelAlarm
            {
                Class = found,
                Text = text,
                HighHigh = raw.Limits[0],
                High = raw.Limits[1],
                Low = raw.Limits[2],
                LowLow = raw.Limits[3],
                Hysteresis = raw.Hysteresis ?? 0,
                Exclusive = raw.Exclusive ?? true,
            }
            : new BitAlarm
            {
                Class = found,
                Text = text,
                When = raw.When ?? true,
            };
        return alarm with
        {
            OwnSeverity = raw.Severity,
            Delay = raw.Delay,
            OffDelay = raw.OffDelay,
            AcknowledgeTag = write,
            EchoTag = echo,
        };
    }

    private bool CheckKind(Tag tag, RawAlarm raw)
    {
        if (raw is { HasLimits: true, When: not null })
            return Refuse(raw.Spot, "'when' is for the state of a bit, and limits are for a number; remove one of them");
        if (tag.Type.Kind == S7TypeKind.None)
            return true;
        if (raw.HasLimits)
            return AlarmKinds.IsNumber(tag)
                || Refuse(raw.Spot, $"limits are only possible for a number, not for {tag.Type}; remove them, or check 'type'");
        if (tag is { Type.Kind: S7TypeKind.Bool, IsArray: false })
            return true;
        return Refuse(
            raw.Spot,
            AlarmKinds.IsNumber(tag)
                    ? $"an alarm of {tag.Type} needs limits; write 'high: 90' or the like, or 'alarms' with a file for its bits"
                : AlarmKinds.HasBits(tag) ? $"{tag.Type} has many bits; write 'alarms' with a file that says what each of them means"
                : $"an alarm is not possible for {tag.Type}; it needs a Bool, or a number with limits"
        );
    }

    private bool CheckLimits(RawAlarm raw)
    {
        if (!raw.HasLimits)
            return true;
        if (!Array.Exists(raw.Limits, limit => limit is not null))
            return Refuse(raw.Spot, "'hysteresis' and 'exclusive' need limits; write highHigh, high, low or lowLow");
        var above = -1;
        for (var i = 0; i < raw.Limits.Length; i++)
        {
            if (raw.Limits[i] is not { } limit)
                continue;
            if (above >= 0 && raw.Limits[above] <= limit)
                return Refuse(
                    raw.LimitSpot,
                    FormattableString.Invariant(
                        $"the limits are in the wrong order: {LimitNames[above]} {raw.Limits[above]} must be above {LimitNames[i]} {limit}; correct them"
                    )
                );
            above = i;
        }
        return raw.Hysteresis is not { } width
            || (raw.Limits[1] ?? raw.Limits[0]) is not { } high
            || (raw.Limits[2] ?? raw.Limits[3]) is not { } low
            || width < high - low
            || Refuse(
                raw.LimitSpot,
                FormattableString.Invariant(
                    $"a hysteresis of {width} is wider than the space between the limits {low} and {high}, so that the alarm would never go; make it smaller"
                )
            );
    }

    private bool Refuse(SourceLocation spot, string message)
    {
        findings.Error(spot, message);
        return false;
    }
}
