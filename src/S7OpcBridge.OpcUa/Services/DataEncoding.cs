namespace S7OpcBridge.OpcUa;

/// <summary>The encoding that a client may name for a structure's value (OPC 10000-4, 5.11.2). There is only binary here.</summary>
internal static class DataEncoding
{
    /// <summary>Good, BadDataEncodingInvalid or BadDataEncodingUnsupported.</summary>
    public static StatusCode Check(ushort namespaceIndex, ReadOnlySpan<byte> name, in Variant value)
    {
        if (namespaceIndex != 0 || value.Type != BuiltInType.ExtensionObject)
            return StatusCodes.BadDataEncodingInvalid;
        if (name.SequenceEqual("Default Binary"u8))
            return StatusCodes.Good;
        return name.SequenceEqual("Default XML"u8) || name.SequenceEqual("Default JSON"u8)
            ? StatusCodes.BadDataEncodingUnsupported
            : StatusCodes.BadDataEncodingInvalid;
    }
}
