using S7OpcBridge.OpcUa;
using static S7OpcBridge.PubSub.Tests.Json.WrittenJson;

namespace S7OpcBridge.PubSub.Tests.Json;

/// <summary>OPC 10000-6, 5.4 (1.05), VerboseEncoding, rule by rule: scalars.</summary>
internal sealed class UaJsonWriterTests
{
    private static readonly long Moment = UaTime.FromTicks(new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc).Ticks);

    [Test]
    public void Boolean_and_Int32_are_literals()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Field(Variant.From(true)), Is.EqualTo("true"));
            Assert.That(Field(Variant.From(false)), Is.EqualTo("false"));
            Assert.That(Field(Variant.From(-5)), Is.EqualTo("-5"));
            Assert.That(Field(Variant.From(sbyte.MinValue)), Is.EqualTo("-128"));
            Assert.That(Field(Variant.From(byte.MaxValue)), Is.EqualTo("255"));
            Assert.That(Field(Variant.From(short.MinValue)), Is.EqualTo("-32768"));
            Assert.That(Field(Variant.From(ushort.MaxValue)), Is.EqualTo("65535"));
            Assert.That(Field(Variant.From(uint.MaxValue)), Is.EqualTo("4294967295"));
        });
    }

    [Test]
    public void Int64_and_UInt64_are_strings()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Field(Variant.From(9007199254740993)), Is.EqualTo("\"9007199254740993\""));
            Assert.That(Field(Variant.From(long.MinValue)), Is.EqualTo("\"-9223372036854775808\""));
            Assert.That(Field(Variant.From(ulong.MaxValue)), Is.EqualTo("\"18446744073709551615\""));
        });
    }

    [TestCase(0.1f, "0.1")]
    [TestCase(float.MaxValue, "3.4028235E+38")]
    [TestCase(float.Epsilon, "1E-45")]
    [TestCase(1450.5f, "1450.5")]
    public void A_Float_is_the_shortest_text_that_reads_back_as_the_same_Float(float value, string json) =>
        Assert.That(Field(Variant.From(value)), Is.EqualTo(json));

    [Test]
    public void NaN_and_the_infinities_are_strings()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Field(Variant.From(double.NaN)), Is.EqualTo("\"NaN\""));
            Assert.That(Field(Variant.From(double.PositiveInfinity)), Is.EqualTo("\"Infinity\""));
            Assert.That(Field(Variant.From(double.NegativeInfinity)), Is.EqualTo("\"-Infinity\""));
            Assert.That(Field(Variant.From(float.NaN)), Is.EqualTo("\"NaN\""));
            Assert.That(Field(Variant.From(float.PositiveInfinity)), Is.EqualTo("\"Infinity\""));
            Assert.That(Field(Variant.From(float.NegativeInfinity)), Is.EqualTo("\"-Infinity\""));
        });
    }

    [Test]
    public void Minus_zero_keeps_its_sign()
    {
        Assert.That(Field(Variant.From(-0.0)), Is.EqualTo("-0"));
        Assert.That(Field(Variant.From(-0.0f)), Is.EqualTo("-0"));
    }

    [Test]
    public void A_null_String_is_null_and_an_empty_one_is_empty()
    {
        Assert.That(Field(Variant.From((string?)null)), Is.EqualTo("null"));
        Assert.That(Field(Variant.From("")), Is.EqualTo("\"\""));
    }

    [Test]
    public void A_DateTime_is_ISO_8601_with_as_many_digits_as_it_has()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Field(Variant.FromDateTime(Moment)), Is.EqualTo("\"2026-01-02T03:04:05Z\""));
            Assert.That(Field(Variant.FromDateTime(Moment + 1_200_000)), Is.EqualTo("\"2026-01-02T03:04:05.12Z\""));
            Assert.That(Field(Variant.FromDateTime(Moment + 1)), Is.EqualTo("\"2026-01-02T03:04:05.0000001Z\""));
        });
    }

    [Test]
    public void A_DateTime_outside_of_what_can_be_written_is_the_first_or_the_last_moment()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Field(Variant.FromDateTime(0)), Is.EqualTo("\"0001-01-01T00:00:00Z\""));
            Assert.That(Field(Variant.FromDateTime(-1)), Is.EqualTo("\"0001-01-01T00:00:00Z\""));
            Assert.That(Field(Variant.FromDateTime(long.MaxValue)), Is.EqualTo("\"9999-12-31T23:59:59Z\""));
        });
    }

    [Test]
    public void A_Guid_has_its_usual_form() =>
        Assert.That(
            Field(Variant.From(new Guid("09087e75-8e5e-499b-954f-f2a9603db28a"))),
            Is.EqualTo("\"09087e75-8e5e-499b-954f-f2a9603db28a\"")
        );

    [Test]
    public void A_ByteString_is_Base64_and_an_array_of_Byte_is_an_array()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Field(Variant.FromByteString([0, 1, 2])), Is.EqualTo("\"AAEC\""));
            Assert.That(Field(Variant.FromByteString([0xFB, 0xFF, 0xBF])), Is.EqualTo("\"+/+/\""));
            Assert.That(Field(Variant.FromByteString([])), Is.EqualTo("\"\""));
            Assert.That(Field(Variant.FromByteString(null)), Is.EqualTo("null"));
            Assert.That(Field(ArrayOf(BuiltInType.Byte, new byte[] { 0, 1, 2 })), Is.EqualTo("[0,1,2]"));
        });
    }

    [Test]
    public void A_NodeId_names_its_namespace_by_URI()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Field(Variant.From(new NodeId(2, "Motor/Speed"))), Is.EqualTo("\"nsu=urn:plant:line1;s=Motor/Speed\""));
            Assert.That(Field(Variant.From(new NodeId(0, 2258))), Is.EqualTo("\"i=2258\""));
            Assert.That(Field(Variant.From(new NodeId(1, new byte[] { 0, 1, 2 }))), Is.EqualTo("\"nsu=urn:plant:edge01;b=AAEC\""));
            Assert.That(
                Field(Variant.From(new NodeId(2, new Guid("09087e75-8e5e-499b-954f-f2a9603db28a")))),
                Is.EqualTo("\"nsu=urn:plant:line1;g=09087e75-8e5e-499b-954f-f2a9603db28a\"")
            );
            Assert.That(Field(Variant.From(new NodeId(3, "x"))), Is.EqualTo("\"nsu=urn:a%3Bb%25c;s=x\""));
            Assert.That(Field(Variant.From(new NodeId(9, "x"))), Is.EqualTo("\"ns=9;s=x\""), "a namespace that is not in the list");
        });
    }

    [Test]
    public void An_ExpandedNodeId_names_its_namespace_and_its_server()
    {
        static Variant Of(ExpandedNodeId id) => new(BuiltInType.ExpandedNodeId, 0, id);
        Assert.Multiple(() =>
        {
            Assert.That(Field(Of(new ExpandedNodeId(new NodeId(0, 5), "http://x/"))), Is.EqualTo("\"nsu=http://x/;i=5\""));
            Assert.That(Field(Of(new ExpandedNodeId(new NodeId(2, 5), null, 3))), Is.EqualTo("\"svr=3;nsu=urn:plant:line1;i=5\""));
        });
    }

    [Test]
    public void A_QualifiedName_names_its_namespace_by_URI()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Field(Variant.From(new QualifiedName(2, "Pump"))), Is.EqualTo("\"nsu=urn:plant:line1;Pump\""));
            Assert.That(Field(Variant.From(new QualifiedName(0, "Pump"))), Is.EqualTo("\"Pump\""));
            Assert.That(Field(Variant.From(new QualifiedName(0, null))), Is.EqualTo("null"));
        });
    }

    [Test]
    public void A_LocalizedText_is_an_object_of_what_it_has()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Field(Variant.From(new LocalizedText("Pumpe", "de"))), Is.EqualTo("""{"Locale":"de","Text":"Pumpe"}"""));
            Assert.That(Field(Variant.From(new LocalizedText("Pumpe"))), Is.EqualTo("""{"Text":"Pumpe"}"""));
            Assert.That(Field(Variant.From(new LocalizedText(null))), Is.EqualTo("null"));
        });
    }

    [Test]
    public void A_Good_StatusCode_is_an_empty_object() => Assert.That(Field(Variant.FromStatusCode(StatusCode.Good)), Is.EqualTo("{}"));

    [Test]
    public void A_Bad_StatusCode_has_code_and_name()
    {
        const string NoCommunication = """{"Code":2150694912,"Symbol":"BadNoCommunication"}""";
        Assert.Multiple(() =>
        {
            Assert.That(Field(Variant.FromStatusCode(StatusCodes.BadNoCommunication)), Is.EqualTo(NoCommunication));
            Assert.That(
                Field(Variant.FromStatusCode(StatusCodes.BadNoCommunication | 0x480)),
                Is.EqualTo("""{"Code":2150696064,"Symbol":"BadNoCommunication"}"""),
                "info bits do not change the name"
            );
            Assert.That(Field(Variant.FromStatusCode(0x8FFF0000)), Is.EqualTo("""{"Code":2415853568}"""), "a code without a name");
            Assert.That(Field(Variant.FromStatusCode(0xBADC0000)), Is.EqualTo("""{"Code":3134980096}"""), "hexadecimal digits are no name");
        });
    }
}
