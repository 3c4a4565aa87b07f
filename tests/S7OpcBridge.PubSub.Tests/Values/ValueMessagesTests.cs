using System.Buffers;
using System.Text;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;
using S7OpcBridge.PubSub.Tests.Json;
using S7OpcBridge.PubSub.Values;
using static S7OpcBridge.PubSub.Tests.Datasets.Sample;

namespace S7OpcBridge.PubSub.Tests.Values;

internal sealed class ValueMessagesTests
{
    private const string Head = """{"timestamp_ms":1795748645000,"value":""";

    [Test]
    public void A_value_has_its_time_and_its_quality()
    {
        Assert.That(Written(Good(0, Variant.From(42.5)), ValueForm.WithQuality), Is.EqualTo(Head + """42.5,"quality":"Good"}"""));
        var stale = new FieldSample(0, Variant.From(42.5), StatusCodes.UncertainNoCommunicationLastUsableValue, Moment);
        Assert.That(
            Written(stale, ValueForm.WithQuality),
            Is.EqualTo(Head + """42.5,"quality":"UncertainNoCommunicationLastUsableValue"}""")
        );
    }

    [Test]
    public void Without_quality_there_is_no_further_field() =>
        Assert.That(Written(Good(0, Variant.From(42.5)), ValueForm.WithTime), Is.EqualTo(Head + "42.5}"));

    [Test]
    public void A_bare_value_is_JSON_alone()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Written(Good(0, Variant.From(42.5f)), ValueForm.Bare), Is.EqualTo("42.5"));
            Assert.That(Written(Good(0, Variant.From(true)), ValueForm.Bare), Is.EqualTo("true"));
            Assert.That(Written(Good(0, Variant.From("a")), ValueForm.Bare), Is.EqualTo("\"a\""));
        });
    }

    [Test]
    public void A_Bad_value_is_null_with_the_reason()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Written(Bad(0), ValueForm.WithQuality), Is.EqualTo(Head + """null,"quality":"BadNoCommunication"}"""));
            Assert.That(Written(Bad(0), ValueForm.WithTime), Is.EqualTo(Head + "null}"));
            Assert.That(Written(Bad(0), ValueForm.Bare), Is.EqualTo("null"));
        });
    }

    [Test]
    public void What_is_no_number_is_null()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Written(Good(0, Variant.From(double.NaN)), ValueForm.WithQuality), Is.EqualTo(Head + """null,"quality":"Good"}"""));
            Assert.That(Written(Good(0, Variant.From(float.NegativeInfinity)), ValueForm.Bare), Is.EqualTo("null"));
            Assert.That(
                Written(Good(0, Variant.FromArray(BuiltInType.Float, new[] { 1f, float.NaN })), ValueForm.Bare),
                Is.EqualTo("[1,null]")
            );
            Assert.That(
                Written(Good(0, Variant.FromArray(BuiltInType.Double, new[] { double.PositiveInfinity })), ValueForm.Bare),
                Is.EqualTo("[null]")
            );
        });
    }

    [Test]
    public void Integers_are_numbers_as_long_as_a_Double_holds_them()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Written(Good(0, Variant.From(9007199254740992)), ValueForm.Bare), Is.EqualTo("9007199254740992"));
            Assert.That(Written(Good(0, Variant.From(9007199254740993)), ValueForm.Bare), Is.EqualTo("\"9007199254740993\""));
            Assert.That(Written(Good(0, Variant.From(-9007199254740993)), ValueForm.Bare), Is.EqualTo("\"-9007199254740993\""));
            Assert.That(Written(Good(0, Variant.From(ulong.MaxValue)), ValueForm.Bare), Is.EqualTo("\"18446744073709551615\""));
            Assert.That(Written(Good(0, Variant.From(5UL)), ValueForm.Bare), Is.EqualTo("5"));
            Assert.That(
                Written(Good(0, Variant.FromArray(BuiltInType.Int64, new[] { 1L, long.MaxValue })), ValueForm.Bare),
                Is.EqualTo("[1,\"9223372036854775807\"]")
            );
            Assert.That(
                Written(Good(0, Variant.FromArray(BuiltInType.UInt64, new[] { 1UL, ulong.MaxValue })), ValueForm.Bare),
                Is.EqualTo("[1,\"18446744073709551615\"]")
            );
        });
    }

    [Test]
    public void No_value_makes_an_empty_message()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Written(Good(0, Variant.From("")), ValueForm.Bare), Is.EqualTo("\"\""));
            Assert.That(Written(Good(0, Variant.From((string?)null)), ValueForm.Bare), Is.EqualTo("null"));
            Assert.That(Written(Good(0, default), ValueForm.Bare), Is.EqualTo("null"));
            Assert.That(Written(Good(0, Variant.FromArray(BuiltInType.Int64, null)), ValueForm.Bare), Is.EqualTo("null"));
        });
    }

    [Test]
    public void Times_are_text_and_other_arrays_arrays()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Written(Good(0, Variant.FromDateTime(Moment)), ValueForm.Bare), Is.EqualTo("\"2026-11-27T03:04:05Z\""));
            Assert.That(
                Written(Good(0, Variant.FromArray(BuiltInType.DateTime, new[] { Moment })), ValueForm.Bare),
                Is.EqualTo("[\"2026-11-27T03:04:05Z\"]")
            );
            Assert.That(
                Written(Good(0, Variant.FromArray(BuiltInType.Int16, new short[] { 1, -2 })), ValueForm.Bare),
                Is.EqualTo("[1,-2]")
            );
        });
    }

    [Test]
    public void A_value_without_a_time_of_its_source_has_the_time_of_the_message() =>
        Assert.That(
            Written(new FieldSample(0, Variant.From(1), StatusCode.Good, 0), ValueForm.WithTime),
            Is.EqualTo("""{"timestamp_ms":1795748646000,"value":1}""")
        );

    [Test]
    public void A_message_costs_no_memory()
    {
        using var messages = new ValueMessages(WrittenJson.Namespaces);
        var output = new ArrayBufferWriter<byte>(1024);
        var sample = Good(0, Variant.From(long.MaxValue));
        var least = long.MaxValue;
        for (var i = 0; i < 20; i++)
        {
            output.ResetWrittenCount();
            var before = GC.GetAllocatedBytesForCurrentThread();
            messages.Write(output, sample, ValueForm.WithQuality, Moment);
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        Assert.That(least, Is.Zero);
    }

    private static string Written(FieldSample sample, ValueForm form)
    {
        using var messages = new ValueMessages(WrittenJson.Namespaces);
        var output = new ArrayBufferWriter<byte>();
        messages.Write(output, sample, form, Moment + TimeSpan.TicksPerSecond);
        return Encoding.UTF8.GetString(output.WrittenSpan);
    }
}
