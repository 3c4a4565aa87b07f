namespace S7OpcBridge.OpcUa.Messages;

/// <summary>The RequestHeader (OPC 10000-4, 7.32) where it lies: every request begins with it.</summary>
internal readonly ref struct RequestHead
{
    /// <summary>The session's secret.</summary>
    public NodeIdView AuthenticationToken { get; private init; }

    /// <summary>OPC UA ticks; 0: not given.</summary>
    public long Timestamp { get; private init; }

    /// <summary>To be echoed.</summary>
    public uint Handle { get; private init; }

    /// <summary>Milliseconds until the client gives up; 0: never.</summary>
    public uint TimeoutHint { get; private init; }

    /// <summary>Reads the header; the reader then stands before the request's own fields.</summary>
    public static RequestHead Read(ref UaReader reader)
    {
        var head = new RequestHead
        {
            AuthenticationToken = reader.ReadNodeIdView(),
            Timestamp = reader.ReadDateTime(),
            Handle = reader.ReadUInt32(),
            TimeoutHint = ReadRest(ref reader),
        };
        return head;
    }

    private static uint ReadRest(ref UaReader reader)
    {
        reader.ReadUInt32(); // returnDiagnostics: we give none, which is allowed
        reader.ReadStringBytes(out _); // auditEntryId
        var timeout = reader.ReadUInt32();
        reader.ReadNodeIdView(); // additionalHeader: nothing in it concerns us
        if (reader.ReadByte() != 0)
            reader.ReadByteStringSpan(out _);
        return timeout;
    }
}
