namespace S7OpcBridge.OpcUa.Binary;

/// <summary>How built-in types of fixed size are encoded (OPC 10000-6, 5.2.2).</summary>
internal static class ScalarEncoding
{
    /// <summary>The last of the types from Null on that are stored as they are, from the low bytes of a variant's bits.</summary>
    public const int LastNumber = (int)BuiltInType.Double;

    /// <summary>Bytes of a value by its built-in type, up to StatusCode; 0: it has no fixed size, or no value.</summary>
    public static ReadOnlySpan<byte> Sizes => [0, 1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 0, 8, 0, 0, 0, 0, 0, 4];
}
