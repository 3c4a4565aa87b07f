namespace S7OpcBridge.OpcUa;

/// <summary>A view of the RequestHeader (OPC 10000-4, 7.32), with which every request begins. It refers to the request's bytes and allocates nothing.</summary>
public readonly ref struct RequestHead
{
    /// <summary>The session's authentication token; null where there is no session.</summary>
    public NodeIdView AuthenticationToken { get; private init; }

    /// <summary>OPC UA ticks; 0: not given.</summary>
    public long Timestamp { get; private init; }

    /// <summary>The client's number of the request; the response repeats it.</summary>
    public uint Handle { get; private init; }

    /// <summary>Milliseconds until the client gives up; 0: never.</summary>
    public uint TimeoutHint { get; private init; }

    /// <summary>Reads the header; the request's own fields follow.</summary>
    /// <exception cref="UaException">BadDecodingError, BadEncodingLimitsExceeded.</exception>
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
        reader.ReadUInt32(); // returnDiagnostics: none are given, which the standard allows
        reader.ReadStringBytes(out _); // auditEntryId
        var timeout = reader.ReadUInt32();
        reader.ReadNodeIdView(); // additionalHeader: not used
        if (reader.ReadByte() != 0)
            reader.ReadByteStringSpan(out _);
        return timeout;
    }
}
