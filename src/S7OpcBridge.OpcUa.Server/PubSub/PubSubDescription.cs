using System.Collections.Immutable;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>What the application publishes by PubSub (OPC 10000-14), as the object PublishSubscribe shows it. Read-only for clients.</summary>
/// <param name="Connections">Each with a name that no other has.</param>
public sealed record PubSubDescription(ImmutableArray<PubSubConnectionDescription> Connections)
{
    /// <summary>Nothing is published.</summary>
    public static PubSubDescription Empty { get; } = new([]);
}

/// <summary>A connection to an MQTT broker (PubSubConnectionType, OPC 10000-14, 9.1.5.2).</summary>
/// <param name="Name">Without a slash.</param>
/// <param name="PublisherId">Identifies the publisher in its messages.</param>
/// <param name="Url">Address of the broker, <c>mqtt://host:port</c> or <c>mqtts://host:port</c>, without a password.</param>
public sealed record PubSubConnectionDescription(string Name, string PublisherId, string Url)
{
    /// <summary>True for the UADP mapping, false for JSON.</summary>
    public bool IsUadp { get; init; }

    /// <summary>The present state, asked for by each read from any thread.</summary>
    public required Func<PubSubState> State { get; init; }

    /// <summary>The groups, each with a name that no other group of the connection has.</summary>
    public ImmutableArray<WriterGroupDescription> Groups { get; init; } = [];
}

/// <summary>A group of writers that publish at the same interval (WriterGroupType, OPC 10000-14, 9.1.6.3).</summary>
/// <param name="Name">Without a slash.</param>
/// <param name="Id">Not 0, unique in the connection.</param>
/// <param name="PublishingInterval">The interval.</param>
public sealed record WriterGroupDescription(string Name, ushort Id, TimeSpan PublishingInterval)
{
    /// <summary>After how long without a message a keep-alive message is sent; zero: never.</summary>
    public TimeSpan KeepAliveTime { get; init; }

    /// <summary>URI of the header layout (OPC 10000-14, Annex A).</summary>
    public string HeaderLayout { get; init; } = "";

    /// <summary>JsonNetworkMessageContentMask or UadpNetworkMessageContentMask.</summary>
    public uint NetworkMessageContentMask { get; init; }

    /// <summary>The topic of all writers; empty where each has its own.</summary>
    public string QueueName { get; init; } = "";

    /// <summary>QoS of MQTT: 0, 1 or 2.</summary>
    public int Qos { get; init; }

    /// <summary>The writers, each with a name that no other writer of the group has.</summary>
    public ImmutableArray<DataSetWriterDescription> Writers { get; init; } = [];
}

/// <summary>A writer with its data set (DataSetWriterType, OPC 10000-14, 9.1.7.2).</summary>
/// <param name="Name">Without a slash.</param>
/// <param name="Id">Not 0, unique in the connection.</param>
/// <param name="DataSet">What it publishes.</param>
public sealed record DataSetWriterDescription(string Name, ushort Id, PublishedDataSetDescription DataSet)
{
    /// <summary>DataSetFieldContentMask.</summary>
    public uint FieldContentMask { get; init; }

    /// <summary>JsonDataSetMessageContentMask or UadpDataSetMessageContentMask.</summary>
    public uint DataSetMessageContentMask { get; init; }

    /// <summary>Every how many messages all fields are sent; 1: always.</summary>
    public uint KeyFrameCount { get; init; } = 1;

    /// <summary>Its topic; empty: that of the group.</summary>
    public string QueueName { get; init; } = "";

    /// <summary>The topic of its metadata.</summary>
    public string MetaDataQueueName { get; init; } = "";
}

/// <summary>Variables that are published together (PublishedDataItemsType, OPC 10000-14, 9.1.4.3).</summary>
/// <param name="Name">Unique among the data sets of all connections.</param>
/// <param name="MajorVersion">Seconds since 2000-01-01 UTC (VersionTime): when the fields last changed in a way that old readers cannot follow.</param>
/// <param name="MinorVersion">When the fields last changed.</param>
/// <param name="Fields">The fields, in the order of the messages.</param>
public sealed record PublishedDataSetDescription(
    string Name,
    uint MajorVersion,
    uint MinorVersion,
    ImmutableArray<PublishedFieldDescription> Fields
);

/// <summary>A field of a data set (FieldMetaData, OPC 10000-14, 6.2.3.2.4).</summary>
/// <param name="Name">Unique in the data set.</param>
/// <param name="Id">The same as long as the variable is.</param>
/// <param name="Variable">Node id of the variable.</param>
/// <param name="Type">Built-in type, which is also the data type.</param>
/// <param name="ValueRank">-1: a scalar, 1: an array.</param>
/// <param name="MaxStringLength">In bytes; 0: not limited.</param>
/// <param name="Interval">How often it is sampled.</param>
/// <param name="Description">For people; null: none.</param>
public sealed record PublishedFieldDescription(
    string Name,
    Guid Id,
    NodeId Variable,
    BuiltInType Type,
    int ValueRank,
    uint MaxStringLength,
    TimeSpan Interval,
    string? Description = null
);
