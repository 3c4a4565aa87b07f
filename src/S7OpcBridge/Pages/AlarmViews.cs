using S7OpcBridge.Alarms;
using S7OpcBridge.Bridge;
using S7OpcBridge.OpcUa.Server.Conditions;
using S7OpcBridge.Web;

namespace S7OpcBridge.Pages;

/// <summary>Gives pages and metrics what they read of the alarms.</summary>
internal static class AlarmViews
{
    public static AlarmReadings Create(BridgeAlarms alarms) =>
        new()
        {
            List = search => List(alarms, search),
            Counts = () =>
                [
                    .. alarms
                        .Counts()
                        .Select(static each => new AlarmClassCounts(
                            each.Class,
                            each.Total,
                            each.Active,
                            each.Unacknowledged,
                            each.Unconfirmed,
                            each.Shelved,
                            each.Disabled
                        )),
                ],
        };

    private static AlarmList List(BridgeAlarms alarms, AlarmSearch search)
    {
        var found = alarms.List(alarm => (search.Plc.Length == 0 || alarm.Plc == search.Plc) && Fits(alarm, search.State), int.MaxValue);
        var figures = alarms.Conditions.Figures;
        return new AlarmList(
            figures.Total,
            figures.Active,
            figures.Unacknowledged,
            figures.Shelved,
            [
                .. found
                    .OrderByDescending(static alarm => alarm.Record.LastChange())
                    .Take(AlarmList.Most)
                    .Select(alarm =>
                        AlarmRows.From(alarm, search.Locale.Length == 0 ? null : search.Locale) with
                        {
                            Event = alarms.LastEventOf(alarm.Id) is { } last ? Convert.ToHexStringLower(last) : null,
                            Acts = ActsOf(alarm),
                        }
                    ),
            ]
        );
    }

    private static List<AlarmAct> ActsOf(AlarmView alarm)
    {
        var (record, acts) = (alarm.Record, new List<AlarmAct>());
        if (!record.IsEnabled)
            return acts;
        if (!record.IsAcked)
            acts.Add(AlarmAct.Acknowledge);
        if (!record.IsConfirmed)
            acts.Add(AlarmAct.Confirm);
        if (record.EventNumber > 0)
            acts.Add(AlarmAct.Comment);
        if (alarm.CanShelve)
            acts.Add(record.Shelving == ShelvingMode.Unshelved ? AlarmAct.Shelve : AlarmAct.Unshelve);
        return acts;
    }

    private static bool Fits(AlarmView alarm, string state) =>
        state switch
        {
            "active" => alarm.Record.IsEnabled && alarm.Record.States != ConditionStates.Inactive,
            "unacknowledged" => !alarm.Record.IsAcked,
            "all" => true,
            _ => alarm.IsRetained,
        };
}
