using S7OpcBridge.OpcUa;

namespace S7OpcBridge.PubSub.Datasets;

/// <summary>A field's value at the time of a message.</summary>
/// <param name="Field">Index in the dataset's fields.</param>
/// <param name="Value">The value; ignored where the status is Bad.</param>
/// <param name="SourceTime">OPC UA ticks; 0: not known.</param>
internal readonly record struct FieldSample(int Field, Variant Value, StatusCode Status, long SourceTime);
