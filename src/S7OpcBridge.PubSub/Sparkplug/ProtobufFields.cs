namespace S7OpcBridge.PubSub.Sparkplug;

/// <summary>Numbers of the fields of a payload (Sparkplug 3.0, 6.4), and what Protocol Buffers put in front of a field: number × 8 + form.</summary>
internal static class ProtobufFields
{
    public const int Varint = 0,
        EightBytes = 1,
        Length = 2,
        FourBytes = 5;

    // Payload.
    public const int PayloadTime = 1,
        PayloadMetric = 2,
        PayloadSequence = 3;

    // Metric.
    public const int Name = 1,
        Alias = 2,
        Time = 3,
        Type = 4,
        IsHistorical = 5,
        IsNull = 7,
        Properties = 9,
        IntValue = 10,
        LongValue = 11,
        FloatValue = 12,
        DoubleValue = 13,
        BooleanValue = 14,
        StringValue = 15,
        BytesValue = 16;

    // PropertySet and PropertyValue.
    public const int Keys = 1,
        Values = 2,
        PropertyInt = 3;
}
