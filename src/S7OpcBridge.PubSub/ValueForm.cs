namespace S7OpcBridge.PubSub;

/// <summary>What a message of one value contains (<see cref="PublishFormat.Value"/>).</summary>
public enum ValueForm
{
    /// <summary><c>{"timestamp_ms":1733904005123,"value":42.5,"quality":"Good"}</c>.</summary>
    WithQuality,

    /// <summary><c>{"timestamp_ms":1733904005123,"value":42.5}</c>, which consumers take that allow no further fields. A Bad value is <c>null</c>.</summary>
    WithTime,

    /// <summary><c>42.5</c>: JSON without an object around it. A Bad value is <c>null</c>.</summary>
    Bare,
}
