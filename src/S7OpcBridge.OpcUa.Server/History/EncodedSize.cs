using System.Runtime.CompilerServices;
using System.Text;

namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>How many bytes a value takes, in an answer and in memory.</summary>
internal static class EncodedSize
{
    private const int Measuring = 4096;

    /// <summary>Bytes of a DataValue with all its fields, at least as many as it takes.</summary>
    public static int Measure(in DataValue value)
    {
        const int mask = 1,
            status = 4,
            times = 16;
        return mask + status + times + Measure(value.Value);
    }

    /// <summary>Bytes of a Variant.</summary>
    public static int Measure(in Variant value)
    {
        if (value.IsArray)
            return Encode(value);
        return 1
            + value.Type switch
            {
                BuiltInType.Null => 0,
                BuiltInType.Boolean or BuiltInType.SByte or BuiltInType.Byte => 1,
                BuiltInType.Int16 or BuiltInType.UInt16 => 2,
                BuiltInType.Int32 or BuiltInType.UInt32 or BuiltInType.Float or BuiltInType.StatusCode => 4,
                BuiltInType.Int64 or BuiltInType.UInt64 or BuiltInType.Double or BuiltInType.DateTime => 8,
                BuiltInType.Guid => 16,
                BuiltInType.String => 4 + (value.Reference is string text ? Encoding.UTF8.GetByteCount(text) : 0),
                BuiltInType.ByteString => 4 + (value.Reference is byte[] bytes ? bytes.Length : 0),
                _ => Encode(value),
            };
    }

    /// <summary>Bytes of values that are kept in memory.</summary>
    public static long InMemory(ReadOnlySpan<DataValue> values)
    {
        const int objectHead = 24;
        var bytes = (long)values.Length * Unsafe.SizeOf<DataValue>();
        foreach (ref readonly var value in values)
            bytes += value.Value.Reference is null ? 0 : objectHead + 2L * Measure(value.Value);
        return bytes;
    }

    private static int Encode(in Variant value)
    {
        using var buffer = MessageBuffer.Rent(Measuring, 0, 0);
        var writer = new UaWriter(buffer);
        writer.WriteVariant(value);
        writer.Flush();
        return buffer.Length;
    }
}
