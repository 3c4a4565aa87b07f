using System.Text;
using S7OpcBridge.History.Chunks;

namespace S7OpcBridge.History.Tests;

/// <summary>The bits of chunks: what is on a disk today must be readable by every later version.</summary>
internal sealed class ChunkBytesTests
{
    // The check value of CRC-32C, and the examples of RFC 3720, B.4.
    [Test]
    public void The_checksum_is_the_CRC_32C_of_iSCSI() =>
        Assert.Multiple(() =>
        {
            Assert.That(Checksum.Compute(Encoding.ASCII.GetBytes("123456789")), Is.EqualTo(0xE3069283));
            Assert.That(Checksum.Compute(new byte[32]), Is.EqualTo(0x8A9136AA));
            Assert.That(Checksum.Compute(Enumerable.Repeat((byte)0xFF, 32).ToArray()), Is.EqualTo(0x62A8AB43));
            Assert.That(Checksum.Compute([.. Enumerable.Range(0, 32).Select(i => (byte)i)]), Is.EqualTo(0x46DD794E));
            Assert.That(Checksum.Compute([]), Is.Zero);
        });

    // Ones for the class, a zero, then the number with its sign in the lowest bit.
    [TestCase(0, "0")]
    [TestCase(1, "10" + "0010")]
    [TestCase(-1, "10" + "0001")]
    [TestCase(7, "10" + "1110")]
    [TestCase(-8, "10" + "1111")]
    [TestCase(8, "110" + "00010000")]
    [TestCase(-128, "110" + "11111111")]
    [TestCase(128, "1110" + "0000000100000000")]
    [TestCase(-32768, "1110" + "1111111111111111")]
    [TestCase(32768, "11110" + "00000000000000010000000000000000")]
    [TestCase(int.MinValue, "11110" + "11111111111111111111111111111111")]
    [TestCase(1L + int.MaxValue, "11111" + "0000000000000000000000000000000100000000000000000000000000000000")]
    [TestCase(long.MinValue, "11111" + "1111111111111111111111111111111111111111111111111111111111111111")]
    public void A_difference_takes_as_many_bits_as_its_class(long number, string bits)
    {
        var writer = new BitWriter();
        NumberCode.Integer.Write(ref writer, number);
        Assert.That(Shown(writer), Is.EqualTo(bits));
        var reader = new BitReader(writer.Written);
        Assert.That(NumberCode.Integer.Read(ref reader), Is.EqualTo(number));
    }

    [TestCase("Time", 8191, 16)]
    [TestCase("Time", 8192, 20)]
    [TestCase("Time", 65535, 20)]
    [TestCase("Time", 65536, 24)]
    [TestCase("Time", 524287, 24)]
    [TestCase("Time", 524288, 37)]
    [TestCase("Time", 1L << 31, 69)]
    [TestCase("Float", 1023, 13)]
    [TestCase("Float", 1024, 17)]
    [TestCase("Float", 8192, 22)]
    [TestCase("Float", 131072, 28)]
    [TestCase("Float", 4194304, 38)]
    public void The_classes_of_times_and_Floats_end_where_they_did(string code, long number, int bits)
    {
        var writer = new BitWriter();
        (code == "Time" ? NumberCode.Time : NumberCode.Float).Write(ref writer, number);
        Assert.That(writer.Bits, Is.EqualTo(bits));
    }

    [Test]
    public void A_Double_keeps_its_stretch_while_the_change_fits_into_it()
    {
        var (writer, code) = (new BitWriter(), new DoubleCode());
        var bits = new List<int>();
        // Nothing; 16 bits in the middle; the same stretch; half of it; a bit beside it; all bits; 2 bits, which are not worth 64.
        ulong[] changes = [0, 0xFFFF_0000, 0xFFFF_0000, 0x0FF0_0000, 1, ulong.MaxValue, 3];
        var numbers = new List<long>();
        var before = 0L;
        foreach (var change in changes)
        {
            var at = writer.Bits;
            numbers.Add(before ^ (long)change);
            code.Write(ref writer, numbers[^1], before);
            bits.Add(writer.Bits - at);
            before = numbers[^1];
        }
        Assert.That(bits, Is.EqualTo(new[] { 1, 14 + 16, 2 + 16, 2 + 16, 14 + 1, 14 + 64, 14 + 2 }));

        var reader = new BitReader(writer.Written);
        var (again, last) = (new DoubleCode(), 0L);
        foreach (var number in numbers)
            Assert.That(last = again.Read(ref reader, last), Is.EqualTo(number));
    }

    [Test]
    public void A_stretch_is_used_again_where_that_takes_fewer_bits()
    {
        var (writer, code) = (new BitWriter(), new DoubleCode());
        code.Write(ref writer, 0xFFF, 0);
        var at = writer.Bits;
        code.Write(ref writer, 0xFFF ^ 1, 0xFFF);
        Assert.That(writer.Bits - at, Is.EqualTo(2 + 12), "eleven bits more than it needs");
        code.Write(ref writer, 0x3FFF, 0);
        at = writer.Bits;
        code.Write(ref writer, 0x3FFF ^ 1, 0x3FFF);
        Assert.That(writer.Bits - at, Is.EqualTo(14 + 1), "thirteen bits more than it needs");
    }

    [Test]
    public void A_number_that_cannot_be_is_refused()
    {
        Assert.That(() => Read("10" + "1"), Throws.TypeOf<InvalidDataException>(), "a stretch that nobody named");
        Assert.That(() => Read("11" + "000001" + "111111" + new string('1', 64)), Throws.TypeOf<InvalidDataException>(), "65 bits");
        Assert.That(Read("11" + "000001" + "111110" + new string('1', 63)), Is.EqualTo(long.MaxValue), "63 bits");

        static long Read(string bits)
        {
            var writer = new BitWriter();
            foreach (var bit in bits)
                writer.Write(bit == '1' ? 1u : 0u, 1);
            writer.Write(0, 64);
            var reader = new BitReader(writer.Written);
            return new DoubleCode().Read(ref reader, 0);
        }
    }

    [FsCheck.NUnit.Property(MaxTest = 300)]
    public bool Bits_come_back_whatever_their_number_and_the_places_they_begin_at((ulong Value, byte Count)[] written)
    {
        var writer = new BitWriter();
        var total = 0;
        foreach (var (value, count) in written)
        {
            writer.Write(Low(value, count % 65), count % 65);
            total += count % 65;
        }
        if (writer.Bits != total || writer.Written.Length != (total + 7) / 8)
            return false;
        var reader = new BitReader(writer.Written);
        foreach (var (value, count) in written)
        {
            if (reader.Read(count % 65) != Low(value, count % 65))
                return false;
        }
        return reader.Left is >= 0 and < 8;

        static ulong Low(ulong value, int count) =>
            count == 0 ? 0
            : count == 64 ? value
            : value & ((1UL << count) - 1);
    }

    [TestCase(0)]
    [TestCase(7)]
    [TestCase(8)]
    [TestCase(17)]
    public void Bytes_come_back_from_any_place(int count)
    {
        var bytes = Enumerable.Range(1, count).Select(i => (byte)(i * 37)).ToArray();
        var writer = new BitWriter();
        writer.Write(1, 3);
        writer.Write(bytes);
        Assert.That(writer.Bits, Is.EqualTo(3 + (count * 8)));
        var reader = new BitReader(writer.Written);
        reader.Read(3);
        Assert.That(reader.ReadBytes(count), Is.EqualTo(bytes));
        Assert.That(reader.Left, Is.LessThan(8));
    }

    [Test]
    public void Nothing_is_read_beyond_the_end()
    {
        Assert.That(() => new BitReader([0xFF]).Read(9), Throws.TypeOf<InvalidDataException>());
        Assert.That(() => new BitReader([]).ReadBit(), Throws.TypeOf<InvalidDataException>());
        Assert.That(() => new BitReader([0xFF]).ReadBytes(2), Throws.TypeOf<InvalidDataException>());
        Assert.That(() => new BitReader([]).ReadOnes(5), Throws.TypeOf<InvalidDataException>());
        Assert.That(() => new BitReader([0xFF]).ReadOnes(9), Throws.TypeOf<InvalidDataException>());
        Assert.That(new BitReader([0xFF]).ReadOnes(8), Is.EqualTo(8));
        Assert.That(new BitReader([0xFF]).Read(8), Is.EqualTo(0xFF));
        Assert.That(new BitReader([0xFF]).ReadBytes(1), Is.EqualTo(new byte[] { 0xFF }));
    }

    [Test]
    public void A_buffer_is_kept_or_given_back()
    {
        var writer = new BitWriter();
        writer.Write(5, 64);
        var room = writer.Capacity;
        writer.Clear();
        Assert.That((writer.Bits, writer.Capacity), Is.EqualTo((0, room)));
        writer.Release();
        Assert.That((writer.Bits, writer.Capacity), Is.EqualTo((0, 0)));
        writer.Write(5, 3);
        Assert.That(writer.Written.ToArray(), Is.EqualTo(new byte[] { 0xA0 }));
    }

    [TestCase(0L, 0)]
    [TestCase(TimeSpan.TicksPerDay - 1, 0)]
    [TestCase(TimeSpan.TicksPerDay, 1)]
    [TestCase(-1L, 0)]
    public void Days_begin_with_the_first_of_January_1601(long ticks, int day)
    {
        Assert.That(UtcDay.FromTicks(ticks), Is.EqualTo(day));
        Assert.That(UtcDay.Parse(UtcDay.Name(day)), Is.EqualTo(day));
        Assert.That(UtcDay.Name(1), Is.EqualTo("1601-01-02"));
        Assert.That(UtcDay.Parse("2026-13-01"), Is.Null);
    }

    private static string Shown(in BitWriter writer) =>
        string.Concat(writer.Written.ToArray().Select(b => Convert.ToString(b, 2).PadLeft(8, '0')))[..writer.Bits];
}
