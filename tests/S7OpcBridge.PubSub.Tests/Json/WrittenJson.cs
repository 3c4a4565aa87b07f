using System.Buffers;
using System.Collections.Immutable;
using System.Text;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Json;

namespace S7OpcBridge.PubSub.Tests.Json;

/// <summary>What the encoder writes, as text.</summary>
internal static class WrittenJson
{
    public static readonly ImmutableArray<string> Namespaces =
    [
        "http://opcfoundation.org/UA/",
        "urn:plant:edge01",
        "urn:plant:line1",
        "urn:a;b%c",
    ];

    public static string Of(Action<UaJsonWriter> write)
    {
        using var writer = new UaJsonWriter(Namespaces);
        var output = new ArrayBufferWriter<byte>();
        writer.Begin(output);
        write(writer);
        writer.End();
        return Encoding.UTF8.GetString(output.WrittenSpan);
    }

    /// <summary>A value whose type the reader knows.</summary>
    public static string Field(Variant value) => Of(writer => writer.WriteField(value));

    /// <summary>A value with its type.</summary>
    public static string Full(Variant value) => Of(writer => writer.WriteVariant(value));

    public static Variant ArrayOf(BuiltInType type, Array elements) => Variant.FromArray(type, elements);
}
