namespace S7OpcBridge.OpcUa;

/// <summary>
/// A structure in a value (OPC 10000-6, 5.2.2.15). <see cref="Body"/> is a decoded structure (<c>IUaStructure</c>), a byte array (the
/// encoded body of an unknown type), a string (XML), or null.
/// </summary>
/// <param name="TypeId">Node id of the encoding, not of the data type.</param>
/// <param name="Body">The content.</param>
public sealed record ExtensionObject(NodeId TypeId, object? Body);
