using S7OpcBridge.Web;

namespace S7OpcBridge.Alarms;

/// <summary>Some alarms that are others than before, those included that are over.</summary>
/// <param name="Alarms">The alarms that changed.</param>
internal sealed record AlarmUpdate(IReadOnlyList<AlarmRow> Alarms);
