using System.Buffers;
using System.Buffers.Binary;
using System.Text;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;
using S7OpcBridge.PubSub.Sparkplug;
using S7OpcBridge.PubSub.Tests.Datasets;

namespace S7OpcBridge.PubSub.Tests.Sparkplug;

/// <summary>Payloads of Sparkplug (3.0, 6.4): what is written is what is read, in the bytes that the specification names.</summary>
internal sealed class PayloadTests
{
    private static readonly long Moment = UaTime.FromTicks(new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc).Ticks);
    private const ulong MomentMs = 1767323045000;

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public void Metrics_come_back_whatever_their_values_are(int seed)
    {
        var random = new RandomSamples(seed);
        var dataSet = random.DataSet();
        var samples = random.Samples(dataSet);
        var types = dataSet.Fields.Select(static field => SparkplugTypes.Of(field.Type, field.IsArray)).ToArray();
        var isBirth = seed % 2 == 0;
        var output = new ArrayBufferWriter<byte>();
        var writer = new PayloadWriter();
        writer.Begin(output, Moment);
        for (var i = 0; i < samples.Length; i++)
            writer.Metric(isBirth ? dataSet.Fields[i].Name : null, i + 1, types[i], samples[i], hasQuality: isBirth);
        writer.End();
        var bytes = output.WrittenSpan.ToArray();
        var number = (byte)seed;

        var payload = PayloadReader.Read(bytes.AsSpan(0, PayloadSequence.Write(bytes, number)))!;

        Assert.That((payload.Time, payload.Sequence), Is.EqualTo(((ulong?)MomentMs, (ulong?)number)));
        Assert.That(payload.Metrics, Has.Count.EqualTo(samples.Length));
        for (var i = 0; i < samples.Length; i++)
        {
            var (metric, sample) = (payload.Metrics[i], samples[i]);
            Assert.That(metric.Name, Is.EqualTo(isBirth ? dataSet.Fields[i].Name : null));
            Assert.That(metric.Alias, Is.EqualTo((ulong)(i + 1)));
            Assert.That(metric.Type, Is.EqualTo((ulong)types[i]));
            Assert.That(metric.Time, Is.EqualTo((ulong)SparkplugTypes.Milliseconds(sample.SourceTime)));
            Assert.That(metric.Quality, Is.EqualTo(isBirth ? (int)SparkplugTypes.QualityOf(sample.Status) : null));
            var isNull = sample.Status.IsBad || types[i] == SparkplugType.Unknown || IsNullText(sample.Value);
            Assert.That(metric.IsNull, Is.EqualTo(isNull));
            if (!isNull)
                Assert.That(Read(metric, types[i]), Is.EqualTo(Expected(sample.Value)), types[i].ToString());
        }
    }

    // Hostile bytes: a decoder that meets them says no, and never reads beyond them.
    [FsCheck.NUnit.Property(MaxTest = 2000)]
    public void Any_bytes_are_read_or_refused(byte[] bytes) => PayloadReader.Read(bytes);

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public void A_payload_with_one_byte_changed_or_its_end_cut_is_read_or_refused(int seed)
    {
        var random = new Random(seed);
        var bytes = Payload(("Motor/Speed", SparkplugType.Float, Variant.From(1.5f)), ("Name", SparkplugType.String, Variant.From("pump")));
        bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
        PayloadReader.Read(bytes.AsSpan(0, random.Next(bytes.Length + 1)));
    }

    [Test]
    public void Each_form_of_number_is_in_the_field_that_readers_of_others_look_at()
    {
        Assert.Multiple(() =>
        {
            Assert.That(ValueOf(SparkplugType.Int8, Variant.From((sbyte)-1)), Is.EqualTo("50FFFFFFFF0F"));
            Assert.That(ValueOf(SparkplugType.Int16, Variant.From((short)300)), Is.EqualTo("50AC02"));
            Assert.That(ValueOf(SparkplugType.UInt16, Variant.From((ushort)65535)), Is.EqualTo("50FFFF03"));
            Assert.That(ValueOf(SparkplugType.UInt32, Variant.From(uint.MaxValue)), Is.EqualTo("58FFFFFFFF0F"));
            Assert.That(ValueOf(SparkplugType.Int64, Variant.From(-1L)), Is.EqualTo("58FFFFFFFFFFFFFFFFFF01"));
            Assert.That(ValueOf(SparkplugType.Float, Variant.From(1.5f)), Is.EqualTo("650000C03F"));
            Assert.That(ValueOf(SparkplugType.Double, Variant.From(1.5)), Is.EqualTo("69000000000000F83F"));
            Assert.That(ValueOf(SparkplugType.Boolean, Variant.From(true)), Is.EqualTo("7001"));
            Assert.That(ValueOf(SparkplugType.String, Variant.From("°")), Is.EqualTo("7A02C2B0"));
            Assert.That(ValueOf(SparkplugType.DateTime, Variant.FromDateTime(Moment)), Is.EqualTo("588899A6E5B733"));
            Assert.That(ValueOf(SparkplugType.Bytes, Variant.FromByteString([1, 2])), Is.EqualTo("8201020102"));
        });
    }

    [Test]
    public void Arrays_are_packed_as_the_specification_shows()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Packed(BuiltInType.Int16, new short[] { -30000, 30000 }), Is.EqualTo("D08A3075"));
            Assert.That(Packed(BuiltInType.UInt32, new uint[] { 52, 0xFFFFFFFF }), Is.EqualTo("34000000FFFFFFFF"));
            Assert.That(Packed(BuiltInType.Float, new[] { 1.23f, 89.341f }), Is.EqualTo("A4709D3F98AEB242"));
            Assert.That(
                Packed(BuiltInType.Boolean, new[] { false, false, true, true, false, true, false, false, true, true, false, true }),
                Is.EqualTo("0C00000034D0")
            );
            Assert.That(Packed(BuiltInType.String, new[] { "ABC", "hello" }), Is.EqualTo("4142430068656C6C6F00"));
            Assert.That(Packed(BuiltInType.Int32, Array.Empty<int>()), Is.Empty);
        });
    }

    [TestCase(0, "1800"), TestCase(127, "187F"), TestCase(128, "188001"), TestCase(255, "18FF01")]
    public void A_sequence_number_has_no_byte_too_many(int number, string bytes)
    {
        var payload = Payload();
        var length = PayloadSequence.Write(payload, (byte)number);
        Assert.That(Convert.ToHexString(payload.AsSpan(payload.Length - 3, length - payload.Length + 3)), Is.EqualTo(bytes));
    }

    [TestCase(StatusCodes.Good, 192, false), TestCase(StatusCodes.BadNoCommunication, 500, true)]
    [TestCase(StatusCodes.UncertainNoCommunicationLastUsableValue, 500, false), TestCase(StatusCodes.BadSensorFailure, 0, true)]
    public void A_quality_is_one_of_three_and_a_bad_value_is_null(uint status, int quality, bool isNull)
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new PayloadWriter();
        writer.Begin(output, Moment);
        writer.Metric(null, 7, SparkplugType.Int32, new FieldSample(0, Variant.From(5), status, Moment), hasQuality: true);
        writer.End();

        var metric = PayloadReader.Read(output.WrittenSpan)!.Metrics.Single();

        Assert.That((metric.Quality, metric.IsNull), Is.EqualTo(((int?)quality, isNull)));
    }

    [Test]
    public void More_metrics_than_a_command_may_have_are_refused()
    {
        var most = Enumerable.Repeat<byte[]>([0x12, 0], PayloadReader.MostMetrics).SelectMany(static metric => metric);
        Assert.That(PayloadReader.Read([.. most]), Is.Not.Null);
        Assert.That(PayloadReader.Read([.. most, 0x12, 0]), Is.Null);
    }

    [Test]
    public void A_message_of_data_allocates_nothing()
    {
        var (writer, output) = (new PayloadWriter(), new ArrayBufferWriter<byte>(1 << 16));
        var sample = new FieldSample(0, Variant.From("a text"), StatusCodes.UncertainLastUsableValue, Moment);
        var array = new FieldSample(0, Variant.FromArray(BuiltInType.Int32, new[] { 1, 2, 3 }), StatusCodes.Good, Moment);
        var least = long.MaxValue;
        for (var round = 0; round < 10; round++)
        {
            output.ResetWrittenCount();
            var before = GC.GetAllocatedBytesForCurrentThread();
            writer.Begin(output, Moment);
            for (var i = 0; i < 100; i++)
            {
                writer.Metric(null, 1000 + i, SparkplugType.String, sample, hasQuality: true);
                writer.Metric(null, 1000 + i, SparkplugType.Int32Array, array, hasQuality: false);
            }
            writer.End();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        Assert.That(least, Is.Zero);
    }

    private static byte[] Payload(params (string Name, SparkplugType Type, Variant Value)[] metrics)
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new PayloadWriter();
        writer.Begin(output, Moment);
        foreach (var (name, type, value) in metrics)
            writer.Metric(name, PayloadWriter.NoAlias, type, new FieldSample(0, value, StatusCodes.Good, Moment), hasQuality: false);
        writer.End();
        return output.WrittenSpan.ToArray();
    }

    private static string ValueOf(SparkplugType type, Variant value)
    {
        var bytes = new byte[MetricValue.SizeOf(value, type)];
        Assert.That(MetricValue.Write(bytes, value, type).IsEmpty, Is.True);
        return Convert.ToHexString(bytes);
    }

    private static string Packed(BuiltInType type, Array values) =>
        ValueOf(SparkplugTypes.Of(type, isArray: true), Variant.FromArray(type, values))[6..];

    private static bool IsNullText(Variant value) =>
        value.Reference is null && (value.IsArray || value.Type is BuiltInType.String or BuiltInType.ByteString);

    private static object Expected(Variant value) =>
        value.Reference switch
        {
            // The empty text and none are the same in an array: each ends with a zero.
            string?[] texts => texts.Select(static text => text ?? ""),
            long[] times when value.Type == BuiltInType.DateTime => times.Select(SparkplugTypes.Milliseconds),
            float[] numbers => numbers.Select(BitConverter.SingleToInt32Bits),
            double[] numbers => numbers.Select(BitConverter.DoubleToInt64Bits),
            Array array => array,
            Guid id => id.ToString(),
            { } other => other,
            null when value.Type == BuiltInType.DateTime => SparkplugTypes.Milliseconds(value.Bits),
            null => value.Bits,
        };

    // Written against the specification, not against the writer.
    private static object Read(ReceivedMetric metric, SparkplugType type) =>
        type switch
        {
            SparkplugType.String or SparkplugType.Uuid => metric.Text!,
            SparkplugType.Bytes => metric.Packed!,
            SparkplugType.Int8 or SparkplugType.Int16 or SparkplugType.Int32 => (long)(int)(uint)metric.Bits,
            < SparkplugType.String or SparkplugType.DateTime => (long)metric.Bits,
            SparkplugType.Int8Array => Parts(metric, 1, static part => (sbyte)part[0]),
            SparkplugType.UInt8Array => metric.Packed!,
            SparkplugType.Int16Array => Parts(metric, 2, static part => BinaryPrimitives.ReadInt16LittleEndian(part)),
            SparkplugType.UInt16Array => Parts(metric, 2, static part => BinaryPrimitives.ReadUInt16LittleEndian(part)),
            SparkplugType.Int32Array or SparkplugType.FloatArray => Parts(
                metric,
                4,
                static part => BinaryPrimitives.ReadInt32LittleEndian(part)
            ),
            SparkplugType.UInt32Array => Parts(metric, 4, static part => BinaryPrimitives.ReadUInt32LittleEndian(part)),
            SparkplugType.UInt64Array => Parts(metric, 8, static part => BinaryPrimitives.ReadUInt64LittleEndian(part)),
            SparkplugType.BooleanArray => Enumerable
                .Range(0, BinaryPrimitives.ReadInt32LittleEndian(metric.Packed))
                .Select(i => (metric.Packed![4 + i / 8] & (0x80 >> (i % 8))) != 0),
            SparkplugType.StringArray => Encoding.UTF8.GetString(metric.Packed!).Split('\0').SkipLast(1),
            _ => Parts(metric, 8, static part => BinaryPrimitives.ReadInt64LittleEndian(part)),
        };

    private static IEnumerable<T> Parts<T>(ReceivedMetric metric, int size, Func<byte[], T> read) =>
        metric.Packed!.Chunk(size).Select(read);
}
