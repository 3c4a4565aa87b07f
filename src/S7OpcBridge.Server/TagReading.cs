using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Server;

/// <summary>A tag as clients see it, at one moment.</summary>
/// <param name="Value">The value; of kind None where there is none.</param>
/// <param name="Status">Its status.</param>
/// <param name="ChangedTicks">UTC ticks of the source timestamp: when the value came to be; 0: never.</param>
/// <param name="ConfirmedTicks">UTC ticks of the server timestamp: when the PLC last confirmed it, or was last tried; 0: never.</param>
public readonly record struct TagReading(TagValue Value, StatusCode Status, long ChangedTicks, long ConfirmedTicks);
