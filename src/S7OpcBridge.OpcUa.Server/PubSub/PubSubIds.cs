namespace S7OpcBridge.OpcUa.Server.PubSub;

/// <summary>Numeric ids of the standard's NodeIds.csv, namespace 0.</summary>
internal static class PubSubIds
{
    public const uint PublishSubscribe = 14443,
        PublishedDataSets = 17371,
        State = 17406,
        SupportedTransportProfiles = 17481;

    // Reference types.
    public const uint HasWriterGroup = 18804,
        HasDataSetWriter = 15296,
        DataSetToWriter = 14936;

    // Types of objects.
    public const uint ConnectionType = 14209,
        WriterGroupType = 17725,
        DataSetWriterType = 15298,
        PublishedDataItemsType = 14534,
        NetworkAddressUrlType = 21147,
        BrokerConnectionTransportType = 15155,
        BrokerWriterGroupTransportType = 21136,
        BrokerDataSetWriterTransportType = 21138,
        JsonWriterGroupMessageType = 21126,
        JsonDataSetWriterMessageType = 21128,
        UadpWriterGroupMessageType = 21105,
        UadpDataSetWriterMessageType = 21111;
}
