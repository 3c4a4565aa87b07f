using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge;

/// <summary>An alarm as it is now, for people.</summary>
/// <param name="Id">Text of its node id in namespace 2: <c>Line1/Motor/Overload/_Alarm</c>.</param>
/// <param name="Plc">Name of its PLC.</param>
/// <param name="Source">Path of its tag below the PLC; empty: the PLC itself.</param>
/// <param name="Class">Name of its class; empty: that of PLCs.</param>
/// <param name="Message">Its text.</param>
/// <param name="IsRetained">True while somebody has to know of it: it is active, or waits for an acknowledgement.</param>
/// <param name="Quality">The quality of its value.</param>
/// <param name="Record">Its state.</param>
public sealed record AlarmView(
    string Id,
    string Plc,
    string Source,
    string Class,
    ConditionText? Message,
    bool IsRetained,
    StatusCode Quality,
    ConditionRecord Record
)
{
    /// <summary>True: users may shelve it.</summary>
    public bool CanShelve { get; init; } = true;
}

/// <summary>Counts of the alarms of one class.</summary>
/// <param name="Class">Name of the class; empty: that of PLCs.</param>
/// <param name="Total">All.</param>
/// <param name="Active">Active ones.</param>
/// <param name="Unacknowledged">Those that wait for an acknowledgement.</param>
/// <param name="Unconfirmed">Those that wait for a confirmation.</param>
/// <param name="Shelved">Shelved ones.</param>
/// <param name="Disabled">Disabled ones.</param>
public readonly record struct AlarmCounts(
    string Class,
    int Total,
    int Active,
    int Unacknowledged,
    int Unconfirmed,
    int Shelved,
    int Disabled
);
