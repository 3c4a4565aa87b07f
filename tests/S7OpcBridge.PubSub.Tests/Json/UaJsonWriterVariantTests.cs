using S7OpcBridge.OpcUa;
using static S7OpcBridge.PubSub.Tests.Json.WrittenJson;

namespace S7OpcBridge.PubSub.Tests.Json;

/// <summary>OPC 10000-6, 5.4 (1.05), VerboseEncoding, rule by rule: what is made of other values.</summary>
internal sealed class UaJsonWriterVariantTests
{
    private static readonly long Moment = UaTime.FromTicks(new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc).Ticks);

    [Test]
    public void A_Variant_has_type_and_value() => Assert.That(Full(Variant.From(7)), Is.EqualTo("""{"UaType":6,"Value":7}"""));

    [Test]
    public void A_null_Variant_is_null_and_a_null_of_a_type_has_no_value()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Full(default), Is.EqualTo("null"));
            Assert.That(Full(Variant.From((string?)null)), Is.EqualTo("""{"UaType":12}"""));
            Assert.That(Full(Variant.FromByteString(null)), Is.EqualTo("""{"UaType":15}"""));
            Assert.That(Full(Variant.FromArray(BuiltInType.Int32, null)), Is.EqualTo("""{"UaType":6}"""));
            Assert.That(Full(Variant.FromDateTime(0)), Is.EqualTo("""{"UaType":13,"Value":"0001-01-01T00:00:00Z"}"""));
            Assert.That(Full(Variant.FromStatusCode(0)), Is.EqualTo("""{"UaType":19,"Value":{}}"""));
        });
    }

    [Test]
    public void A_matrix_in_a_Variant_is_flat_with_its_dimensions()
    {
        var matrix = new Variant(BuiltInType.Int32, 0, new[] { 1, 2, 3, 4, 5, 6 }, isArray: true, [2, 3]);
        Assert.That(Full(matrix), Is.EqualTo("""{"UaType":6,"Value":[1,2,3,4,5,6],"Dimensions":[2,3]}"""));
    }

    [Test]
    public void A_matrix_as_a_field_is_an_object_of_elements_and_dimensions()
    {
        var matrix = new Variant(BuiltInType.Int32, 0, new[] { 1, 2, 3, 4, 5, 6 }, isArray: true, [2, 3]);
        Assert.That(Field(matrix), Is.EqualTo("""{"Array":[1,2,3,4,5,6],"Dimensions":[2,3]}"""));
    }

    [Test]
    public void A_DataValue_is_flat()
    {
        var value = new DataValue(Variant.From(1.5f), StatusCodes.UncertainLastUsableValue, Moment, Moment + 10_000_000);
        Assert.Multiple(() =>
        {
            Assert.That(
                Of(writer => writer.WriteDataValue(value)),
                Is.EqualTo(
                    """{"UaType":10,"Value":1.5,"Status":{"Code":1083179008,"Symbol":"UncertainLastUsableValue"},"""
                        + "\"SourceTimestamp\":\"2026-01-02T03:04:05Z\",\"ServerTimestamp\":\"2026-01-02T03:04:06Z\"}"
                )
            );
            Assert.That(
                Of(writer => writer.WriteDataValue(new DataValue(Variant.From(1.5f), 0, 0, 0))),
                Is.EqualTo("""{"UaType":10,"Value":1.5}""")
            );
        });
    }

    [Test]
    public void A_DataValue_of_a_concrete_field_has_no_type() =>
        Assert.That(
            Of(writer => writer.WriteDataValue(Variant.From(1.5f), 0, Moment, 0, withType: false)),
            Is.EqualTo("""{"Value":1.5,"SourceTimestamp":"2026-01-02T03:04:05Z"}""")
        );

    [Test]
    public void An_ExtensionObject_has_the_body_in_the_encoding_that_it_has()
    {
        static string Of(object? body) => Full(Variant.From(new ExtensionObject(new NodeId(2, 3001), body)));
        Assert.Multiple(() =>
        {
            Assert.That(
                Of(new byte[] { 0, 1, 2 }),
                Is.EqualTo("""{"UaType":22,"Value":{"UaTypeId":"nsu=urn:plant:line1;i=3001","UaEncoding":1,"UaBody":"AAEC"}}""")
            );
            Assert.That(
                Of("<a/>"),
                Is.EqualTo("""{"UaType":22,"Value":{"UaTypeId":"nsu=urn:plant:line1;i=3001","UaEncoding":2,"UaBody":"<a/>"}}""")
            );
            Assert.That(Of(null), Is.EqualTo("""{"UaType":22,"Value":{"UaTypeId":"nsu=urn:plant:line1;i=3001"}}"""));
            Assert.That(WrittenJson.Of(writer => writer.WriteExtensionObject(null)), Is.EqualTo("{}"));
        });
    }

    [Test]
    public void A_structure_of_the_standard_is_written_as_its_binary_body()
    {
        var range = ExtensionObject.From(new S7OpcBridge.OpcUa.Range { Low = 0, High = 1 });
        Assert.That(Field(Variant.From(range)), Is.EqualTo("""{"UaTypeId":"i=886","UaEncoding":1,"UaBody":"AAAAAAAAAAAAAAAAAADwPw=="}"""));
    }

    [Test]
    public void An_enumeration_is_name_and_number_or_the_number_as_text()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Of(writer => writer.WriteEnumeration(2, "Fault")), Is.EqualTo("\"Fault_2\""));
            Assert.That(Of(writer => writer.WriteEnumeration(-7, null)), Is.EqualTo("\"-7\""));
        });
    }

    [Test]
    public void NULL_in_an_array_is_null()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Field(ArrayOf(BuiltInType.String, new string?[] { "a", null, "" })), Is.EqualTo("""["a",null,""]"""));
            Assert.That(Field(ArrayOf(BuiltInType.ByteString, new byte[]?[] { [0], null })), Is.EqualTo("""["AA==",null]"""));
            Assert.That(Field(ArrayOf(BuiltInType.ExtensionObject, new ExtensionObject?[] { null })), Is.EqualTo("[null]"));
            Assert.That(
                Field(ArrayOf(BuiltInType.Variant, new[] { Variant.From(7), default })),
                Is.EqualTo("""[{"UaType":6,"Value":7},null]""")
            );
            Assert.That(Field(Variant.FromArray(BuiltInType.Int32, null)), Is.EqualTo("null"));
        });
    }

    [Test]
    public void Arrays_follow_the_rules_of_their_elements()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Field(ArrayOf(BuiltInType.Int64, new[] { 1L, -2L })), Is.EqualTo("""["1","-2"]"""));
            Assert.That(Field(ArrayOf(BuiltInType.UInt64, new[] { ulong.MaxValue })), Is.EqualTo("""["18446744073709551615"]"""));
            Assert.That(Field(ArrayOf(BuiltInType.Double, new[] { 0.1, double.NaN })), Is.EqualTo("""[0.1,"NaN"]"""));
            Assert.That(Field(ArrayOf(BuiltInType.Float, new[] { 0.1f })), Is.EqualTo("[0.1]"));
            Assert.That(Field(ArrayOf(BuiltInType.Boolean, new[] { true, false })), Is.EqualTo("[true,false]"));
            Assert.That(
                Field(ArrayOf(BuiltInType.DateTime, new[] { Moment, 0L })),
                Is.EqualTo("""["2026-01-02T03:04:05Z","0001-01-01T00:00:00Z"]""")
            );
            Assert.That(
                Field(ArrayOf(BuiltInType.StatusCode, new uint[] { 0, 0x80000000 })),
                Is.EqualTo("""[{},{"Code":2147483648,"Symbol":"Bad"}]""")
            );
            Assert.That(Field(ArrayOf(BuiltInType.SByte, Array.Empty<sbyte>())), Is.EqualTo("[]"));
        });
    }

    [Test]
    public void Text_is_escaped_as_JSON_requires_and_no_further()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Field(Variant.From("20 °C + 5 & <b> 'x'")), Is.EqualTo("\"20 °C + 5 & <b> 'x'\""));
            Assert.That(Field(Variant.From("a\"b\\c\n\u0001")), Is.EqualTo("\"a\\\"b\\\\c\\n\\u0001\""));
            Assert.That(Field(Variant.From("a\ud800b")), Is.EqualTo("\"a\\uFFFDb\""), "half of a surrogate pair");
        });
    }

    [Test]
    public void What_has_no_encoding_is_an_error_and_not_a_wrong_message()
    {
        var impossible = new Variant(BuiltInType.Variant, 0, "x");
        Assert.That(() => Full(impossible), Throws.TypeOf<UaException>());
        Assert.That(() => Field(ArrayOf(BuiltInType.Guid, new[] { 1 })), Throws.TypeOf<UaException>());
    }
}
