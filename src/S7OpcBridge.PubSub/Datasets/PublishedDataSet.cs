using System.Collections.Immutable;

namespace S7OpcBridge.PubSub.Datasets;

/// <summary>What one DataSetWriter publishes (OPC 10000-14, 6.2.3 and 6.2.4).</summary>
internal sealed record PublishedDataSet
{
    /// <summary>Name of the DataSetWriter, unique in its group.</summary>
    public required string Name { get; init; }

    /// <summary>Name of the WriterGroup.</summary>
    public required string WriterGroup { get; init; }

    /// <summary>Number of the WriterGroup, not 0, unique for the publisher. UADP only.</summary>
    public ushort WriterGroupId { get; init; } = 1;

    /// <summary>
    /// Place of the writer in its group, from 1: each writer has a network message of its own, and in the fixed layout only this number tells which. UADP only.
    /// </summary>
    public ushort NetworkMessageNumber { get; init; } = 1;

    /// <summary>The latest of the minor versions of all writers of the group (VersionTime); 0: that of this writer. UADP only.</summary>
    public uint GroupVersion { get; init; }

    /// <summary>Number of the DataSetWriter, not 0, unique for the publisher.</summary>
    public required ushort WriterId { get; init; }

    /// <summary>Identifies the publisher at the broker.</summary>
    public required string PublisherId { get; init; }

    /// <summary>Version of the fields.</summary>
    public required ConfigurationVersion Version { get; init; }

    /// <summary>The fields, in the order of the metadata.</summary>
    public required ImmutableArray<PublishedField> Fields { get; init; }

    /// <summary>Name of the dataset, unique for the publisher: writers of two groups may have the same name.</summary>
    public string DataSetName => $"{WriterGroup}.{Name}";

    /// <summary>Topic of its data messages (QueueName); the connection message tells it to subscribers.</summary>
    public string DataTopic { get; init; } = "";

    /// <summary>Topic of its metadata (MetaDataQueueName).</summary>
    public string MetaDataTopic { get; init; } = "";
}
