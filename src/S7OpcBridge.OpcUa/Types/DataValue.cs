namespace S7OpcBridge.OpcUa;

/// <summary>A value with its status and times (OPC 10000-4, 7.11). Times are OPC UA ticks; 0: not there.</summary>
/// <param name="Value">The value; null where the status is Bad.</param>
/// <param name="SourceTime">When the source gave the value this state.</param>
/// <param name="ServerTime">When the server last confirmed the value.</param>
public readonly record struct DataValue(Variant Value, StatusCode Status, long SourceTime, long ServerTime);
