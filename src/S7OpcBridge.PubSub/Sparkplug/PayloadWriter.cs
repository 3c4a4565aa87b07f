using System.Buffers;
using System.Text;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Sparkplug;

/// <summary>
/// Writes the payload of a Sparkplug message: metrics with names (births) or with aliases alone (data). Its last bytes have room for the sequence number, which
/// is only known when it is sent (<see cref="PayloadSequence"/>). Nothing is allocated. For one thread.
/// </summary>
/// <remarks>
/// Data has the type of each metric, too: the specification says SHOULD NOT (tck-id-payloads-metric-datatype-not-req), but without it Tahu's codec
/// sparkplug-payload, which most flows and scripts use, reads no value. It costs two bytes.
/// </remarks>
internal sealed class PayloadWriter
{
    /// <summary>No alias.</summary>
    public const long NoAlias = -1;

    // PropertySet with the key "Quality" and an Int32, behind the head of the field: two times the length, and the number.
    private static readonly byte[] Bad = QualityProperty(SparkplugQuality.Bad),
        Good = QualityProperty(SparkplugQuality.Good),
        Stale = QualityProperty(SparkplugQuality.Stale);

    private IBufferWriter<byte> _output = null!;
    private long _time;

    /// <summary>Begins a payload.</summary>
    /// <param name="time">Time of the message in OPC UA ticks, also that of values without one.</param>
    public void Begin(IBufferWriter<byte> output, long time)
    {
        (_output, _time) = (output, SparkplugTypes.Milliseconds(time));
        var size = 1 + MetricValue.VarintSize((ulong)_time);
        var to = output.GetSpan(size);
        to[0] = MetricValue.Head(ProtobufFields.PayloadTime, ProtobufFields.Varint);
        MetricValue.WriteVarint(to[1..], (ulong)_time);
        output.Advance(size);
    }

    /// <summary>Adds a metric.</summary>
    /// <param name="name">Its name; null: it has the alias alone.</param>
    /// <param name="alias">Its alias, or <see cref="NoAlias"/>.</param>
    /// <param name="sample">Its value; a Bad one is null.</param>
    /// <param name="hasQuality">True: the quality is told; without it readers take Good.</param>
    public void Metric(string? name, long alias, SparkplugType type, in FieldSample sample, bool hasQuality)
    {
        var time = sample.SourceTime == 0 ? _time : SparkplugTypes.Milliseconds(sample.SourceTime);
        var isNull = sample.Status.IsBad || MetricValue.IsNull(sample.Value, type);
        var quality = hasQuality ? PropertyOf(SparkplugTypes.QualityOf(sample.Status)) : [];
        var nameBytes = name is null ? 0 : Encoding.UTF8.GetByteCount(name);
        var size =
            (name is null ? 0 : 1 + MetricValue.VarintSize((uint)nameBytes) + nameBytes)
            + (alias == NoAlias ? 0 : 1 + MetricValue.VarintSize((ulong)alias))
            + 1
            + MetricValue.VarintSize((ulong)time)
            + 2
            + quality.Length
            + (isNull ? 2 : MetricValue.SizeOf(sample.Value, type));
        var whole = 1 + MetricValue.VarintSize((uint)size) + size;
        var to = _output.GetSpan(whole);
        to[0] = MetricValue.Head(ProtobufFields.PayloadMetric, ProtobufFields.Length);
        to = MetricValue.WriteVarint(to[1..], (uint)size);
        if (name is not null)
        {
            to[0] = MetricValue.Head(ProtobufFields.Name, ProtobufFields.Length);
            to = MetricValue.WriteVarint(to[1..], (uint)nameBytes);
            to = to[Encoding.UTF8.GetBytes(name, to)..];
        }
        if (alias != NoAlias)
            to = Number(to, ProtobufFields.Alias, (ulong)alias);
        to = Number(to, ProtobufFields.Time, (ulong)time);
        to = Number(to, ProtobufFields.Type, (ulong)type);
        if (isNull)
            to = Number(to, ProtobufFields.IsNull, 1);
        quality.CopyTo(to);
        to = to[quality.Length..];
        if (!isNull)
            MetricValue.Write(to, sample.Value, type);
        _output.Advance(whole);
    }

    /// <summary>Ends the payload with the room for its sequence number.</summary>
    public void End() => PayloadSequence.Reserve(_output);

    private static Span<byte> Number(Span<byte> to, int field, ulong number)
    {
        to[0] = MetricValue.Head(field, ProtobufFields.Varint);
        return MetricValue.WriteVarint(to[1..], number);
    }

    private static ReadOnlySpan<byte> PropertyOf(SparkplugQuality quality) =>
        quality switch
        {
            SparkplugQuality.Good => Good,
            SparkplugQuality.Stale => Stale,
            _ => Bad,
        };

    private static byte[] QualityProperty(SparkplugQuality quality)
    {
        var number = new byte[MetricValue.VarintSize((ulong)quality)];
        MetricValue.WriteVarint(number, (ulong)quality);
        byte[] value =
        [
            MetricValue.Head(1, ProtobufFields.Varint),
            (byte)SparkplugType.Int32,
            MetricValue.Head(ProtobufFields.PropertyInt, ProtobufFields.Varint),
            .. number,
        ];
        byte[] set =
        [
            MetricValue.Head(ProtobufFields.Keys, ProtobufFields.Length),
            (byte)PayloadReader.Quality.Length,
            .. PayloadReader.Quality,
            MetricValue.Head(ProtobufFields.Values, ProtobufFields.Length),
            (byte)value.Length,
            .. value,
        ];
        return [MetricValue.Head(ProtobufFields.Properties, ProtobufFields.Length), (byte)set.Length, .. set];
    }
}
