using System.Collections.Immutable;

namespace S7OpcBridge.PubSub.Datasets;

/// <summary>What a publisher tells of itself (PubSubConnectionDataType, OPC 10000-14, 6.2.7.5.1): subscribers find topics and layouts by it.</summary>
internal sealed record PublishedConnection
{
    /// <summary>Name of the connection.</summary>
    public required string Name { get; init; }

    /// <summary>Identifies the publisher at the broker.</summary>
    public required string PublisherId { get; init; }

    /// <summary>Its WriterGroups.</summary>
    public required ImmutableArray<PublishedGroup> Groups { get; init; }
}

/// <summary>Writers that publish in one rhythm (WriterGroupDataType, OPC 10000-14, 6.2.6.7.1).</summary>
internal sealed record PublishedGroup
{
    /// <summary>Its name, unique for the publisher.</summary>
    public required string Name { get; init; }

    /// <summary>Its number, not 0, unique for the publisher.</summary>
    public required ushort Id { get; init; }

    /// <summary>Time between two messages of a writer, or the least time where changes are sent as they come.</summary>
    public required TimeSpan PublishingInterval { get; init; }

    /// <summary>After so long without a message a keep-alive is sent.</summary>
    public required TimeSpan KeepAlive { get; init; }

    /// <summary>Quality of service in MQTT: 0, 1, 2.</summary>
    public required int Qos { get; init; }

    /// <summary>Each message of this count is a key frame; 1: all are.</summary>
    public required uint KeyFrameCount { get; init; }

    /// <summary>How fields are written.</summary>
    public required FieldForm Form { get; init; }

    /// <summary>Its writers.</summary>
    public required ImmutableArray<PublishedDataSet> Writers { get; init; }

    /// <summary>Number of its delivery guarantee (BrokerTransportQualityOfService, 6.4.2.2.1): BestEffort, AtLeastOnce or ExactlyOnce.</summary>
    public int DeliveryGuarantee =>
        Qos switch
        {
            0 => 1,
            1 => 2,
            _ => 4,
        };
}
