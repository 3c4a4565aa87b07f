using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Tests;

/// <summary>OPC 10000-6, 5.2.2.12 and 5.2.2.15 to 5.2.2.17.</summary>
public class ValueBytesTests
{
    private static IEnumerable<TestCaseData> Variants()
    {
        yield return new TestCaseData("00", default(Variant));
        yield return new TestCaseData("01 01", Variant.From(true));
        yield return new TestCaseData("02 FF", Variant.From((sbyte)-1));
        yield return new TestCaseData("03 FF", Variant.From((byte)255));
        yield return new TestCaseData("04 FE FF", Variant.From((short)-2));
        yield return new TestCaseData("05 FE FF", Variant.From((ushort)65534));
        yield return new TestCaseData("06 FE FF FF FF", Variant.From(-2));
        yield return new TestCaseData("07 FE FF FF FF", Variant.From(4294967294u));
        yield return new TestCaseData("08 FE FF FF FF FF FF FF FF", Variant.From(-2L));
        yield return new TestCaseData("09 FE FF FF FF FF FF FF FF", Variant.From(ulong.MaxValue - 1));
        yield return new TestCaseData("0A 00 00 D0 C0", Variant.From(-6.5f));
        yield return new TestCaseData("0B 00 00 00 00 00 00 1A C0", Variant.From(-6.5));
        yield return new TestCaseData("0C 01 00 00 00 61", Variant.From("a"));
        yield return new TestCaseData("0C FF FF FF FF", Variant.From((string?)null));
        yield return new TestCaseData("0D 00 40 6D 25 EB 53 BF 01", Variant.FromDateTime(125911584000000000));
        yield return new TestCaseData(
            "0E 91 2B 96 72 75 FA E6 4A 8D 28 B4 04 DC 7D AF 63",
            Variant.From(new Guid("72962B91-FA75-4AE6-8D28-B404DC7DAF63"))
        );
        yield return new TestCaseData("0F 02 00 00 00 CA FE", Variant.FromByteString([0xCA, 0xFE]));
        yield return new TestCaseData("10 04 00 00 00 3C 61 2F 3E", new Variant(BuiltInType.XmlElement, 0, "<a/>"));
        yield return new TestCaseData("11 01 05 01 04", Variant.From(new NodeId(5, 1025)));
        yield return new TestCaseData("12 40 48 07 00 00 00", new Variant(BuiltInType.ExpandedNodeId, 0, new ExpandedNodeId(72u, null, 7)));
        yield return new TestCaseData("13 00 00 34 80", Variant.FromStatusCode(StatusCodes.BadNodeIdUnknown));
        yield return new TestCaseData("14 02 00 01 00 00 00 61", Variant.From(new QualifiedName(2, "a")));
        yield return new TestCaseData("15 02 01 00 00 00 61", Variant.From(new LocalizedText("a")));
        yield return new TestCaseData(
            "16 01 02 39 30 01 02 00 00 00 CA FE",
            Variant.From(new ExtensionObject(new NodeId(2, 12345), new byte[] { 0xCA, 0xFE }))
        );
        yield return new TestCaseData(
            "17 01 01 01",
            new Variant(BuiltInType.DataValue, 0, new DataValue(Variant.From(true), default, 0, 0))
        );
        yield return new TestCaseData("83 02 00 00 00 CA FE", Variant.FromArray(BuiltInType.Byte, new byte[] { 0xCA, 0xFE }));
        yield return new TestCaseData("81 03 00 00 00 01 00 01", Variant.FromArray(BuiltInType.Boolean, new[] { true, false, true }));
        yield return new TestCaseData("86 FF FF FF FF", Variant.FromArray(BuiltInType.Int32, null));
        yield return new TestCaseData("86 00 00 00 00", Variant.FromArray(BuiltInType.Int32, Array.Empty<int>()));
        yield return new TestCaseData(
            "98 02 00 00 00 01 01 03 07",
            Variant.FromArray(BuiltInType.Variant, new[] { Variant.From(true), Variant.From((byte)7) })
        );
        yield return new TestCaseData("96 01 00 00 00 00 00 00", Variant.FromArray(BuiltInType.ExtensionObject, new ExtensionObject?[1]));
        yield return new TestCaseData(
            "C4 06 00 00 00 01 00 02 00 03 00 04 00 05 00 06 00 02 00 00 00 02 00 00 00 03 00 00 00",
            new Variant(BuiltInType.Int16, 0, new short[] { 1, 2, 3, 4, 5, 6 }, isArray: true, dimensions: [2, 3])
        );
    }

    [TestCaseSource(nameof(Variants))]
    [ConformanceUnit("UA Binary Encoding")]
    public void A_Variant_is_a_type_and_a_value(string hex, Variant value) =>
        Wire.AssertBothWays(hex, value, (ref UaWriter w) => w.WriteVariant(value), (ref UaReader r) => r.ReadVariant());

    [TestCase("9B 01 00 00 00 02 00 00 00 CA FE", Description = "array of type 27")]
    [TestCase("1F 02 00 00 00 CA FE", Description = "scalar of type 31")]
    public void Types_reserved_for_the_future_are_byte_strings(string hex) =>
        Assert.That(Wire.Read(hex, (ref UaReader r) => r.ReadVariant()).Type, Is.EqualTo(BuiltInType.ByteString));

    [TestCase("46 01 00 00 00", Description = "dimensions of a scalar")]
    [TestCase("18 00", Description = "a scalar Variant in a Variant")]
    [TestCase("19 00", Description = "DiagnosticInfo in a Variant")]
    [TestCase("99 01 00 00 00 00", Description = "an array of DiagnosticInfo in a Variant")]
    [TestCase("20", Description = "type 32")]
    [TestCase("80 00 00 00 00", Description = "an array of nulls")]
    [TestCase("86 02 00 00 00 01 00 00 00", Description = "fewer elements than announced")]
    [TestCase("86 FF FF FF 7F", Description = "two billion elements")]
    [TestCase("C3 02 00 00 00 01 02 02 00 00 00 02 00 00 00 02 00 00 00", Description = "2 x 2 for two elements")]
    [TestCase("C3 00 00 00 00 02 00 00 00 00 00 01 00 00 00 01 00", Description = "65536 x 65536, which overflows to 0")]
    [TestCase("C3 01 00 00 00 01 02 00 00 00 FF FF FF FF FF FF FF FF", Description = "-1 x -1")]
    public void A_malformed_Variant_is_a_decoding_error(string hex) =>
        Assert.That(Wire.Refusal(hex, (ref UaReader r) => r.ReadVariant()), Is.EqualTo(StatusCodes.BadDecodingError));

    [Test]
    public void A_dimension_of_zero_needs_no_elements() =>
        Assert.That(
            Wire.Read("C3 00 00 00 00 02 00 00 00 00 00 00 00 05 00 00 00", (ref UaReader r) => r.ReadVariant()).Dimensions,
            Is.EqualTo(new[] { 0, 5 })
        );

    [Test]
    public void More_elements_than_the_limit_are_refused_as_such() =>
        Assert.That(
            Wire.Refusal("83 03 00 00 00 01 02 03", (ref UaReader r) => r.ReadVariant(), new EncodingLimits { MaxArrayLength = 2 }),
            Is.EqualTo(StatusCodes.BadEncodingLimitsExceeded)
        );

    private static IEnumerable<TestCaseData> DataValues()
    {
        yield return new TestCaseData("00", default(DataValue));
        yield return new TestCaseData("01 03 07", new DataValue(Variant.From((byte)7), default, 0, 0));
        yield return new TestCaseData("02 00 00 34 80", new DataValue(default, StatusCodes.BadNodeIdUnknown, 0, 0));
        yield return new TestCaseData(
            "0F 03 07 00 00 34 80 01 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00",
            new DataValue(Variant.From((byte)7), StatusCodes.BadNodeIdUnknown, 1, 2)
        );
    }

    [TestCaseSource(nameof(DataValues))]
    [ConformanceUnit("UA Binary Encoding")]
    public void A_DataValue_is_a_mask_and_what_is_there(string hex, DataValue value) =>
        Wire.AssertBothWays(hex, value, (ref UaWriter w) => w.WriteDataValue(value), (ref UaReader r) => r.ReadDataValue());

    [TestCase("3C 01 00 00 00 00 00 00 00 0A 00 02 00 00 00 00 00 00 00 14 00", Description = "each behind its time")]
    public void Picoseconds_are_read_and_dropped(string hex) =>
        Assert.That(Wire.Read(hex, (ref UaReader r) => r.ReadDataValue()), Is.EqualTo(new DataValue(default, default, 1, 2)));

    [Test]
    public void Picoseconds_without_a_time_are_tolerated() =>
        Assert.That(Wire.Read("31 03 07 0A 00 14 00", (ref UaReader r) => r.ReadDataValue()).Value.Bits, Is.EqualTo(7));

    private static IEnumerable<TestCaseData> ExtensionObjects()
    {
        yield return new TestCaseData("00 00 00", null);
        yield return new TestCaseData("01 02 39 30 00", new ExtensionObject(new NodeId(2, 12345), null));
        yield return new TestCaseData(
            "01 02 39 30 01 02 00 00 00 CA FE",
            new ExtensionObject(new NodeId(2, 12345), new byte[] { 0xCA, 0xFE })
        );
        yield return new TestCaseData("01 02 39 30 02 04 00 00 00 3C 61 2F 3E", new ExtensionObject(new NodeId(2, 12345), "<a/>"));
        yield return new TestCaseData(
            "01 00 76 03 01 10 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 59 40",
            ExtensionObject.From(new Range { Low = 0, High = 100 })
        );
    }

    [TestCaseSource(nameof(ExtensionObjects))]
    [ConformanceUnit("UA Binary Encoding")]
    public void An_ExtensionObject_is_an_encoding_id_and_a_body(string hex, ExtensionObject? value) =>
        Wire.AssertBothWays(hex, value, (ref UaWriter w) => w.WriteExtensionObject(value), (ref UaReader r) => r.ReadExtensionObject());

    [TestCase("01 00 76 03 01 11 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 59 40 00", Description = "one byte too many")]
    [TestCase("01 00 76 03 01 0F 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 59 40", Description = "one byte too few")]
    [TestCase("00 00 03", Description = "an unknown kind of body")]
    [TestCase("01 02 39 30 01 05 00 00 00 CA FE", Description = "longer than the message")]
    public void A_body_ends_where_its_length_says(string hex) =>
        Assert.That(Wire.Refusal(hex, (ref UaReader r) => r.ReadExtensionObject()), Is.EqualTo(StatusCodes.BadDecodingError));

    private static IEnumerable<TestCaseData> DiagnosticInfos()
    {
        yield return new TestCaseData("00", null);
        yield return new TestCaseData(
            "7F 01 00 00 00 02 00 00 00 04 00 00 00 03 00 00 00 01 00 00 00 61 00 00 34 80 01 09 00 00 00",
            new DiagnosticInfo
            {
                SymbolicId = 1,
                NamespaceUri = 2,
                LocalizedText = 3,
                Locale = 4,
                AdditionalInfo = "a",
                InnerStatusCode = StatusCodes.BadNodeIdUnknown,
                InnerDiagnosticInfo = new DiagnosticInfo { SymbolicId = 9 },
            }
        );
    }

    [TestCaseSource(nameof(DiagnosticInfos))]
    public void A_DiagnosticInfo_has_the_locale_before_the_text(string hex, DiagnosticInfo? value) =>
        Wire.AssertBothWays(hex, value, (ref UaWriter w) => w.WriteDiagnosticInfo(value), (ref UaReader r) => r.ReadDiagnosticInfo());
}
