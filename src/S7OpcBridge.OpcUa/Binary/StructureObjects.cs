namespace S7OpcBridge.OpcUa;

/// <summary>Wraps structures of the standard as <see cref="ExtensionObject"/>.</summary>
public static class StructureObjects
{
    extension(ExtensionObject)
    {
        /// <summary>An object whose body is the structure; its type id is that of the structure's Default Binary encoding.</summary>
        public static ExtensionObject From(IUaStructure structure) => new(structure.BinaryEncodingId, structure);
    }
}
