using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Writing;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Tests;

public sealed class WriteComposerTests
{
    private readonly WriteComposer _composer = new(
        new CodecCache(
            new PlcDefinition
            {
                Index = 0,
                Name = "Line1",
                Connection = new S7ConnectionOptions { Host = "h" },
            }
        )
    );

    [Test]
    public void A_text_is_written_without_the_capacity_that_belongs_to_the_PLC()
    {
        var pieces = Compose("DB1.DBB10", "String[5]", Values.Text("ab"));

        Assert.That(pieces, Is.EqualTo(new[] { "11+3 02 61 62" }));
    }

    [Test]
    public void A_text_too_long_or_not_in_the_code_page_is_out_of_range()
    {
        Assert.That(Refused("DB1.DBB10", "String[5]", Values.Text("abcdef")), Is.EqualTo(TagWriteResult.OutOfRange));
        Assert.That(Refused("DB1.DBB10", "String[5]", Values.Text("日")), Is.EqualTo(TagWriteResult.OutOfRange));
    }

    [Test]
    public void A_bool_is_one_bit() => Assert.That(Compose("DB1.DBX3.6", "Bool", Values.Boolean(true)), Is.EqualTo(new[] { "3.6 01" }));

    [Test]
    public void Bools_that_share_bytes_with_others_are_written_bit_by_bit() =>
        Assert.That(
            Compose("DB1.DBX3.6", "Bool[3]", Values.Array(TagValueKind.Boolean, new[] { true, false, true })),
            Is.EqualTo(new[] { "3.6 01", "3.7 00", "4.0 01" })
        );

    [Test]
    public void Bools_that_fill_their_bytes_are_written_as_bytes() =>
        Assert.That(
            Compose(
                "DB1.DBX3.0",
                "Bool[8]",
                Values.Array(TagValueKind.Boolean, new[] { true, false, false, false, false, false, false, true })
            ),
            Is.EqualTo(new[] { "3+1 81" })
        );

    [Test]
    public void Texts_of_an_array_are_written_one_by_one_around_their_capacities_and_pads() =>
        Assert.That(
            Compose("DB1.DBB0", "String[3](0..1)", Values.Array(TagValueKind.Text, new[] { "a", "bcd" })),
            Is.EqualTo(new[] { "1+2 01 61", "7+4 03 62 63 64" })
        );

    [Test]
    public void An_index_range_writes_only_its_elements()
    {
        Assert.That(
            Compose("DB1.DBW10", "Int[5]", Values.Array(TagValueKind.Int16, new short[] { 1, 2 }), start: 2),
            Is.EqualTo(new[] { "14+4 00 01 00 02" })
        );
        Assert.That(Compose("DB1.DBW10", "Int[5]", Values.Int32(7), start: 4), Is.EqualTo(new[] { "18+2 00 07" }));
        Assert.That(
            Refused("DB1.DBW10", "Int[5]", Values.Array(TagValueKind.Int16, new short[] { 1, 2 }), start: 4),
            Is.EqualTo(TagWriteResult.NoSuchElement)
        );
    }

    [Test]
    public void A_whole_array_has_the_length_of_the_tag()
    {
        Assert.That(
            Refused("DB1.DBW10", "Int[5]", Values.Array(TagValueKind.Int16, new short[4])),
            Is.EqualTo(TagWriteResult.OutOfRange),
            "ArrayDimensions are a maximum"
        );
        Assert.That(
            Refused("DB1.DBW10", "Int[5]", Values.Array(TagValueKind.Int16, Array.Empty<short>())),
            Is.EqualTo(TagWriteResult.OutOfRange)
        );
        Assert.That(
            Refused("DB1.DBW10", "Int[5]", Values.Array(TagValueKind.Int16, new short[6])),
            Is.EqualTo(TagWriteResult.TypeMismatch)
        );
        Assert.That(Refused("DB1.DBW10", "Int[5]", Values.Int16(1)), Is.EqualTo(TagWriteResult.TypeMismatch));
        Assert.That(Refused("DB1.DBW10", "Int", Values.Array(TagValueKind.Int16, new short[1])), Is.EqualTo(TagWriteResult.TypeMismatch));
    }

    [Test]
    public void Limits_hold_for_every_element_and_NaN_is_within_none()
    {
        var limits = new TagDetails { Limits = new TagRange(0, 10) };
        Assert.That(
            Refused("DB1.DBW0", "Int[3]", Values.Array(TagValueKind.Int16, new short[] { 1, 11, 3 }), details: limits),
            Is.EqualTo(TagWriteResult.OutOfRange)
        );
        Assert.That(Refused("DB1.DBD0", "Real", Values.Single(float.NaN), details: limits), Is.EqualTo(TagWriteResult.OutOfRange));
        Assert.That(Compose("DB1.DBD0", "Real", Values.Single(10), details: limits), Has.Count.EqualTo(1));
    }

    [Test]
    public void Only_numbers_that_are_states_are_written()
    {
        var states = new TagDetails { States = new TagStates([new(0, "Off"), new(-1, "Fault")]) };
        Assert.That(Compose("DB1.DBW0", "Int", Values.Int32(-1), details: states), Is.EqualTo(new[] { "0+2 FF FF" }));
        Assert.That(Refused("DB1.DBW0", "Int", Values.Int16(1), details: states), Is.EqualTo(TagWriteResult.OutOfRange));
    }

    [Test]
    public void A_scaled_value_is_held_against_limits_before_it_is_scaled_back()
    {
        var details = new TagDetails { Scale = new TagScale(0, 27648, 0, 100), Limits = new TagRange(0, 80) };
        Assert.That(Compose("DB1.DBW0", "Int", Values.Int32(50), details: details), Is.EqualTo(new[] { "0+2 36 00" }));
        Assert.That(Refused("DB1.DBW0", "Int", Values.Double(80.5), details: details), Is.EqualTo(TagWriteResult.OutOfRange));
        Assert.That(
            Compose("DB1.DBW10", "Int[3]", Values.Array(TagValueKind.Double, new[] { 50.0, 0 }), start: 1, details: details),
            Is.EqualTo(new[] { "12+4 36 00 00 00" })
        );
    }

    private static string Shown(WritePiece piece)
    {
        var bytes = string.Join(' ', piece.Data.ToArray().Select(b => b.ToString("X2")));
        return piece.Bit >= 0 ? $"{piece.Range.Start}.{piece.Bit} {bytes}" : $"{piece.Range.Start}+{piece.Range.Length} {bytes}";
    }

    private List<string> Compose(string address, string type, TagValue value, int start = -1, TagDetails? details = null)
    {
        var pieces = new List<WritePiece>();
        Assert.That(Try(address, type, value, start, details, pieces), Is.EqualTo(TagWriteResult.Ok));
        return pieces.ConvertAll(Shown);
    }

    private TagWriteResult Refused(string address, string type, TagValue value, int start = -1, TagDetails? details = null) =>
        Try(address, type, value, start, details, []);

    private TagWriteResult Try(string address, string type, TagValue value, int start, TagDetails? details, List<WritePiece> pieces)
    {
        var tag = new MapDraft().Plc(1).Class("fast", 10).Tag("T", address, type, details).Build().Tags[0];
        return _composer.Compose(tag, 0, value, start, pieces);
    }
}
