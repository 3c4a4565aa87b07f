using System.Buffers;
using System.Collections.Immutable;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Json;

/// <summary>
/// Data messages in the layout JSON-DataSetMessage (OPC 10000-14, A.3.3): one dataset message without a network message around it. For one thread.
/// </summary>
/// <remarks>
/// How quality shows. <see cref="FieldForm.ValuesAndStatus"/> and <see cref="FieldForm.Typed"/>: a field that is not Good has its own <c>Status</c>, a Bad
/// one no <c>Value</c>; the status of the message stays Good. <see cref="FieldForm.Values"/>: a Bad field is its status code (an object of <c>Code</c> and
/// <c>Symbol</c>) in place of the value, an Uncertain one only its value; the status of the message is then UncertainSubNormal, or Bad if all fields are.
/// </remarks>
internal sealed class JsonDataSetMessages(ImmutableArray<string> namespaceUris) : IDisposable
{
    /// <summary>URI of the layout (HeaderLayoutUri of the WriterGroup).</summary>
    public const string LayoutUri = "http://opcfoundation.org/UA/PubSub-Layouts/JSON-DataSetMessage";

    /// <summary>JsonNetworkMessageContentMask: DataSetMessageHeader, SingleDataSetMessage.</summary>
    public const uint NetworkMessageMask = 0x6;

    /// <summary>
    /// JsonDataSetMessageContentMask (6.3.2.3.1): DataSetWriterId, SequenceNumber, Timestamp, Status, MessageType, PublisherId, MinorVersion, and
    /// FieldEncoding2, which without FieldEncoding1 is the VerboseEncoding.
    /// </summary>
    public const uint DataSetMessageMask = 0xD3D;

    private readonly UaJsonWriter _writer = new(namespaceUris);

    /// <summary>DataSetFieldContentMask of a form (6.2.4.2): StatusCode and SourceTimestamp, or nothing.</summary>
    public static uint FieldMask(FieldForm form) => form == FieldForm.Values ? 0 : 0x3u;

    /// <summary>Appends a message.</summary>
    /// <param name="samples">All fields of a key frame, those that changed of a delta frame; of a keep-alive nothing is written.</param>
    public void Write(
        IBufferWriter<byte> output,
        PublishedDataSet dataSet,
        in Frame frame,
        ReadOnlySpan<FieldSample> samples,
        FieldForm form
    )
    {
        _writer.Begin(output);
        var json = _writer.Json;
        json.WriteStartObject();
        json.WriteNumber(JsonNames.DataSetWriterId, (uint)dataSet.WriterId);
        json.WriteString(JsonNames.PublisherId, dataSet.PublisherId);
        json.WriteNumber(JsonNames.SequenceNumber, frame.SequenceNumber);
        json.WriteNumber(JsonNames.MinorVersion, dataSet.Version.Minor);
        json.WritePropertyName(JsonNames.Timestamp);
        _writer.WriteDateTime(frame.Time);
        json.WritePropertyName(JsonNames.Status);
        _writer.WriteStatusCode(
            form == FieldForm.Values && frame.Kind != FrameKind.KeepAlive ? DataSetStatus.Of(samples) : StatusCode.Good
        );
        json.WriteString(
            JsonNames.MessageType,
            frame.Kind switch
            {
                FrameKind.Key => JsonNames.KeyFrame,
                FrameKind.Delta => JsonNames.DeltaFrame,
                _ => JsonNames.KeepAlive,
            }
        );
        if (frame.Kind != FrameKind.KeepAlive)
            WritePayload(dataSet, samples, form);
        json.WriteEndObject();
        _writer.End();
    }

    /// <inheritdoc/>
    public void Dispose() => _writer.Dispose();

    private void WritePayload(PublishedDataSet dataSet, ReadOnlySpan<FieldSample> samples, FieldForm form)
    {
        _writer.Json.WriteStartObject(JsonNames.Payload);
        foreach (ref readonly var sample in samples)
        {
            _writer.Json.WritePropertyName(dataSet.Fields[sample.Field].EncodedName);
            WriteField(dataSet.Fields[sample.Field], sample, form);
        }

        _writer.Json.WriteEndObject();
    }

    private void WriteField(PublishedField field, in FieldSample sample, FieldForm form)
    {
        // The metadata names no type for a Variant, so its values do (7.2.5.4.3).
        var withType = form == FieldForm.Typed || field.Type == BuiltInType.Variant;
        if (form != FieldForm.Values)
            _writer.WriteDataValue(sample.Status.IsBad ? default : sample.Value, sample.Status, sample.SourceTime, 0, withType);
        else if (sample.Status.IsBad)
            WriteBad(sample.Status, withType);
        else if (withType)
            _writer.WriteVariant(sample.Value);
        else
            _writer.WriteField(sample.Value);
    }

    private void WriteBad(StatusCode status, bool withType)
    {
        if (withType)
            _writer.WriteVariant(Variant.FromStatusCode(status));
        else
            _writer.WriteStatusCode(status);
    }
}
