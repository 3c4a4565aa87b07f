using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Simulation;

/// <summary>The alarms of a soft PLC that the map asks for: each follows the bit of a tag, numbered within its data block.</summary>
internal static class SimulatedAlarms
{
    private const int English = 1033;

    /// <summary>The alarms of a PLC with <c>protocol: s7plus</c>.</summary>
    public static IReadOnlyList<SoftAlarm> Of(BridgeMap map, PlcDefinition plc)
    {
        if (!plc.IsS7Plus || map.Simulations.Count == 0)
            return [];
        var alarms = new List<SoftAlarm>();
        var numbers = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase);
        foreach (var tag in map.Tags.TagsOf(plc.Index))
        {
            if (
                map.Simulations.GetValueOrDefault(tag.Id)?.Alarm is not { } text
                || tag.Symbol is not { } symbol
                || !SymbolText.TrySplit(symbol, out var levels, out _)
                || levels.Count < 2
            )
                continue;
            var number = numbers[levels[0]] = numbers.GetValueOrDefault(levels[0]) + 1;
            alarms.Add(new SoftAlarm(levels[0], number, [new SoftAlarmText(English, text, $"Simulated: {tag.Name}")]) { Trigger = symbol });
        }
        return alarms;
    }

    /// <summary>True where a running soft PLC need not be another one.</summary>
    public static bool AreSame(IReadOnlyList<SoftAlarm> alarms, IReadOnlyList<SoftAlarm> others) =>
        alarms
            .Select(static alarm => (alarm.Name, alarm.Trigger, alarm.Texts[0]))
            .SequenceEqual(others.Select(static alarm => (alarm.Name, alarm.Trigger, alarm.Texts[0])));
}
