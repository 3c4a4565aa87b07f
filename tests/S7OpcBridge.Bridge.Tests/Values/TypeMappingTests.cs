using S7OpcBridge.Bridge.Values;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Bridge.Tests;

[TestFixture]
public sealed class TypeMappingTests
{
    [Test]
    public void Every_kind_of_value_has_a_type_and_survives_the_way_there_and_back([Values] TagValueKind kind)
    {
        if (kind == TagValueKind.None)
            return;
        // Durations are Doubles on the wire: what a client writes comes back as one, and Core converts.
        var expected = kind == TagValueKind.Duration ? TagValueKind.Double : kind;
        var value =
            kind == TagValueKind.Text
                ? new TagValue(kind, 0, "Grün")
                : new TagValue(kind, kind == TagValueKind.DateTime ? new DateTime(2026, 11, 21, 0, 0, 0, DateTimeKind.Utc).Ticks : 1);
        Assert.That(TypeMapping.TryFromVariant(TypeMapping.ToVariant(value), out var back), Is.True);
        Assert.That(back, Is.EqualTo(value with { Kind = expected }));
    }

    [Test]
    public void Points_in_time_count_from_1601_in_arrays_too()
    {
        long[] ticks =
        [
            new DateTime(1601, 1, 1, 0, 0, 1, DateTimeKind.Utc).Ticks,
            new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc).Ticks,
        ];
        var variant = TypeMapping.ToVariant(new TagValue(TagValueKind.DateTime, 0, ticks, IsArray: true));
        Assert.That(variant.Type, Is.EqualTo(BuiltInType.DateTime));
        Assert.That(((long[])variant.Reference!)[0], Is.EqualTo(TimeSpan.TicksPerSecond));
        Assert.That(TypeMapping.TryFromVariant(variant, out var back), Is.True);
        Assert.That(back.Reference, Is.EqualTo(ticks));
    }

    [Test]
    public void A_byte_string_is_an_array_of_bytes_to_a_tag()
    {
        Assert.That(TypeMapping.TryFromVariant(new Variant(BuiltInType.ByteString, 0, new byte[] { 1, 2 }), out var value), Is.True);
        Assert.That(value, Is.EqualTo(new TagValue(TagValueKind.Byte, 0, value.Reference, IsArray: true)));
        Assert.That(value.Reference, Is.EqualTo(new byte[] { 1, 2 }));
    }

    [Test]
    public void A_text_that_is_null_is_the_empty_one()
    {
        Assert.That(TypeMapping.TryFromVariant(Variant.From((string?)null), out var value), Is.True);
        Assert.That(value, Is.EqualTo(new TagValue(TagValueKind.Text, 0, "")));
    }

    [Test]
    public void What_no_tag_can_hold_is_refused()
    {
        Assert.That(TypeMapping.TryFromVariant(default, out _), Is.False);
        Assert.That(TypeMapping.TryFromVariant(Variant.From(new NodeId(0, 1u)), out _), Is.False);
        Assert.That(TypeMapping.TryFromVariant(Variant.FromArray(BuiltInType.Int32, null), out _), Is.False);
        Assert.That(
            TypeMapping.TryFromVariant(new Variant(BuiltInType.Int32, 0, new int[4], isArray: true, dimensions: [2, 2]), out _),
            Is.False
        );
        Assert.That(TypeMapping.TryFromVariant(new Variant(BuiltInType.ByteString, 0), out _), Is.False);
    }

    [Test]
    public void Every_quality_has_a_status_of_the_right_severity([Values] TagQuality quality)
    {
        var status = StatusMapping.ToStatusCode(quality);
        Assert.That(
            (status.IsGood, status.IsUncertain),
            Is.EqualTo(
                quality switch
                {
                    TagQuality.Good => (true, false),
                    TagQuality.LinkDownLastValue or TagQuality.NotConfirmed or TagQuality.CpuStopped or TagQuality.LayoutChanged => (
                        false,
                        true
                    ),
                    _ => (false, false),
                }
            )
        );
    }

    [Test]
    public void Only_a_confirmed_write_is_good([Values] TagWriteResult result) =>
        Assert.That(StatusMapping.ToStatusCode(result).IsGood, Is.EqualTo(result == TagWriteResult.Ok));
}
