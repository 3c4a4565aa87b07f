using S7OpcBridge.Web.Answers;

namespace S7OpcBridge.Web.Alarms;

/// <summary>Reads which alarms a page asks for.</summary>
internal static class AlarmQuery
{
    /// <summary>Reads <c>state</c> (empty: of interest now; <c>active</c>, <c>unacknowledged</c>, <c>all</c>), <c>plc</c> and <c>locale</c>.</summary>
    /// <exception cref="PageQueryException">There is no such state.</exception>
    public static AlarmList Answer(BridgeView view, PageQuery query)
    {
        var search = new AlarmSearch(query.Text("state"), query.Text("plc"), query.Text("locale"));
        if (search.State is not ("" or "active" or "unacknowledged" or "all"))
            throw new PageQueryException("'state' is active, unacknowledged or all.");
        return view.Alarms?.List(search) ?? new AlarmList(0, 0, 0, 0, []);
    }
}
