namespace S7OpcBridge.OpcUa.Channel.Client;

/// <summary>Encodes requests and decodes responses: type id, then the fields (OPC 10000-6, 6.7.3).</summary>
internal static class ClientMessage
{
    /// <summary>The bytes of a request.</summary>
    public static byte[] Encode(IUaStructure message)
    {
        using var buffer = MessageBuffer.Rent(ClientConnection.BufferSize, 0, 0);
        var writer = new UaWriter(buffer);
        writer.WriteNodeId(message.BinaryEncodingId);
        message.Encode(ref writer);
        writer.Flush();
        return buffer.ToArray();
    }

    /// <summary>The response in these bytes.</summary>
    /// <exception cref="UaException">A ServiceFault, with its status; BadUnknownResponse: another message.</exception>
    public static T Decode<T>(ReadOnlySpan<byte> body)
        where T : IUaStructure<T>
    {
        var reader = new UaReader(body, EncodingLimits.Default);
        var type = reader.ReadNodeId();
        if (type == ServiceFault.EncodingId && ServiceFault.Decode(ref reader).ResponseHeader.ServiceResult is var fault)
            throw new UaException(fault, $"it answered {StatusCodes.NameOf(fault)}");
        var response = T.Decode(ref reader);
        return type == response.BinaryEncodingId
            ? response
            : throw new UaException(StatusCodes.BadUnknownResponse, $"it answered with {type}");
    }
}
