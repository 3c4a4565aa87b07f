namespace S7OpcBridge.PubSub;

/// <summary>The form in which values are published.</summary>
public enum PublishFormat
{
    /// <summary>OPC UA PubSub, JSON by the layout JSON-DataSetMessage (OPC 10000-14, A.3).</summary>
    Json,

    /// <summary>OPC UA PubSub, binary by the layout UADP-Periodic-Fixed (OPC 10000-14, A.2).</summary>
    Uadp,

    /// <summary>A message of its own for each value, to a topic of its tag.</summary>
    Value,

    /// <summary>Sparkplug B 3.0: births with names, then changes by alias, in protobuf.</summary>
    Sparkplug,
}
