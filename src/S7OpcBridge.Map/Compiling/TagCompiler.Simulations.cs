using S7OpcBridge.Core;
using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Compiling;

/// <summary>What soft PLCs do with a tag.</summary>
internal sealed partial class TagCompiler
{
    private void AddSimulation(RawTag draft, S7DataType type, bool isMember)
    {
        if (draft.Simulate is not { } wish)
            return;
        var typeSpot = draft.TypeSpot.IsNone ? draft.Spot : draft.TypeSpot;
        if (wish.Alarm is not null && (type.ValueKind != S7ValueKind.Boolean || type.IsArray))
            findings.Error(typeSpot, $"an alarm of a simulated PLC follows a Bool, not {type}; move 'alarm' to the tag of a Bool");
        else if (wish.Alarm is { } alarm && WhyNoAlarm(draft, alarm) is { } fault)
            findings.Error(draft.NameSpot.IsNone ? draft.Spot : draft.NameSpot, fault);
        if (wish.Kind == TagSimulation.Hold || type.ValueKind is not (S7ValueKind.Text or S7ValueKind.DateTime))
            Simulations.Add(Tags.Count, wish);
        else if (!isMember)
            findings.Error(
                typeSpot,
                $"'simulate: {wish.Kind}' is only possible for numbers and Bools, not for "
                    + $"{type}; write 'simulate: hold', or remove it: texts and points in time are simulated by default"
            );
    }

    // Why a soft PLC could not raise an alarm with the tag; null: it can.
    private string? WhyNoAlarm(RawTag draft, string alarm)
    {
        if (draft.IsSymbol)
            return SymbolText.TrySplit(draft.Address!, out var levels, out _) && levels.Count < 2
                ? $"an alarm of a simulated PLC belongs to a data block, and {draft.Address} is a PLC tag; move 'alarm' to a Bool of a data block"
                : null;
        if (plc.Plus.IsWanted)
            return "an alarm of a simulated PLC with 'protocol: s7plus' follows a symbol, and this tag has an address; write 'symbol' in its place, or "
                + "move 'alarm' to a Bool with a symbol";
        return S7AlarmNumber.TryParse(alarm, out _)
            ? null
            : $"'{Excerpt.From(alarm)}' is no message number, and without 'protocol: s7plus' a simulated PLC has alarms by number only; write one, such as "
                + "'alarm: 60000123', or 'alarm: 187/3' for signal 3 of an ALARM_8, and its text in the table of 'alarms: { texts: … }'";
    }
}
