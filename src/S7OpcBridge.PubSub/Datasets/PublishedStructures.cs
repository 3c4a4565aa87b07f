namespace S7OpcBridge.PubSub.Datasets;

/// <summary>Node ids of structures in discovery messages (namespace 0), of the data type and of its binary encoding.</summary>
internal static class PublishedStructures
{
    public const uint Range = 884;
    public const uint EngineeringUnit = 887;
    public const uint EnumValue = 7594;
    public const uint JsonGroupMessage = 15657;
    public const uint JsonWriterMessage = 15664;
    public const uint UadpGroupMessageBinary = 15715;
    public const uint UadpWriterMessageBinary = 15717;
    public const uint BrokerGroupTransport = 15667;
    public const uint BrokerGroupTransportBinary = 15727;
    public const uint BrokerWriterTransport = 15669;
    public const uint BrokerWriterTransportBinary = 15729;
}
