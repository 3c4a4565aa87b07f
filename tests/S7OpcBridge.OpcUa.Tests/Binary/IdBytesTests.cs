using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Tests;

/// <summary>OPC 10000-6, 5.2.2.9, 5.2.2.10, 5.2.2.13 and 5.2.2.14.</summary>
public class IdBytesTests
{
    private static IEnumerable<TestCaseData> NodeIds()
    {
        yield return new TestCaseData("00 48", new NodeId(0, 72));
        yield return new TestCaseData("00 00", default(NodeId));
        yield return new TestCaseData("01 00 00 01", new NodeId(0, 256));
        yield return new TestCaseData("01 05 01 04", new NodeId(5, 1025));
        yield return new TestCaseData("01 05 48 00", new NodeId(5, 72));
        yield return new TestCaseData("02 00 00 00 00 01 00", new NodeId(0, 65536));
        yield return new TestCaseData("02 00 01 01 00 00 00", new NodeId(256, 1));
        yield return new TestCaseData("03 01 00 06 00 00 00 48 6F 74 E6 B0 B4", new NodeId(1, "Hot水"));
        yield return new TestCaseData(
            "04 02 00 91 2B 96 72 75 FA E6 4A 8D 28 B4 04 DC 7D AF 63",
            new NodeId(2, new Guid("72962B91-FA75-4AE6-8D28-B404DC7DAF63"))
        );
        yield return new TestCaseData("05 02 00 02 00 00 00 CA FE", new NodeId(2, [0xCA, 0xFE]));
    }

    [TestCaseSource(nameof(NodeIds))]
    [ConformanceUnit("UA Binary Encoding")]
    public void A_NodeId_takes_the_smallest_form(string hex, NodeId value)
    {
        Wire.AssertBothWays(hex, value, (ref UaWriter w) => w.WriteNodeId(value), (ref UaReader r) => r.ReadNodeId());
        var bytes = Wire.Bytes(hex);
        var reader = new UaReader(bytes, EncodingLimits.Default);
        Assert.That(reader.ReadNodeIdView().ToNodeId(), Is.EqualTo(value), "as a view");
    }

    [TestCase("02 00 00 48 00 00 00")]
    [TestCase("01 00 48 00")]
    [ConformanceUnit("UA Binary Encoding")]
    public void Larger_forms_are_read(string hex) =>
        Assert.That(Wire.Read(hex, (ref UaReader r) => r.ReadNodeId()), Is.EqualTo(new NodeId(0, 72)));

    [TestCase("06 00 00")]
    [TestCase("80 48 FF FF FF FF")]
    [TestCase("40 48 00 00 00 00")]
    [TestCase("03 01 00 01 00 00 00 FF")]
    public void Unknown_forms_and_flags_of_expanded_ids_are_malformed_in_a_NodeId(string hex) =>
        Assert.That(Wire.Refusal(hex, (ref UaReader r) => r.ReadNodeId()), Is.EqualTo(StatusCodes.BadDecodingError));

    private static IEnumerable<TestCaseData> ExpandedNodeIds()
    {
        yield return new TestCaseData("00 48", new ExpandedNodeId(72u));
        yield return new TestCaseData("80 48 03 00 00 00 75 72 6E", new ExpandedNodeId(72u, "urn"));
        yield return new TestCaseData("40 48 07 00 00 00", new ExpandedNodeId(72u, null, 7));
        yield return new TestCaseData(
            "C3 00 00 01 00 00 00 61 03 00 00 00 75 72 6E 07 00 00 00",
            new ExpandedNodeId(new NodeId(0, "a"), "urn", 7)
        );
    }

    [TestCaseSource(nameof(ExpandedNodeIds))]
    public void An_ExpandedNodeId_has_flags_for_uri_and_server(string hex, ExpandedNodeId value) =>
        Wire.AssertBothWays(hex, value, (ref UaWriter w) => w.WriteExpandedNodeId(value), (ref UaReader r) => r.ReadExpandedNodeId());

    [Test]
    public void With_a_uri_the_namespace_index_counts_for_nothing()
    {
        var value = Wire.Read("81 05 48 00 03 00 00 00 75 72 6E", (ref UaReader r) => r.ReadExpandedNodeId());
        Assert.That(value, Is.EqualTo(new ExpandedNodeId(72u, "urn")));
        Assert.That(
            Wire.Hex(Wire.Write((ref UaWriter w) => w.WriteExpandedNodeId(new ExpandedNodeId(new NodeId(5, 72), "urn")))),
            Is.EqualTo("80 48 03 00 00 00 75 72 6E")
        );
    }

    [Test]
    public void A_QualifiedName_is_an_index_and_a_text()
    {
        Wire.AssertBothWays(
            "02 00 01 00 00 00 61",
            new QualifiedName(2, "a"),
            (ref UaWriter w) => w.WriteQualifiedName(new QualifiedName(2, "a")),
            (ref UaReader r) => r.ReadQualifiedName()
        );
        Wire.AssertBothWays(
            "00 00 FF FF FF FF",
            default,
            (ref UaWriter w) => w.WriteQualifiedName(default),
            (ref UaReader r) => r.ReadQualifiedName()
        );
    }

    [TestCase("00", null, null)]
    [TestCase("01 02 00 00 00 64 65", null, "de")]
    [TestCase("02 01 00 00 00 61", "a", null)]
    [TestCase("03 02 00 00 00 64 65 01 00 00 00 61", "a", "de")]
    public void A_LocalizedText_has_locale_then_text(string hex, string? text, string? locale) =>
        Wire.AssertBothWays(
            hex,
            new LocalizedText(text, locale),
            (ref UaWriter w) => w.WriteLocalizedText(new LocalizedText(text, locale)),
            (ref UaReader r) => r.ReadLocalizedText()
        );
}
