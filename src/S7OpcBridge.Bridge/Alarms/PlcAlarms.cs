using S7OpcBridge.Bridge.Events;
using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge.Alarms;

/// <summary>The alarms of PLCs as a whole: no connection, STOP, all reads refused, a block with another layout.</summary>
internal static class PlcAlarms
{
    private static readonly ConditionRules Rules = new() { AckRequired = false, Class = ConditionClasses.System };

    /// <summary>The condition of a PLC, <c>Line1/_Status/_Alarm</c>.</summary>
    public static ConditionDefinition DefineFor(PlcDefinition plc) =>
        new(
            new NodeId(TagNamespace.Index, $"{plc.Name}/_Status/_Alarm"),
            new NodeId(TagNamespace.Index, $"{plc.Name}/_Status"),
            ConditionKind.SystemOffNormal,
            plc.Name,
            Rules
        )
        {
            SourceName = plc.Name,
            Notifier = new NodeId(TagNamespace.Index, plc.Name),
            Input = new NodeId(TagNamespace.Index, $"{plc.Name}/_Status/Connected"),
            Message = new ConditionText(new LocalizedText($"{plc.Name} is not in order.", "en")),
            Severity = EventSeverity.Failure,
        };

    /// <summary>What is wrong with a PLC as half an event: severity and sentence; null: nothing.</summary>
    public static (ushort Severity, string Message)? TroubleOf(PlcDefinition plc, PlcHealthState health, PlcStatus status) =>
        health switch
        {
            PlcHealthState.Away => (EventSeverity.Failure, $"{plc.Name} is not connected. {status.LastError}"),
            PlcHealthState.RefusesAll => (EventSeverity.Failure, status.LastError),
            PlcHealthState.InStop => (EventSeverity.Trouble, $"The CPU of {plc.Name} is in STOP."),
            _ when status.ChangedLayouts > 0 => (
                EventSeverity.Trouble,
                $"{plc.Name} has {status.ChangedLayouts} data {(status.ChangedLayouts == 1 ? "block" : "blocks")} with another layout. {status.LastError}"
            ),
            _ => null,
        };

    /// <summary>What is active, with a sentence about it.</summary>
    public static ConditionUpdate StateOf(PlcDefinition plc, (ushort Severity, string Message)? trouble) =>
        new(
            trouble is null ? ConditionStates.Inactive : ConditionStates.Active,
            trouble?.Severity ?? EventSeverity.Failure,
            new ConditionText(new LocalizedText(trouble?.Message ?? $"{plc.Name} is connected and answers normally.", "en")),
            Time: 0,
            StatusCodes.Good
        );
}
