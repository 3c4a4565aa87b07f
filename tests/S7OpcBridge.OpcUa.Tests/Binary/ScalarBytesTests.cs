using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Tests;

/// <summary>OPC 10000-6, 5.2.2.1 to 5.2.2.8: bytes written down by hand; several are the standard's own examples.</summary>
public class ScalarBytesTests
{
    [TestCase("00", false)]
    [TestCase("01", true)]
    public void A_Boolean_is_one_byte(string hex, bool value) =>
        Wire.AssertBothWays(hex, value, (ref UaWriter w) => w.WriteBoolean(value), (ref UaReader r) => r.ReadBoolean());

    [Test]
    public void Any_byte_but_zero_is_true() => Assert.That(Wire.Read("7F", (ref UaReader r) => r.ReadBoolean()), Is.True);

    [Test]
    [ConformanceUnit("UA Binary Encoding")]
    public void Integers_are_little_endian()
    {
        Wire.AssertBothWays("80", sbyte.MinValue, (ref UaWriter w) => w.WriteSByte(sbyte.MinValue), (ref UaReader r) => r.ReadSByte());
        Wire.AssertBothWays("FE", (byte)254, (ref UaWriter w) => w.WriteByte(254), (ref UaReader r) => r.ReadByte());
        Wire.AssertBothWays("FE FF", (short)-2, (ref UaWriter w) => w.WriteInt16(-2), (ref UaReader r) => r.ReadInt16());
        Wire.AssertBothWays("34 12", (ushort)0x1234, (ref UaWriter w) => w.WriteUInt16(0x1234), (ref UaReader r) => r.ReadUInt16());
        Wire.AssertBothWays(
            "00 CA 9A 3B",
            1_000_000_000,
            (ref UaWriter w) => w.WriteInt32(1_000_000_000),
            (ref UaReader r) => r.ReadInt32()
        );
        Wire.AssertBothWays("EF BE AD DE", 0xDEADBEEF, (ref UaWriter w) => w.WriteUInt32(0xDEADBEEF), (ref UaReader r) => r.ReadUInt32());
        Wire.AssertBothWays("FE FF FF FF FF FF FF FF", -2L, (ref UaWriter w) => w.WriteInt64(-2), (ref UaReader r) => r.ReadInt64());
        Wire.AssertBothWays(
            "08 07 06 05 04 03 02 81",
            0x8102030405060708,
            (ref UaWriter w) => w.WriteUInt64(0x8102030405060708),
            (ref UaReader r) => r.ReadUInt64()
        );
    }

    [Test]
    public void Floating_point_is_IEEE_754()
    {
        Wire.AssertBothWays("00 00 D0 C0", -6.5f, (ref UaWriter w) => w.WriteFloat(-6.5f), (ref UaReader r) => r.ReadFloat());
        Wire.AssertBothWays("00 00 00 00 00 00 1A C0", -6.5, (ref UaWriter w) => w.WriteDouble(-6.5), (ref UaReader r) => r.ReadDouble());
    }

    [TestCase("00 00 C0 FF")]
    [TestCase("01 00 80 7F")]
    public void Every_NaN_keeps_its_bits(string hex)
    {
        var value = Wire.Read(hex, (ref UaReader r) => r.ReadFloat());
        Assert.Multiple(() =>
        {
            Assert.That(float.IsNaN(value));
            Assert.That(Wire.Hex(Wire.Write((ref UaWriter w) => w.WriteFloat(value))), Is.EqualTo(hex));
        });
    }

    [TestCase("06 00 00 00 E6 B0 B4 42 6F 79", "水Boy")]
    [TestCase("00 00 00 00", "")]
    [TestCase("FF FF FF FF", null)]
    [TestCase("03 00 00 00 61 00 62", "a\0b")]
    [TestCase("04 00 00 00 F0 9F 98 80", "😀")]
    [ConformanceUnit("UA Binary Encoding")]
    public void A_String_is_a_byte_count_and_UTF8(string hex, string? value) =>
        Wire.AssertBothWays(hex, value, (ref UaWriter w) => w.WriteString(value), (ref UaReader r) => r.ReadString());

    [Test]
    public void Any_negative_count_is_null()
    {
        Assert.That(Wire.Read("FE FF FF FF", (ref UaReader r) => r.ReadString()), Is.Null);
        Assert.That(Wire.Read("00 00 00 80", (ref UaReader r) => r.ReadByteString()), Is.Null);
    }

    [TestCase("02 00 00 00 C3 28")]
    [TestCase("01 00 00 00 80")]
    [TestCase("03 00 00 00 ED A0 80")]
    public void Bytes_that_are_no_UTF8_are_malformed(string hex) =>
        Assert.That(Wire.Refusal(hex, (ref UaReader r) => r.ReadString()), Is.EqualTo(StatusCodes.BadDecodingError));

    [Test]
    public void A_ByteString_is_a_count_and_bytes()
    {
        Wire.AssertBothWays(
            "03 00 00 00 01 80 FF",
            new byte[] { 1, 128, 255 },
            (ref UaWriter w) => w.WriteByteString([1, 128, 255]),
            (ref UaReader r) => r.ReadByteString()
        );
        Wire.AssertBothWays(
            "00 00 00 00",
            Array.Empty<byte>(),
            (ref UaWriter w) => w.WriteByteString([]),
            (ref UaReader r) => r.ReadByteString()
        );
        Wire.AssertBothWays("FF FF FF FF", null, (ref UaWriter w) => w.WriteByteString(null), (ref UaReader r) => r.ReadByteString());
    }

    [Test]
    public void A_Guid_has_three_little_endian_numbers_and_eight_bytes()
    {
        var value = new Guid("72962B91-FA75-4AE6-8D28-B404DC7DAF63");
        Wire.AssertBothWays(
            "91 2B 96 72 75 FA E6 4A 8D 28 B4 04 DC 7D AF 63",
            value,
            (ref UaWriter w) => w.WriteGuid(value),
            (ref UaReader r) => r.ReadGuid()
        );
    }

    [Test]
    [ConformanceUnit("UA Binary Encoding")]
    public void A_DateTime_counts_100_ns_since_1601()
    {
        var value = UaTime.FromTicks(new DateTime(2000, 1, 1, 0, 0, 0, DateTimeKind.Utc).Ticks);
        Wire.AssertBothWays(
            "00 40 6D 25 EB 53 BF 01",
            value,
            (ref UaWriter w) => w.WriteDateTime(value),
            (ref UaReader r) => r.ReadDateTime()
        );
    }

    [TestCase("FF FF FF FF FF FF FF FF", 0)]
    [TestCase("00 00 00 00 00 00 00 80", 0)]
    [TestCase("FF FF FF FF FF FF FF 7F", long.MaxValue)]
    [TestCase("FE FF FF FF FF FF FF 7F", long.MaxValue)]
    public void A_DateTime_out_of_range_is_clamped(string hex, long expected)
    {
        var value = Wire.Read(hex, (ref UaReader r) => r.ReadDateTime());
        Assert.That(value, Is.EqualTo(expected));
        Assert.That(() => new DateTime(UaTime.ToTicks(value)), Throws.Nothing);
    }

    [Test]
    public void The_ends_of_time_are_0_and_the_largest_number()
    {
        Assert.Multiple(() =>
        {
            Assert.That(UaTime.FromTicks(0), Is.Zero);
            Assert.That(UaTime.FromTicks(new DateTime(1600, 12, 31).Ticks), Is.Zero);
            Assert.That(UaTime.FromTicks(new DateTime(9999, 12, 31, 23, 59, 59).Ticks), Is.EqualTo(long.MaxValue));
            Assert.That(UaTime.FromTicks(DateTime.MaxValue.Ticks), Is.EqualTo(long.MaxValue));
            Assert.That(UaTime.FromTicks(new DateTime(9999, 12, 31, 23, 59, 58).Ticks), Is.LessThan(long.MaxValue));
        });
    }

    [Test]
    public void A_StatusCode_is_four_bytes() =>
        Wire.AssertBothWays(
            "00 00 34 80",
            new StatusCode(StatusCodes.BadNodeIdUnknown),
            (ref UaWriter w) => w.WriteStatusCode(StatusCodes.BadNodeIdUnknown),
            (ref UaReader r) => r.ReadStatusCode()
        );

    [Test]
    public void A_truncated_scalar_is_malformed()
    {
        Assert.That(Wire.Refusal("01 02 03", (ref UaReader r) => r.ReadInt32()), Is.EqualTo(StatusCodes.BadDecodingError));
        Assert.That(Wire.Refusal("05 00 00 00 61", (ref UaReader r) => r.ReadString()), Is.EqualTo(StatusCodes.BadDecodingError));
        Assert.That(Wire.Refusal("FF FF FF 7F 61", (ref UaReader r) => r.ReadByteString()), Is.EqualTo(StatusCodes.BadDecodingError));
        Assert.That(Wire.Refusal("00", (ref UaReader r) => r.ReadGuid()), Is.EqualTo(StatusCodes.BadDecodingError));
    }

    [Test]
    public void Text_longer_than_the_limit_is_refused_as_such() =>
        Assert.That(
            Wire.Refusal("03 00 00 00 61 62 63", (ref UaReader r) => r.ReadString(), new EncodingLimits { MaxStringLength = 2 }),
            Is.EqualTo(StatusCodes.BadEncodingLimitsExceeded)
        );
}
