namespace S7OpcBridge.OpcUa;

/// <summary>The built-in types of OPC 10000-6, table 1; the numbers are those in a Variant's encoding byte.</summary>
public enum BuiltInType : byte
{
#pragma warning disable CS1591 // the names are the standard's
    Null = 0,
    Boolean = 1,
    SByte = 2,
    Byte = 3,
    Int16 = 4,
    UInt16 = 5,
    Int32 = 6,
    UInt32 = 7,
    Int64 = 8,
    UInt64 = 9,
    Float = 10,
    Double = 11,
    String = 12,
    DateTime = 13,
    Guid = 14,
    ByteString = 15,
    XmlElement = 16,
    NodeId = 17,
    ExpandedNodeId = 18,
    StatusCode = 19,
    QualifiedName = 20,
    LocalizedText = 21,
    ExtensionObject = 22,
    DataValue = 23,
    Variant = 24,
    DiagnosticInfo = 25,
#pragma warning restore CS1591
}
