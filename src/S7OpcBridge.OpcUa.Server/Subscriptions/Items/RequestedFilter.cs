using S7OpcBridge.OpcUa.Server.ClientMemory;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Items;

/// <summary>The filter of a request: a DataChangeFilter as fields, because all items of a client may have one; any other as an object.</summary>
internal readonly struct RequestedFilter
{
    private const int ChangeSize = 4 + 4 + 8;

    private RequestedFilter(ref UaReader body)
    {
        IsChange = true;
        Trigger = (DataChangeTrigger)body.ReadInt32();
        DeadbandType = body.ReadUInt32();
        DeadbandValue = body.ReadDouble();
    }

    private RequestedFilter(ExtensionObject? other, long bytes) => (Other, Bytes) = (other, bytes);

    /// <summary>True for a DataChangeFilter (OPC 10000-4, 7.22.2).</summary>
    public bool IsChange { get; }

    /// <summary>The trigger, not checked.</summary>
    public DataChangeTrigger Trigger { get; }

    /// <summary>The kind of the deadband, not checked.</summary>
    public uint DeadbandType { get; }

    /// <summary>The deadband, not checked.</summary>
    public double DeadbandValue { get; }

    /// <summary>A filter of another kind; null: none.</summary>
    public ExtensionObject? Other { get; }

    /// <summary>The memory of <see cref="Other"/> as decoded.</summary>
    public long Bytes { get; }

    public static RequestedFilter Read(ref UaReader reader)
    {
        var start = reader;
        if (
            reader.ReadNodeIdView() is { Namespace: 0, Kind: NodeIdKind.Numeric, Numeric: DataChangeFilter.EncodingId }
            && reader.ReadByte() == 1
            && reader.ReadInt32() == ChangeSize
            && reader.Remaining >= ChangeSize
        )
            return new RequestedFilter(ref reader);
        reader = start;
        var size = DecodedSize.Begin();
        var other = reader.ReadExtensionObject();
        return new RequestedFilter(other, other is null ? 0 : size.Bytes);
    }
}
