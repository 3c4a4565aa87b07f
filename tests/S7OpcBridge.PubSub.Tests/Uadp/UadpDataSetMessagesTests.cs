using System.Buffers;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;
using S7OpcBridge.PubSub.Tests.Datasets;
using S7OpcBridge.PubSub.Uadp;
using static S7OpcBridge.PubSub.Tests.Datasets.Sample;

namespace S7OpcBridge.PubSub.Tests.Uadp;

internal sealed class UadpDataSetMessagesTests
{
    private static readonly PublishedDataSet Motor = DataSet(
        Field("Speed", BuiltInType.Float),
        Field("Name", BuiltInType.String) with
        {
            MaxStringLength = 4,
        }
    ) with
    {
        PublisherId = "258",
        GroupVersion = 9,
        NetworkMessageNumber = 2,
    };

    [Test]
    public void A_message_of_the_fixed_layout_has_its_header_and_padded_fields()
    {
        var bytes = Written(
            Motor,
            FrameKind.Key,
            FieldForm.Values,
            UadpLayout.PeriodicFixed,
            Good(0, Variant.From(1.5f)),
            Good(1, Variant.From("ab"))
        );
        Assert.That(
            Convert.ToHexString(bytes),
            Is.EqualTo(
                "B103"
                    + "0201000000000000" // PublisherId 258
                    + "0F0300090000000200" // group 3, version 9, message 2
                    + "6712" // sequence number of the group
                    + "1B67120000" // valid, RawData; sequence number, Good
                    + "0000C03F" // 1.5
                    + "0200000061620000" // "ab" and two zeros
            )
        );
    }

    [Test]
    public void A_message_of_the_dynamic_layout_has_its_header()
    {
        var bytes = Written(Motor, FrameKind.Delta, FieldForm.Values, UadpLayout.Dynamic, Good(1, Variant.From("ab")));
        Assert.That(
            Convert.ToHexString(bytes),
            Is.EqualTo(
                "D103"
                    + "0201000000000000"
                    + "010700" // one dataset, of writer 7
                    + "D911" // valid, Variant, sequence number, status, minor version | delta frame, timestamp
                    + "6712"
                    + Convert.ToHexString(BitConverter.GetBytes(Moment))
                    + "0000"
                    + Convert.ToHexString(BitConverter.GetBytes(812345678))
                    + "0100" // one field
                    + "01000C020000006162"
            )
        );
    }

    [Test]
    public void A_keep_alive_has_a_header_alone()
    {
        using var reader = new UadpTestReader(Written(Motor, FrameKind.KeepAlive, FieldForm.ValuesAndStatus, UadpLayout.Dynamic));
        reader.ReadBytes(13);
        Assert.That(reader.ReadByte(), Is.EqualTo(0xDD), "DataValue");
        Assert.That(reader.ReadByte(), Is.EqualTo(0x13));
        reader.ReadBytes(2 + 8 + 2 + 4);
        Assert.That(reader.IsAtEnd);
    }

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public void Raw_fields_come_back_and_a_Bad_one_is_the_default_value(int seed)
    {
        var random = new RandomSamples(seed);
        var dataSet = random.DataSet();
        var samples = random.Samples(dataSet);
        using var reader = new UadpTestReader(Written(dataSet, FrameKind.Key, FieldForm.Values, UadpLayout.PeriodicFixed, samples));
        reader.ReadBytes(24);
        var status = reader.ReadUInt16();
        Assert.That(status, Is.EqualTo(DataSetStatus.Of(samples).Value >> 16));
        foreach (var sample in samples)
        {
            var field = dataSet.Fields[sample.Field];
            var read = reader.ReadRaw(field);
            Assert.That(
                SameValue.Are(read, sample.Status.IsBad ? Default(field) : sample.Value),
                Is.True,
                () => $"{field.Type} {field.IsArray}"
            );
        }

        Assert.That(reader.IsAtEnd);
    }

    [FsCheck.NUnit.Property(MaxTest = 200)]
    public void Each_message_of_the_fixed_layout_has_the_same_size(int seed)
    {
        var random = new RandomSamples(seed);
        var dataSet = random.DataSet();
        var sizes = Enumerable
            .Range(0, 3)
            .Select(_ => Written(dataSet, FrameKind.Key, FieldForm.Values, UadpLayout.PeriodicFixed, random.Samples(dataSet)).Length);
        Assert.That(sizes.Distinct().Count(), Is.EqualTo(1));
    }

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public void Variants_and_data_values_come_back(int seed)
    {
        var random = new RandomSamples(seed);
        var dataSet = random.DataSet();
        var samples = random.Samples(dataSet);
        var withStatus = seed % 2 == 0;
        var form = withStatus ? FieldForm.ValuesAndStatus : FieldForm.Values;
        using var reader = new UadpTestReader(Written(dataSet, FrameKind.Key, form, UadpLayout.Dynamic, samples));
        reader.ReadBytes(2 + 8 + 3 + 2 + 2 + 8);
        Assert.That(reader.ReadUInt16(), Is.EqualTo(withStatus ? 0 : DataSetStatus.Of(samples).Value >> 16));
        reader.ReadBytes(4);
        Assert.That(reader.ReadUInt16(), Is.EqualTo(samples.Length));
        foreach (var sample in samples)
        {
            var value = sample.Status.IsBad ? default : sample.Value;
            if (withStatus)
            {
                var read = reader.ReadDataValue();
                Assert.That((read.Status, read.SourceTime), Is.EqualTo((sample.Status, sample.SourceTime)));
                Assert.That(SameValue.Are(read.Value, value));
            }
            else
            {
                Assert.That(SameValue.Are(reader.ReadVariant(), sample.Status.IsBad ? Variant.FromStatusCode(sample.Status) : value));
            }
        }

        Assert.That(reader.IsAtEnd);
    }

    [Test]
    public void A_delta_frame_of_all_fields_is_a_key_frame_because_that_is_smaller()
    {
        var bytes = Written(
            Motor,
            FrameKind.Delta,
            FieldForm.Values,
            UadpLayout.Dynamic,
            Good(0, Variant.From(1f)),
            Good(1, Variant.From("a"))
        );
        Assert.That(bytes[14], Is.EqualTo(0x10), "key frame, timestamp");
    }

    [Test]
    public void What_does_not_fit_a_fixed_place_is_null_and_the_message_says_that_something_is_wrong()
    {
        var bytes = Written(
            Motor,
            FrameKind.Key,
            FieldForm.Values,
            UadpLayout.PeriodicFixed,
            Good(0, Variant.From(1f)),
            Good(1, Variant.From("°°°"))
        );
        using var reader = new UadpTestReader(bytes);
        reader.ReadBytes(24);
        Assert.That(reader.ReadUInt16(), Is.EqualTo(StatusCodes.UncertainSubNormal >> 16));
        reader.ReadBytes(4);
        Assert.That(reader.ReadText(), Is.Null);
        reader.SkipZeros(4);
        Assert.That(reader.IsAtEnd);
    }

    [Test]
    public void A_key_frame_without_all_fields_is_refused()
    {
        Assert.Multiple(() =>
        {
            Assert.That(
                () => Written(Motor, FrameKind.Key, FieldForm.Values, UadpLayout.PeriodicFixed, Good(0, Variant.From(1f))),
                Throws.TypeOf<UaException>()
            );
            Assert.That(
                () =>
                    Written(
                        Motor,
                        FrameKind.Key,
                        FieldForm.Values,
                        UadpLayout.Dynamic,
                        Good(1, Variant.From("a")),
                        Good(0, Variant.From(1f))
                    ),
                Throws.TypeOf<UaException>()
            );
        });
    }

    [Test]
    public void The_layout_is_fixed_only_if_every_field_of_every_writer_has_a_size()
    {
        var text = Field("Text", BuiltInType.String);
        var array = Field("Array", BuiltInType.Int16) with { IsArray = true };
        Assert.Multiple(() =>
        {
            Assert.That(UadpLayouts.Of([Motor], FieldForm.Values), Is.EqualTo(UadpLayout.PeriodicFixed));
            Assert.That(UadpLayouts.Of([Motor], FieldForm.ValuesAndStatus), Is.EqualTo(UadpLayout.Dynamic));
            Assert.That(UadpLayouts.Of([Motor, DataSet(text)], FieldForm.Values), Is.EqualTo(UadpLayout.Dynamic));
            Assert.That(
                UadpLayouts.Of([DataSet(text with { MaxStringLength = 20 })], FieldForm.Values),
                Is.EqualTo(UadpLayout.PeriodicFixed)
            );
            Assert.That(UadpLayouts.Of([DataSet(array)], FieldForm.Values), Is.EqualTo(UadpLayout.Dynamic));
            Assert.That(UadpLayouts.Of([DataSet(array with { ArrayLength = 10 })], FieldForm.Values), Is.EqualTo(UadpLayout.PeriodicFixed));
            Assert.That(UadpLayouts.Of([DataSet(Field("Id", BuiltInType.NodeId))], FieldForm.Values), Is.EqualTo(UadpLayout.Dynamic));
            Assert.That(UadpLayouts.Of([DataSet(Field("Any", BuiltInType.Variant))], FieldForm.Values), Is.EqualTo(UadpLayout.Dynamic));
        });
    }

    [Test]
    public void The_publisher_s_number_is_its_id_or_a_hash_that_does_not_change()
    {
        Assert.Multiple(() =>
        {
            Assert.That(UadpPublisherId.Of("42"), Is.EqualTo(42));
            Assert.That(UadpPublisherId.Of("edge01"), Is.Not.EqualTo(UadpPublisherId.Of("edge02")));
            Assert.That(UadpPublisherId.Of("a"), Is.EqualTo(0x089BE207B544F1E4UL), "FNV-1a of the bytes 61 00");
        });
    }

    [TestCase(FieldForm.Values)]
    [TestCase(FieldForm.ValuesAndStatus)]
    public void A_message_costs_no_memory(FieldForm form)
    {
        var fields = Enumerable.Range(0, 100).Select(i => Field($"F{i}", BuiltInType.Float)).ToArray();
        var dataSet = DataSet(fields);
        var layout = UadpLayouts.Of([dataSet], form);
        var samples = fields.Select((_, i) => Good(i, Variant.From(i * 1.5f))).ToArray();
        using var messages = new UadpDataSetMessages();
        var output = new ArrayBufferWriter<byte>(1 << 16);
        var least = long.MaxValue;
        for (var i = 0; i < 20; i++)
        {
            output.ResetWrittenCount();
            var before = GC.GetAllocatedBytesForCurrentThread();
            messages.Write(output, dataSet, new Frame(FrameKind.Key, (uint)i, Moment + i), samples, form, layout);
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        Assert.That(least, Is.Zero);
        Assert.That(output.WrittenCount, Is.EqualTo(form == FieldForm.Values ? 426 : 1433));
    }

    private static Variant Default(PublishedField field) =>
        field.IsArray ? Variant.FromArray(field.Type, null)
        : field.Type == BuiltInType.Guid ? Variant.From(Guid.Empty)
        : new Variant(field.Type, 0);

    private static byte[] Written(PublishedDataSet dataSet, FrameKind kind, FieldForm form, UadpLayout layout, params FieldSample[] samples)
    {
        using var messages = new UadpDataSetMessages();
        var output = new ArrayBufferWriter<byte>();
        messages.Write(output, dataSet, new Frame(kind, 0x41267, Moment), samples, form, layout);
        return output.WrittenSpan.ToArray();
    }
}
