using System.Buffers;
using System.Text;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;
using S7OpcBridge.PubSub.Json;
using static S7OpcBridge.PubSub.Tests.Datasets.Sample;

namespace S7OpcBridge.PubSub.Tests.Json;

internal sealed class JsonDataSetMessagesTests
{
    private const string Head =
        """{"DataSetWriterId":7,"PublisherId":"edge01","SequenceNumber":4711,"MinorVersion":812345678,"Timestamp":"2026-11-27T03:04:05Z","Status":""";

    private static readonly PublishedDataSet Motor = DataSet(
        Field("Motor/Speed", BuiltInType.Float),
        Field("Motor/Fault", BuiltInType.Boolean),
        Field("Any", BuiltInType.Variant)
    );

    [Test]
    public void A_key_frame_has_the_head_of_the_layout_and_all_fields() =>
        Assert.That(
            Written(FrameKind.Key, FieldForm.Values, Good(0, Variant.From(1450.5f)), Good(1, Variant.From(false))),
            Is.EqualTo(Head + """{},"MessageType":"ua-keyframe","Payload":{"Motor/Speed":1450.5,"Motor/Fault":false}}""")
        );

    [Test]
    public void A_delta_frame_has_the_fields_that_changed() =>
        Assert.That(
            Written(FrameKind.Delta, FieldForm.Values, Good(1, Variant.From(true))),
            Is.EqualTo(Head + """{},"MessageType":"ua-deltaframe","Payload":{"Motor/Fault":true}}""")
        );

    [Test]
    public void A_keep_alive_has_no_payload() =>
        Assert.That(Written(FrameKind.KeepAlive, FieldForm.Values), Is.EqualTo(Head + """{},"MessageType":"ua-keepalive"}"""));

    [Test]
    public void Values_with_status_have_their_time_and_a_Bad_one_has_a_status_in_place_of_the_value() =>
        Assert.That(
            Written(FrameKind.Delta, FieldForm.ValuesAndStatus, Good(0, Variant.From(1450.5f)), Bad(1)),
            Is.EqualTo(
                Head
                    + """{},"MessageType":"ua-deltaframe","Payload":{"Motor/Speed":{"Value":1450.5,"SourceTimestamp":"2026-11-27T03:04:05Z"},"""
                    + "\"Motor/Fault\":{\"Status\":{\"Code\":2150694912,\"Symbol\":\"BadNoCommunication\"},\"SourceTimestamp\":\"2026-11-27T03:04:05Z\"}}}"
            )
        );

    [Test]
    public void Typed_values_say_their_type() =>
        Assert.That(
            Written(FrameKind.Delta, FieldForm.Typed, Good(0, Variant.From(1450.5f))),
            Is.EqualTo(
                Head
                    + """{},"MessageType":"ua-deltaframe","Payload":{"Motor/Speed":{"UaType":10,"Value":1450.5,"SourceTimestamp":"2026-11-27T03:04:05Z"}}}"""
            )
        );

    [Test]
    public void A_field_without_a_concrete_type_says_it_in_every_form()
    {
        var any = Good(2, Variant.From(7));
        Assert.Multiple(() =>
        {
            Assert.That(Written(FrameKind.Delta, FieldForm.Values, any), Does.EndWith("""{"Any":{"UaType":6,"Value":7}}}"""));
            Assert.That(Written(FrameKind.Delta, FieldForm.ValuesAndStatus, any), Does.Contain("""{"Any":{"UaType":6,"Value":7,"Source"""));
            Assert.That(
                Written(FrameKind.Delta, FieldForm.Values, Bad(2)),
                Does.Contain("""{"Any":{"UaType":19,"Value":{"Code":2150694912""")
            );
        });
    }

    [Test]
    public void A_Bad_value_without_a_status_beside_it_is_its_status() =>
        Assert.That(
            Written(FrameKind.Delta, FieldForm.Values, Good(0, Variant.From(1f)), Bad(1)),
            Does.EndWith("""{"Motor/Speed":1,"Motor/Fault":{"Code":2150694912,"Symbol":"BadNoCommunication"}}}""")
        );

    [Test]
    public void The_message_has_a_status_where_the_fields_have_none()
    {
        var uncertain = new FieldSample(0, Variant.From(1f), StatusCodes.UncertainLastUsableValue, Moment);
        const string SubNormal = "\"Status\":{\"Code\":1083506688,\"Symbol\":\"UncertainSubNormal\"}";
        Assert.Multiple(() =>
        {
            Assert.That(Written(FrameKind.Delta, FieldForm.Values, Good(0, Variant.From(1f)), Bad(1)), Does.Contain(SubNormal));
            Assert.That(
                Written(FrameKind.Delta, FieldForm.Values, uncertain),
                Does.Contain(SubNormal).And.EndsWith("{\"Motor/Speed\":1}}")
            );
            Assert.That(Written(FrameKind.Delta, FieldForm.Values, uncertain, Bad(1)), Does.Contain(SubNormal));
            Assert.That(Written(FrameKind.Delta, FieldForm.Values, Bad(0), Bad(1)), Does.StartWith(Head + "{\"Code\":2150694912,"));
            Assert.That(Written(FrameKind.Delta, FieldForm.ValuesAndStatus, Bad(0), Bad(1)), Does.StartWith(Head + "{},"));
        });
    }

    [Test]
    public void A_Bad_value_is_not_sent_even_if_the_table_still_has_it()
    {
        var held = new FieldSample(0, Variant.From(99f), StatusCodes.BadNoCommunication, Moment);
        Assert.That(Written(FrameKind.Delta, FieldForm.Typed, held), Does.Not.Contain("99"));
    }

    [Test]
    public void Names_are_escaped()
    {
        using var messages = new JsonDataSetMessages(WrittenJson.Namespaces);
        var output = new ArrayBufferWriter<byte>();
        var dataSet = DataSet(Field("a\"b/°C", BuiltInType.Int32));
        messages.Write(output, dataSet, new Frame(FrameKind.Key, 1, Moment), [Good(0, Variant.From(1))], FieldForm.Values);
        Assert.That(Encoding.UTF8.GetString(output.WrittenSpan), Does.EndWith("{\"a\\\"b/°C\":1}}"));
    }

    [TestCase(FieldForm.Values)]
    [TestCase(FieldForm.ValuesAndStatus)]
    [TestCase(FieldForm.Typed)]
    public void A_message_costs_no_memory(FieldForm form)
    {
        var fields = Enumerable.Range(0, 100).Select(i => Field($"Motor{i}/Speed", BuiltInType.Float)).ToArray();
        var dataSet = DataSet(fields);
        var samples = fields.Select((_, i) => Any(i)).ToArray();
        using var messages = new JsonDataSetMessages(WrittenJson.Namespaces);
        var output = new ArrayBufferWriter<byte>(1 << 16);
        var least = long.MaxValue;
        for (var i = 0; i < 20; i++)
        {
            output.ResetWrittenCount();
            var before = GC.GetAllocatedBytesForCurrentThread();
            messages.Write(output, dataSet, new Frame(FrameKind.Delta, (uint)i, Moment + i), samples, form);
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        Assert.That(least, Is.Zero);
        Assert.That(output.WrittenCount, Is.GreaterThan(3000), "something was written");
    }

    private static FieldSample Any(int index) =>
        (index % 10) switch
        {
            0 => Good(index, Variant.From(index * 1.1f)),
            1 => Good(index, Variant.From(index % 3 == 0)),
            2 => Good(index, Variant.From(index * 1_000_000_000_000L)),
            3 => Good(index, Variant.From("Text mit °C und \"Zeichen\"")),
            4 => Good(index, Variant.FromDateTime(Moment + index)),
            5 => Bad(index),
            6 => Good(index, Variant.FromArray(BuiltInType.Float, new[] { 1.5f, float.NaN })),
            7 => Good(index, Variant.From(double.NaN)),
            8 => Good(index, Variant.FromArray(BuiltInType.String, new[] { "a", "b" })),
            _ => new FieldSample(index, Variant.From((ushort)index), StatusCodes.UncertainLastUsableValue, Moment),
        };

    private static string Written(FrameKind kind, FieldForm form, params FieldSample[] samples)
    {
        using var messages = new JsonDataSetMessages(WrittenJson.Namespaces);
        var output = new ArrayBufferWriter<byte>();
        messages.Write(output, Motor, new Frame(kind, 4711, Moment), samples, form);
        return Encoding.UTF8.GetString(output.WrittenSpan);
    }
}
