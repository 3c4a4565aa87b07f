namespace S7OpcBridge.OpcUa;

/// <summary>A structure of the standard that can be written, alone or as the body of an <see cref="ExtensionObject"/>.</summary>
public interface IUaStructure
{
    /// <summary>Numeric id in namespace 0 of the structure's Default Binary encoding.</summary>
    uint BinaryEncodingId { get; }

    /// <summary>Writes the fields in order, without a header (OPC 10000-6, 5.2.6).</summary>
    void Encode(ref UaWriter writer);
}

/// <summary>A structure that can also be read.</summary>
/// <typeparam name="TSelf">The structure.</typeparam>
public interface IUaStructure<TSelf> : IUaStructure
    where TSelf : IUaStructure<TSelf>
{
    /// <summary>The fewest bytes that an encoded structure takes. The length of an array is checked against it before the array is allocated.</summary>
    static abstract int MinEncodedSize { get; }

    /// <summary>Reads the fields in order.</summary>
    /// <exception cref="UaException">BadDecodingError or BadEncodingLimitsExceeded.</exception>
    static abstract TSelf Decode(ref UaReader reader);
}
