using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge.Alarms;

/// <summary>Makes the definitions of conditions; parts that are equal are kept once.</summary>
internal sealed class SharedDefinitions
{
    private readonly Dictionary<AlarmClass, ConditionRules> _rules = [];
    private readonly Dictionary<AlarmText, ConditionText> _texts = [];

    /// <summary>The condition of an alarm: an object below the tag, <c>Line1/Motor/Overload/_Alarm</c>, or <c>…/_Alarm/3</c>.</summary>
    public ConditionDefinition DefineFor(TagMap map, Tag tag, TagAlarm alarm)
    {
        var (plc, source) = (map.Plcs[tag.Plc], map.NodeIdOf(tag));
        var name = tag.Name[(tag.Name.LastIndexOf('/') + 1)..];
        var level = alarm as LevelAlarm;
        return new ConditionDefinition(
            new NodeId(TagNamespace.Index, alarm.Id.Length == 0 ? $"{source}/_Alarm" : $"{source}/_Alarm/{alarm.Id}"),
            new NodeId(TagNamespace.Index, source),
            level is null ? ConditionKind.OffNormal
                : level.Exclusive ? ConditionKind.ExclusiveLevel
                : ConditionKind.NonExclusiveLevel,
            alarm.Id.Length == 0 ? name : $"{name} {alarm.Id}",
            RulesOf(alarm.Class)
        )
        {
            Notifier = new NodeId(TagNamespace.Index, plc.Name),
            Limits = level is null ? null : new ConditionLimits(level.HighHigh, level.High, level.Low, level.LowLow),
            Message = alarm.Text.Fields.IsEmpty ? TextOf(alarm.Text) : null,
            Severity = (ushort)alarm.Severity,
        };
    }

    private ConditionRules RulesOf(AlarmClass of)
    {
        if (!_rules.TryGetValue(of, out var rules))
            _rules[of] = rules = new ConditionRules { AckRequired = of.Acknowledge, ConfirmRequired = of.Confirm };
        return rules;
    }

    private ConditionText TextOf(AlarmText of)
    {
        if (!_texts.TryGetValue(of, out var text))
            _texts[of] = text = AlarmMessage.Plain(of);
        return text;
    }
}
