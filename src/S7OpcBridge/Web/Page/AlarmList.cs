using S7OpcBridge.Alarms;
using S7OpcBridge.Bridge;
using S7OpcBridge.Web.View;

namespace S7OpcBridge.Web.Page;

/// <summary>The alarms, those whose state changed last first.</summary>
/// <param name="Total">All alarms that the map defines.</param>
/// <param name="Active">Active ones.</param>
/// <param name="Unacknowledged">Those that wait for an acknowledgement.</param>
/// <param name="Shelved">Shelved ones.</param>
/// <param name="Rows">The alarms asked for, at most <see cref="Most"/>.</param>
internal sealed record AlarmList(int Total, int Active, int Unacknowledged, int Shelved, IReadOnlyList<AlarmRow> Rows)
{
    /// <summary>Rows of one answer at most.</summary>
    public const int Most = 500;

    /// <summary>Reads <c>state</c> (empty: of interest now; <c>active</c>, <c>unacknowledged</c>, <c>all</c>), <c>plc</c> and <c>locale</c>.</summary>
    /// <exception cref="PageQueryException">There is no such state.</exception>
    public static AlarmList Of(BridgeView view, PageQuery query)
    {
        if (view.Alarms is not { } alarms)
            return new AlarmList(0, 0, 0, 0, []);
        var (state, plc, locale) = (query.Text("state"), query.Text("plc"), query.Text("locale"));
        if (state is not ("" or "active" or "unacknowledged" or "all"))
            throw new PageQueryException("'state' is active, unacknowledged or all.");
        var found = alarms.List(alarm => (plc.Length == 0 || alarm.Plc == plc) && Fits(alarm, state), int.MaxValue);
        var figures = alarms.Conditions.Figures;
        return new AlarmList(
            figures.Total,
            figures.Active,
            figures.Unacknowledged,
            figures.Shelved,
            [
                .. found
                    .OrderByDescending(static alarm => alarm.Record.LastChange())
                    .Take(Most)
                    .Select(alarm => AlarmRow.Of(alarm, locale.Length == 0 ? null : locale)),
            ]
        );
    }

    private static bool Fits(AlarmView alarm, string state) =>
        state switch
        {
            "active" => alarm.Record.IsEnabled && alarm.Record.States != OpcUa.Server.Conditions.ConditionStates.Inactive,
            "unacknowledged" => !alarm.Record.IsAcked,
            "all" => true,
            _ => alarm.IsRetained,
        };
}
