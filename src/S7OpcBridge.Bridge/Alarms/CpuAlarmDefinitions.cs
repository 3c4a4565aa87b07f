using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge.Alarms;

/// <summary>The alarms of CPUs as conditions: ids, classes, texts.</summary>
internal static class CpuAlarmDefinitions
{
    private const ushort UsualSeverity = 500;

    private static readonly ConditionRules[] Rules =
    [
        .. Enum.GetValues<CpuAlarmClass>()
            .SelectMany(kind =>
                new[] { false, true }.Select(needsAck => new ConditionRules { AckRequired = needsAck, Class = ClassOf(kind) })
            ),
    ];

    /// <summary>What their conditions have in common; all of a class share one object.</summary>
    public static ConditionRules RulesOf(CpuAlarmClass kind, bool needsAck) => Rules[2 * (int)kind + (needsAck ? 1 : 0)];

    /// <summary>Text of the node id.</summary>
    public static string IdOf(PlcDefinition plc, string name) => $"{plc.Name}/_Alarms/{name}";

    /// <summary>The condition of an alarm.</summary>
    /// <param name="folder">Path of the folder that shows its block; null: none.</param>
    /// <param name="message">Its present message; null: none.</param>
    public static ConditionDefinition Define(PlcDefinition plc, KnownCpuAlarm alarm, string? folder, ConditionText? message)
    {
        var notifier = new NodeId(TagNamespace.Index, plc.Name);
        var source = folder is null ? notifier : new NodeId(TagNamespace.Index, $"{plc.Name}/{folder}");
        return new ConditionDefinition(
            new NodeId(TagNamespace.Index, alarm.Id),
            source,
            ConditionKind.Alarm,
            alarm.Name,
            RulesOf(alarm.Class, alarm.NeedsAck)
        )
        {
            SourceName = alarm.Source.Length == 0 ? plc.Name : alarm.Source,
            Notifier = notifier,
            Message = message,
        };
    }

    /// <summary>What a CPU says of an alarm.</summary>
    /// <param name="number">Its number as the CPU's tools show it.</param>
    /// <param name="waiting">The acknowledgement of a client that waits for the CPU.</param>
    public static ConditionToldState StateOf(CpuAlarm alarm, ulong number, ConditionRequest? waiting) =>
        new(
            alarm.IsActive,
            alarm.IsAcked,
            SeverityOf(alarm),
            MessageOf(alarm),
            TimeOf(alarm.Time),
            alarm.AckTime is { } acked ? TimeOf(acked) : 0,
            alarm.IsAcked ? waiting?.Caller.User : null,
            alarm.IsAcked ? waiting?.Comment ?? default : default,
            DetailsOf(alarm, number)
        );

    /// <summary>What a CPU says of an alarm beside its message.</summary>
    public static ConditionDetails DetailsOf(CpuAlarm alarm, ulong number) =>
        new()
        {
            AlarmId = number,
            Time = TimeOf(alarm.Time),
            Info = TextOf(alarm, static text => text.Info),
            Additional =
            [
                .. Enumerable
                    .Range(0, Math.Min(alarm.Texts.Max(static text => (int?)text.Additional.Length) ?? 0, ConditionDetails.MostTexts))
                    .Select(i => TextOf(alarm, text => i < text.Additional.Length ? text.Additional[i] : "")),
            ],
            Values = alarm.Values,
        };

    private static ConditionText? TextOf(CpuAlarm alarm, Func<CpuAlarmText, string> select)
    {
        List<LocalizedText>? found = null;
        foreach (var text in alarm.Texts)
        {
            if (select(text) is { Length: > 0 } words)
                (found ??= []).Add(new LocalizedText(words, text.Locale));
        }
        return found is null ? null : new ConditionText(found);
    }

    /// <summary>The severity of an alarm; 500 where it has none.</summary>
    public static ushort SeverityOf(CpuAlarm? alarm) => alarm?.Severity is >= 1 and <= 1000 and var told ? (ushort)told : UsualSeverity;

    /// <summary>The text in all languages; without one the name, and the values where there are some.</summary>
    public static ConditionText MessageOf(CpuAlarm alarm)
    {
        var texts = new List<LocalizedText>(alarm.Texts.Length);
        foreach (var text in alarm.Texts)
        {
            if ((text.Text.Length > 0 ? text.Text : text.Info) is { Length: > 0 } words)
                texts.Add(new LocalizedText(words, text.Locale));
        }
        if (texts.Count == 0)
            texts.Add(
                new LocalizedText(
                    alarm.Values.IsEmpty ? $"Alarm {alarm.Name}" : $"Alarm {alarm.Name} ({string.Join(", ", alarm.Values)})",
                    "en"
                )
            );
        return new ConditionText(texts);
    }

    /// <summary>A class of alarms in words, for people and metrics.</summary>
    public static string WordsOf(CpuAlarmClass kind) =>
        kind switch
        {
            CpuAlarmClass.System => "CPU system",
            CpuAlarmClass.Security => "CPU security",
            CpuAlarmClass.Maintenance => "CPU maintenance",
            _ => "CPU process",
        };

    private static uint ClassOf(CpuAlarmClass kind) =>
        kind switch
        {
            CpuAlarmClass.Process => ConditionClasses.Process,
            CpuAlarmClass.Maintenance => ConditionClasses.Maintenance,
            _ => ConditionClasses.System,
        };

    // A list need not say when.
    private static long TimeOf(DateTimeOffset time) => time == default ? 0 : UaTime.FromTicks(time.UtcTicks);
}
