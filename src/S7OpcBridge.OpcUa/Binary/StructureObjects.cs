namespace S7OpcBridge.OpcUa;

/// <summary>Structures as values.</summary>
public static class StructureObjects
{
    extension(ExtensionObject)
    {
        /// <summary>A structure of the standard as a value.</summary>
        public static ExtensionObject Of(IUaStructure structure) => new(structure.BinaryEncodingId, structure);
    }
}
