using System.Buffers;
using System.Collections.Immutable;
using System.Text.Encodings.Web;
using System.Text.Json;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;
using S7OpcBridge.PubSub.Json;

namespace S7OpcBridge.PubSub.Values;

/// <summary>
/// Messages of one value, for consumers that know nothing of OPC UA. They are JSON by what scripts expect: a value that is Bad, and a number that is none
/// (NaN, infinite), is <c>null</c>; integers beyond ±2^53, which readers with Double would round, are strings; texts are JSON strings also where they are bare,
/// so that no message is empty (an empty retained message means "delete"). Times are milliseconds since 1970. For one thread.
/// </summary>
/// <remarks>
/// How quality shows: <see cref="ValueForm.WithQuality"/> has the name of the status code. The other forms have no place for it: Bad is <c>null</c>, Uncertain
/// cannot be told from Good.
/// </remarks>
internal sealed class ValueMessages(ImmutableArray<string> namespaceUris) : IDisposable
{
    private const long LargestExact = 1L << 53;
    private static readonly JsonEncodedText TimestampMs = Name("timestamp_ms");
    private static readonly JsonEncodedText Value = Name("value");
    private static readonly JsonEncodedText Quality = Name("quality");

    private readonly UaJsonWriter _writer = new(namespaceUris);

    /// <summary>Appends a message.</summary>
    /// <param name="now">OPC UA ticks, for a value whose source gave no time.</param>
    public void Write(IBufferWriter<byte> output, in FieldSample sample, ValueForm form, long now)
    {
        _writer.Begin(output);
        if (form == ValueForm.Bare)
        {
            WriteValue(sample);
        }
        else
        {
            _writer.Json.WriteStartObject();
            _writer.Json.WriteNumber(TimestampMs, Milliseconds(sample.SourceTime == 0 ? now : sample.SourceTime));
            _writer.Json.WritePropertyName(Value);
            WriteValue(sample);
            if (form == ValueForm.WithQuality)
                _writer.Json.WriteString(Quality, StatusCodes.NameOf(sample.Status));
            _writer.Json.WriteEndObject();
        }

        _writer.End();
    }

    /// <inheritdoc/>
    public void Dispose() => _writer.Dispose();

    private static long Milliseconds(long uaTicks) => (UaTime.ToTicks(uaTicks) - DateTime.UnixEpoch.Ticks) / TimeSpan.TicksPerMillisecond;

    private static JsonEncodedText Name(string name) => JsonEncodedText.Encode(name, JavaScriptEncoder.UnsafeRelaxedJsonEscaping);

    private void WriteValue(in FieldSample sample)
    {
        if (sample.Status.IsBad)
            _writer.Json.WriteNullValue();
        else if (sample.Value.IsArray)
            WriteArray(sample.Value);
        else
            WriteScalar(sample.Value);
    }

    private void WriteScalar(in Variant value)
    {
        switch (value.Type)
        {
            case BuiltInType.Int64:
                Write(value.Bits);
                break;
            case BuiltInType.UInt64:
                Write((ulong)value.Bits);
                break;
            case BuiltInType.Float:
                Write(BitConverter.UInt32BitsToSingle((uint)value.Bits));
                break;
            case BuiltInType.Double:
                Write(BitConverter.Int64BitsToDouble(value.Bits));
                break;
            default:
                _writer.WriteField(value);
                break;
        }
    }

    // By type, not by the array: the runtime takes a ulong[] for a long[], too.
    private void WriteArray(in Variant value)
    {
        if (
            value.Reference is null
            || value.Type is not (BuiltInType.Int64 or BuiltInType.UInt64 or BuiltInType.Float or BuiltInType.Double)
        )
        {
            _writer.WriteArray(value.Type, (Array?)value.Reference);
            return;
        }

        _writer.Json.WriteStartArray();
        switch (value.Type)
        {
            case BuiltInType.Int64:
                foreach (var number in (long[])value.Reference)
                    Write(number);
                break;
            case BuiltInType.UInt64:
                foreach (var number in (ulong[])value.Reference)
                    Write(number);
                break;
            case BuiltInType.Float:
                foreach (var number in (float[])value.Reference)
                    Write(number);
                break;
            default:
                foreach (var number in (double[])value.Reference)
                    Write(number);
                break;
        }

        _writer.Json.WriteEndArray();
    }

    private void Write(long value)
    {
        if (value is >= -LargestExact and <= LargestExact)
            _writer.Json.WriteNumberValue(value);
        else
            _writer.WriteInt64(value);
    }

    private void Write(ulong value)
    {
        if (value <= LargestExact)
            _writer.Json.WriteNumberValue(value);
        else
            _writer.WriteUInt64(value);
    }

    private void Write(float value)
    {
        if (float.IsFinite(value))
            _writer.Json.WriteNumberValue(value);
        else
            _writer.Json.WriteNullValue();
    }

    private void Write(double value)
    {
        if (double.IsFinite(value))
            _writer.Json.WriteNumberValue(value);
        else
            _writer.Json.WriteNullValue();
    }
}
