namespace S7OpcBridge.PubSub;

/// <summary>A DataSetWriter as it publishes now.</summary>
/// <param name="Group">Name of its WriterGroup.</param>
/// <param name="GroupId">Number of the group.</param>
/// <param name="Name">Its name.</param>
/// <param name="Id">Its number.</param>
/// <param name="Topic">Topic of its data.</param>
/// <param name="MetaDataTopic">Topic of its metadata.</param>
/// <param name="MajorVersion">VersionTime of the last change that old readers cannot follow.</param>
/// <param name="MinorVersion">VersionTime of the last change of its fields.</param>
/// <param name="Rate">When it publishes.</param>
/// <param name="KeepAlive">After so long without a message a keep-alive is sent.</param>
/// <param name="Layout">How its messages are laid out.</param>
/// <param name="Tags">Its fields.</param>
public sealed record PublishedWriter(
    string Group,
    ushort GroupId,
    string Name,
    ushort Id,
    string Topic,
    string MetaDataTopic,
    uint MajorVersion,
    uint MinorVersion,
    PublishRate Rate,
    TimeSpan KeepAlive,
    PublishedLayout Layout,
    IReadOnlyList<PublishedTag> Tags
);

/// <summary>How the messages of a publisher are laid out (OPC 10000-14, A).</summary>
/// <param name="Uri">HeaderLayoutUri.</param>
/// <param name="NetworkMessageMask">JsonNetworkMessageContentMask or UadpNetworkMessageContentMask.</param>
/// <param name="DataSetMessageMask">JsonDataSetMessageContentMask or UadpDataSetMessageContentMask.</param>
/// <param name="FieldMask">DataSetFieldContentMask.</param>
public sealed record PublishedLayout(string Uri, uint NetworkMessageMask, uint DataSetMessageMask, uint FieldMask);

/// <summary>The datasets of a publisher are others now.</summary>
/// <param name="Writers">All that there are.</param>
public sealed record DataSetsChanged(IReadOnlyList<PublishedWriter> Writers) : BrokerEvent;
