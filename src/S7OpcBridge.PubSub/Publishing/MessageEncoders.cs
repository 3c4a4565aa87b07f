using System.Buffers;
using System.Collections.Immutable;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;
using S7OpcBridge.PubSub.Json;
using S7OpcBridge.PubSub.Uadp;
using S7OpcBridge.PubSub.Values;

namespace S7OpcBridge.PubSub.Publishing;

/// <summary>The encoders of a publisher's form. Used by the publishing loop alone.</summary>
internal sealed class MessageEncoders(PublisherOptions options) : IDisposable
{
    private static readonly ImmutableArray<string> Capabilities = ["DA"];
    private static readonly PublishedLayout None = new("", 0, 0, 0);

    private readonly JsonDataSetMessages _json = new(options.NamespaceUris);
    private readonly JsonDiscovery _jsonDiscovery = new(options.NamespaceUris);
    private readonly UadpDataSetMessages _uadp = new();
    private readonly UadpDiscovery _uadpDiscovery = new(options.NamespaceUris);
    private readonly ValueMessages _values = new(options.NamespaceUris);
    private readonly Dictionary<ushort, UadpLayout> _layouts = [];

    private bool IsUadp => options.Format == PublishFormat.Uadp;

    /// <summary>Takes over other writers: those of a group decide on its layout in UADP.</summary>
    public void Follow(IReadOnlyList<DataSetWriter> writers)
    {
        _layouts.Clear();
        foreach (var group in writers.GroupBy(static writer => writer.Set.WriterGroupId))
            _layouts[group.Key] = UadpLayouts.Of([.. group.Select(static writer => writer.Set)], options.Fields);
    }

    /// <summary>How the messages of a dataset are laid out.</summary>
    public PublishedLayout LayoutOf(PublishedDataSet set)
    {
        if (options.Format == PublishFormat.Json)
            return new PublishedLayout(
                JsonDataSetMessages.LayoutUri,
                JsonDataSetMessages.NetworkMessageMask,
                JsonDataSetMessages.DataSetMessageMask,
                JsonDataSetMessages.FieldMask(options.Fields)
            );
        return _layouts.TryGetValue(set.WriterGroupId, out var layout)
            ? new PublishedLayout(
                UadpLayouts.Uri(layout),
                UadpLayouts.NetworkMessageMask(layout),
                UadpLayouts.DataSetMessageMask(layout),
                UadpLayouts.FieldMask(layout, options.Fields)
            )
            : None;
    }

    /// <summary>Encodes a dataset message.</summary>
    public void DataSet(IBufferWriter<byte> output, PublishedDataSet set, in Frame frame, ReadOnlySpan<FieldSample> samples)
    {
        if (IsUadp)
            _uadp.Write(output, set, frame, samples, options.Fields, _layouts[set.WriterGroupId]);
        else
            _json.Write(output, set, frame, samples, options.Fields);
    }

    /// <summary>Encodes a message of one value.</summary>
    public void Value(IBufferWriter<byte> output, in FieldSample sample, long now) => _values.Write(output, sample, options.Value, now);

    /// <summary>Encodes the state of the publisher.</summary>
    public void Status(IBufferWriter<byte> output, PublisherState state)
    {
        if (IsUadp)
            _uadpDiscovery.WriteStatus(output, options.PublisherId, state);
        else
            _jsonDiscovery.WriteStatus(output, Guid.NewGuid(), options.PublisherId, state);
    }

    /// <summary>Encodes what a writer publishes.</summary>
    public void MetaData(IBufferWriter<byte> output, long now, PublishedDataSet set)
    {
        if (IsUadp)
            _uadpDiscovery.WriteMetaData(output, set);
        else
            _jsonDiscovery.WriteMetaData(output, HeadAt(now), set);
    }

    /// <summary>Encodes groups and writers.</summary>
    public void Connection(IBufferWriter<byte> output, long now, PublishedConnection connection)
    {
        if (IsUadp)
            _uadpDiscovery.WriteConnection(output, connection);
        else
            _jsonDiscovery.WriteConnection(output, HeadAt(now), connection);
    }

    /// <summary>Encodes who the server is.</summary>
    public void Application(IBufferWriter<byte> output, long now, PublishedServer server)
    {
        var description = new ApplicationDescription
        {
            ApplicationUri = server.ApplicationUri,
            ProductUri = server.ProductUri,
            ApplicationName = new LocalizedText(server.Name),
            ApplicationType = ApplicationType.Server,
            DiscoveryUrls = [.. server.Urls],
        };
        if (IsUadp)
            _uadpDiscovery.WriteApplication(output, options.PublisherId, description, Capabilities);
        else
            _jsonDiscovery.WriteApplication(output, HeadAt(now), options.PublisherId, description, Capabilities);
    }

    /// <summary>Encodes where the server can be reached.</summary>
    public void Endpoints(IBufferWriter<byte> output, long now, PublishedServer server)
    {
        if (IsUadp)
            _uadpDiscovery.WriteEndpoints(output, options.PublisherId, [.. server.Endpoints()]);
        else
            _jsonDiscovery.WriteEndpoints(output, HeadAt(now), options.PublisherId, server.Endpoints());
    }

    public void Dispose()
    {
        _json.Dispose();
        _jsonDiscovery.Dispose();
        _uadp.Dispose();
        _uadpDiscovery.Dispose();
        _values.Dispose();
    }

    private static MessageHead HeadAt(long now) => new(Guid.NewGuid(), now);
}
