namespace S7OpcBridge.OpcUa;

/// <summary>An event filter that has been checked, ready to be asked about events.</summary>
internal sealed class EventPlan(EventTypes types, EventField[] select)
{
    private const int SegmentSize = 4096;

    /// <summary>The selected fields as an EventFieldList without its client handle; null: the client does not want this event.</summary>
    public byte[]? Encode(RaisedEvent happened)
    {
        using var buffer = MessageBuffer.Rent(SegmentSize, 0, 0);
        var writer = new UaWriter(buffer);
        writer.WriteInt32(select.Length);
        foreach (var field in select)
            writer.WriteVariant(field.In(happened, types));
        writer.Flush();
        return buffer.ToArray();
    }
}
