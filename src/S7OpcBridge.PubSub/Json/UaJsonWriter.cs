using System.Buffers;
using System.Buffers.Text;
using System.Collections.Immutable;
using System.Text.Encodings.Web;
using System.Text.Json;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.PubSub.Json;

/// <summary>
/// Writes the VerboseEncoding of OPC 10000-6, 5.4 (1.05). Text is escaped as RFC 8259 requires and no further. Scalars, strings and arrays of them allocate
/// nothing. One writer serves one thread; it is used again for each message. Errors: <see cref="UaException"/> with BadEncodingError for what has no encoding.
/// </summary>
internal sealed partial class UaJsonWriter(ImmutableArray<string> namespaceUris) : IDisposable
{
    private static readonly JsonWriterOptions Options = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        SkipValidation = true,
        MaxDepth = 100,
    };

    // Only for the moment between two messages: Reset gives it the buffer of the next one.
    private static readonly ArrayBufferWriter<byte> Nowhere = new(1);

    /// <summary>Objects, names and numbers, for those who write the messages around the values.</summary>
    public Utf8JsonWriter Json { get; } = new(Nowhere, Options);

    /// <summary>Starts a message at the end of a buffer.</summary>
    public void Begin(IBufferWriter<byte> output) => Json.Reset(output);

    /// <summary>Hands the rest of the message to the buffer and forgets the buffer.</summary>
    public void End()
    {
        Json.Flush();
        Json.Reset(Nowhere);
    }

    /// <inheritdoc/>
    public void Dispose() => Json.Dispose();

    /// <summary>A number; NaN and the infinities are strings (5.4.2.4). The shortest text that reads back as the same Float.</summary>
    public void WriteFloat(float value) => Write(Json, value);

    /// <summary>A number; NaN and the infinities are strings (5.4.2.4).</summary>
    public void WriteDouble(double value) => Write(Json, value);

    /// <inheritdoc cref="WriteFloat"/>
    public static void Write(Utf8JsonWriter json, float value)
    {
        if (float.IsFinite(value))
            json.WriteNumberValue(value);
        else
            json.WriteStringValue(NotFinite(value));
    }

    /// <inheritdoc cref="WriteFloat"/>
    public static void Write(Utf8JsonWriter json, double value)
    {
        if (double.IsFinite(value))
            json.WriteNumberValue(value);
        else
            json.WriteStringValue(NotFinite(value));
    }

    /// <summary>A string of decimal digits, because many readers hold numbers as Double (5.4.2.3).</summary>
    public void WriteInt64(long value)
    {
        Span<byte> digits = stackalloc byte[20];
        Utf8Formatter.TryFormat(value, digits, out var length);
        Json.WriteStringValue(digits[..length]);
    }

    /// <inheritdoc cref="WriteInt64"/>
    public void WriteUInt64(ulong value)
    {
        Span<byte> digits = stackalloc byte[20];
        Utf8Formatter.TryFormat(value, digits, out var length);
        Json.WriteStringValue(digits[..length]);
    }

    /// <summary>A string; null is the literal <c>null</c>. Halves of surrogate pairs become U+FFFD.</summary>
    public void WriteString(string? value) => Json.WriteStringValue(value);

    /// <summary>
    /// ISO 8601 in UTC with as many digits of a second as there are, seven at most (5.4.2.6). What OPC UA's binary time cannot hold are the first and the last
    /// moment that the JSON encoding names.
    /// </summary>
    /// <param name="uaTicks">OPC UA ticks.</param>
    public void WriteDateTime(long uaTicks)
    {
        var ticks = UaTime.ToTicks(uaTicks);
        if (ticks == 0)
            Json.WriteStringValue(JsonNames.FirstTime);
        else if (ticks == DateTime.MaxValue.Ticks)
            Json.WriteStringValue(JsonNames.LastTime);
        else
            Json.WriteStringValue(new DateTime(ticks, DateTimeKind.Utc));
    }

    /// <summary>Base64; null is the literal <c>null</c>.</summary>
    public void WriteByteString(byte[]? value)
    {
        if (value is null)
            Json.WriteNullValue();
        else
            Json.WriteBase64StringValue(value);
    }

    /// <summary>
    /// Code and name (5.4.2.12). Good is an empty object; a name that the standard does not have is left out. Info bits stay in the code, but do not change the
    /// name.
    /// </summary>
    public void WriteStatusCode(StatusCode value)
    {
        Json.WriteStartObject();
        if (value.Value != 0)
        {
            Json.WriteNumber(JsonNames.Code, value.Value);
            var name = StatusCodes.NameOf(value);
            if (char.IsAsciiLetterLower(name[1])) // a number without a name is in hexadecimal capitals
                Json.WriteString(JsonNames.Symbol, name);
        }

        Json.WriteEndObject();
    }

    /// <summary>
    /// A value of an enumeration outside of a variant: name, underscore, number; the number alone as text where it has no name (5.4.4.2). In a variant it is an
    /// Int32.
    /// </summary>
    public void WriteEnumeration(int value, string? name) =>
        Json.WriteStringValue(name is null ? value.ToString(null as IFormatProvider) : $"{name}_{value}");

    private static JsonEncodedText NotFinite(double value) =>
        double.IsNaN(value) ? JsonNames.NaN
        : value > 0 ? JsonNames.Infinity
        : JsonNames.MinusInfinity;
}
