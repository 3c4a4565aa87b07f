namespace S7OpcBridge.OpcUa;

/// <summary>An event under way to those who listen: what is told of it, with what the stack adds (OPC 10000-5, 6.4.2).</summary>
internal sealed class RaisedEvent(UaEvent what, long now)
{
    private readonly byte[] _id = Guid.NewGuid().ToByteArray();

    /// <summary>The event as it was raised.</summary>
    public UaEvent What => what;

    /// <summary>A field by its path; null where the event has no such field.</summary>
    public Variant FieldOf(string path)
    {
        switch (path)
        {
            case "EventId":
                return Variant.OfByteString(_id);
            case "EventType":
                return Variant.Of((NodeId)what.Type);
            case "SourceNode":
                return Variant.Of(what.Source);
            case "SourceName":
                return Variant.Of(what.SourceName);
            case "Time":
                return Variant.OfDateTime(what.Time == 0 ? now : what.Time);
            case "ReceiveTime":
                return Variant.OfDateTime(now);
            case "Message":
                return Variant.Of(new LocalizedText(what.Message, "en"));
            case "Severity":
                return Variant.Of(what.Severity);
            default:
                foreach (var (name, value) in what.Fields)
                {
                    if (name == path)
                        return value;
                }

                return default;
        }
    }
}
