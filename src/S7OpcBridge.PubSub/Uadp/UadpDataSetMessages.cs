using System.Buffers;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Uadp;

/// <summary>Data messages of UADP (OPC 10000-14, 7.2.4): one dataset in a network message, without security. For one thread.</summary>
/// <remarks>
/// How quality shows. In the fixed layout fields have no status: a field that is Bad (or does not fit, see <see cref="RawFields.IsUsable"/>) is the default
/// value of its type, 0 or null, and the message's status is UncertainSubNormal, or Bad if all fields are (Table 34). Who must know which field it is takes a
/// form with status. In the dynamic layout a Bad field of <see cref="FieldForm.Values"/> is a Variant with its StatusCode in place of the value, and the
/// message's status tells of it; with status each field has its own and a Bad one no value.
/// </remarks>
internal sealed class UadpDataSetMessages : IDisposable
{
    private const byte Version1 = 0x01,
        HasPublisherId = 0x10,
        HasGroupHeader = 0x20,
        HasPayloadHeader = 0x40,
        HasExtendedFlags = 0x80,
        PublisherIdIsUInt64 = 0x03,
        WholeGroupHeader = 0x0F;

    private const byte IsValid = 0x01,
        RawData = 0x02,
        DataValues = 0x04,
        HasSequenceNumber = 0x08,
        HasStatus = 0x10,
        HasMinorVersion = 0x40,
        HasFlags2 = 0x80,
        HasTimestamp = 0x10;

    private readonly UadpBuffer _buffer = new();

    /// <summary>
    /// Appends a message. The sequence numbers of the group and of the dataset are the low 16 bits of the frame's, since each writer has a topic of its own.
    /// </summary>
    /// <param name="samples">
    /// All fields in their order for a key frame and in the fixed layout, which has only key frames; those that changed for a delta frame; nothing is written
    /// of them for a keep-alive.
    /// </param>
    /// <exception cref="UaException">BadEncodingError: a key frame without all fields in their order.</exception>
    public void Write(
        IBufferWriter<byte> output,
        PublishedDataSet dataSet,
        in Frame frame,
        ReadOnlySpan<FieldSample> samples,
        FieldForm form,
        UadpLayout layout
    )
    {
        var writer = _buffer.Begin();
        if (layout == UadpLayout.PeriodicFixed)
            WriteFixed(ref writer, dataSet, frame, samples);
        else
            WriteDynamic(ref writer, dataSet, frame, samples, form);
        writer.Flush();
        _buffer.MoveTo(output);
    }

    /// <inheritdoc/>
    public void Dispose() => _buffer.Dispose();

    private static void WriteFixed(ref UaWriter writer, PublishedDataSet dataSet, in Frame frame, ReadOnlySpan<FieldSample> samples)
    {
        RequireAll(dataSet, samples);
        writer.WriteByte(Version1 | HasPublisherId | HasGroupHeader | HasExtendedFlags);
        writer.WriteByte(PublisherIdIsUInt64);
        writer.WriteUInt64(UadpPublisherId.Of(dataSet.PublisherId));
        writer.WriteByte(WholeGroupHeader);
        writer.WriteUInt16(dataSet.WriterGroupId);
        writer.WriteUInt32(dataSet.GroupVersion == 0 ? dataSet.Version.Minor : dataSet.GroupVersion);
        writer.WriteUInt16(dataSet.NetworkMessageNumber);
        writer.WriteUInt16((ushort)frame.SequenceNumber);
        writer.WriteByte(IsValid | RawData | HasSequenceNumber | HasStatus);
        writer.WriteUInt16((ushort)frame.SequenceNumber);
        writer.WriteUInt16(Short(RawStatus(dataSet, samples)));
        for (var i = 0; i < samples.Length; i++)
            RawFields.Write(ref writer, dataSet.Fields[i], samples[i]);
    }

    private static void WriteDynamic(
        ref UaWriter writer,
        PublishedDataSet dataSet,
        in Frame frame,
        ReadOnlySpan<FieldSample> samples,
        FieldForm form
    )
    {
        // A delta frame must not be larger than the key frame (7.2.4.5.6).
        var kind = frame.Kind == FrameKind.Delta && samples.Length == dataSet.Fields.Length && AreAll(samples) ? FrameKind.Key : frame.Kind;
        var withStatus = form != FieldForm.Values;
        writer.WriteByte(Version1 | HasPublisherId | HasPayloadHeader | HasExtendedFlags);
        writer.WriteByte(PublisherIdIsUInt64);
        writer.WriteUInt64(UadpPublisherId.Of(dataSet.PublisherId));
        writer.WriteByte(1);
        writer.WriteUInt16(dataSet.WriterId);
        writer.WriteByte((byte)(IsValid | (withStatus ? DataValues : 0) | HasSequenceNumber | HasStatus | HasMinorVersion | HasFlags2));
        writer.WriteByte((byte)((byte)kind | HasTimestamp));
        writer.WriteUInt16((ushort)frame.SequenceNumber);
        writer.WriteDateTime(frame.Time);
        writer.WriteUInt16(Short(withStatus || kind == FrameKind.KeepAlive ? StatusCode.Good : DataSetStatus.Of(samples)));
        writer.WriteUInt32(dataSet.Version.Minor);
        if (kind == FrameKind.KeepAlive)
            return;
        if (kind == FrameKind.Key)
            RequireAll(dataSet, samples);
        writer.WriteUInt16((ushort)samples.Length);
        foreach (ref readonly var sample in samples)
        {
            if (kind == FrameKind.Delta)
                writer.WriteUInt16((ushort)sample.Field);
            if (withStatus)
                writer.WriteDataValue(new DataValue(sample.Status.IsBad ? default : sample.Value, sample.Status, sample.SourceTime, 0));
            else
                writer.WriteVariant(sample.Status.IsBad ? Variant.FromStatusCode(sample.Status) : sample.Value);
        }
    }

    private static StatusCode RawStatus(PublishedDataSet dataSet, ReadOnlySpan<FieldSample> samples)
    {
        var status = DataSetStatus.Of(samples);
        if (!status.IsGood)
            return status;
        for (var i = 0; i < samples.Length; i++)
            if (!RawFields.IsUsable(dataSet.Fields[i], samples[i]))
                return StatusCodes.UncertainSubNormal;
        return status;
    }

    private static ushort Short(StatusCode status) => (ushort)(status.Value >> 16);

    private static bool AreAll(ReadOnlySpan<FieldSample> samples)
    {
        for (var i = 0; i < samples.Length; i++)
            if (samples[i].Field != i)
                return false;
        return true;
    }

    private static void RequireAll(PublishedDataSet dataSet, ReadOnlySpan<FieldSample> samples)
    {
        if (samples.Length != dataSet.Fields.Length || !AreAll(samples))
            throw new UaException(
                StatusCodes.BadEncodingError,
                $"A key frame of {dataSet.DataSetName} needs all of its {dataSet.Fields.Length} fields in their order."
            );
    }
}
