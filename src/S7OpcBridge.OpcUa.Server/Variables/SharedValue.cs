namespace S7OpcBridge.OpcUa.Server.Variables;

/// <summary>
/// A value that does not fit into eight bytes. Made when the variable is written, then shared by the table and the queues of all monitored items. Immutable, so
/// that its encoded bytes can be kept and copied into every message.
/// </summary>
internal sealed class SharedValue(in Variant value)
{
    private readonly Variant _value = value;
    private byte[]? _encoded;

    public ref readonly Variant Value => ref _value;

    /// <summary>
    /// The Variant's encoding with the type byte; empty: the value cannot be encoded. Made at the first use; two threads may both make it, which is harmless.
    /// </summary>
    public byte[] Encoded => _encoded ??= Encode();

    /// <summary>True for a value that eight bytes cannot hold.</summary>
    public static bool Holds(in Variant value) =>
        value.IsArray || value.Type >= BuiltInType.String && value.Type is not (BuiltInType.DateTime or BuiltInType.StatusCode);

    private byte[] Encode()
    {
        using var buffer = MessageBuffer.Rent(4096, 0, 0);
        var writer = new UaWriter(buffer);
        try
        {
            writer.WriteVariant(_value);
        }
        catch (UaException)
        {
            return []; // reported per item as BadEncodingError; the session goes on
        }

        writer.Flush();
        return buffer.ToArray();
    }
}
