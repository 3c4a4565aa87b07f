using System.Collections.Immutable;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.PubSub;

/// <summary>How a publisher publishes.</summary>
public sealed record PublisherOptions
{
    /// <summary>The broker.</summary>
    public required BrokerOptions Broker { get; init; }

    /// <summary>What is kept while it is away.</summary>
    public BufferOptions Buffer { get; init; } = new();

    /// <summary>The form of the messages.</summary>
    public PublishFormat Format { get; init; }

    /// <summary>The form of the fields; without meaning for <see cref="PublishFormat.Uadp"/>.</summary>
    public FieldForm Fields { get; init; } = FieldForm.ValuesAndStatus;

    /// <summary>The form of the messages of <see cref="PublishFormat.Value"/>.</summary>
    public ValueForm Value { get; init; }

    /// <summary>The namespaces of the server; index 0 is that of OPC UA.</summary>
    public ImmutableArray<string> NamespaceUris { get; init; } = [];

    /// <summary>Identifies the publisher at the broker; nobody else there has the same.</summary>
    public required string PublisherId { get; init; }

    /// <summary>First levels of the topics of metadata, connection and status.</summary>
    public string TopicPrefix { get; init; } = "opcua";

    /// <summary>True: the broker keeps the last value of each topic; of datasets the last key frame.</summary>
    public bool Retain { get; init; }

    /// <summary>Who it is to hosts of <see cref="PublishFormat.Sparkplug"/>; null: another format.</summary>
    public SparkplugOptions? Sparkplug { get; init; }

    /// <summary>Topics that the publisher before this one kept at the broker: those that this one does not have are cleared.</summary>
    public IReadOnlyCollection<string> FormerTopics { get; init; } = [];

    /// <summary>Quality of service of data, 0 to 2.</summary>
    public int Qos { get; init; } = 1;

    /// <summary>A writer that has sent nothing for so long sends a keep-alive; at least two of its intervals.</summary>
    public TimeSpan KeepAlive { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// True for the number of a PLC whose tags this node of a cluster publishes; null: all. Called often, on the publishing loop. A writer then has tags of one
    /// PLC only.
    /// </summary>
    public Func<int, bool>? OwnsPlc { get; init; }

    /// <summary>Writes a tag by a command; null: there are no commands.</summary>
    public CommandHandler? Execute { get; init; }

    /// <summary>The OPC UA server whose values are published, for those who look for it; null: it is not told.</summary>
    public PublishedServer? Server { get; init; }
}

/// <summary>The OPC UA server whose values are published.</summary>
/// <param name="ApplicationUri">Its URI.</param>
/// <param name="ProductUri">URI of the product.</param>
/// <param name="Name">Its name.</param>
/// <param name="Urls">The URLs for clients.</param>
/// <param name="Endpoints">Returns its endpoints, with its present certificate.</param>
public sealed record PublishedServer(
    string ApplicationUri,
    string ProductUri,
    string Name,
    IReadOnlyList<string> Urls,
    Func<IReadOnlyList<EndpointDescription>> Endpoints
);
