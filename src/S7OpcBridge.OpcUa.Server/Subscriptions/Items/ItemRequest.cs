namespace S7OpcBridge.OpcUa.Server.Subscriptions.Items;

/// <summary>
/// A MonitoredItemCreateRequest (OPC 10000-4, 7.21 and 5.13.2.2) read in place, without an object for each of the thousands that a call may have.
/// </summary>
internal readonly ref struct ItemRequest
{
    /// <summary>The fewest bytes that one takes.</summary>
    public const int MinSize = 40;

    private ItemRequest(ref UaReader reader)
    {
        Node = reader.ReadNodeIdView();
        Attribute = reader.ReadUInt32();
        Range = reader.ReadStringBytes(out _);
        EncodingNamespace = reader.ReadUInt16();
        Encoding = reader.ReadStringBytes(out _);
        Mode = (MonitoringMode)reader.ReadInt32();
        Parameters = RequestedParameters.Read(ref reader);
    }

    public NodeIdView Node { get; }

    /// <summary>The attribute, not checked.</summary>
    public uint Attribute { get; }

    /// <summary>The part of the value; empty: all.</summary>
    public ReadOnlySpan<byte> Range { get; }

    /// <summary>Namespace of the data encoding.</summary>
    public ushort EncodingNamespace { get; }

    /// <summary>Name of the data encoding; empty: none is named.</summary>
    public ReadOnlySpan<byte> Encoding { get; }

    /// <summary>The mode, not checked.</summary>
    public MonitoringMode Mode { get; }

    /// <summary>The parameters that ModifyMonitoredItems can change.</summary>
    public RequestedParameters Parameters { get; }

    public static ItemRequest Read(ref UaReader reader) => new(ref reader);
}

/// <summary>MonitoringParameters (OPC 10000-4, 7.21), as requested.</summary>
internal readonly struct RequestedParameters
{
    /// <summary>The fewest bytes that a MonitoredItemModifyRequest takes: an id and these.</summary>
    public const int MinModifySize = 24;

    private RequestedParameters(ref UaReader reader)
    {
        ClientHandle = reader.ReadUInt32();
        SamplingInterval = reader.ReadDouble();
        Filter = RequestedFilter.Read(ref reader);
        QueueSize = reader.ReadUInt32();
        DiscardOldest = reader.ReadBoolean();
    }

    /// <summary>The client's handle for the item.</summary>
    public uint ClientHandle { get; }

    /// <summary>Milliseconds; negative or no number: the publishing interval.</summary>
    public double SamplingInterval { get; }

    /// <summary>The filter for data changes or events.</summary>
    public RequestedFilter Filter { get; }

    public uint QueueSize { get; }

    /// <summary>A full queue drops its oldest value, not the newest.</summary>
    public bool DiscardOldest { get; }

    /// <summary>Reads them.</summary>
    public static RequestedParameters Read(ref UaReader reader) => new(ref reader);
}
