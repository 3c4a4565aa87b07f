using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Values;

public sealed class VlqTests
{
    // −255: reference, section 7. 2550 and 0x8A0E0006 as in the item addresses of an S7-1511 (Cpu1511.ReadArrayRequest).
    [TestCase(-255L, "FE01")]
    [TestCase(0L, "00")]
    [TestCase(-1L, "7F")]
    [TestCase(63L, "3F")]
    [TestCase(64L, "8040")]
    [TestCase(-64L, "40")]
    [TestCase(-65L, "FF3F")]
    public void A_signed_number_has_its_sign_in_bit_6_of_the_first_byte(long value, string expected)
    {
        var to = new byte[Vlq.Longest64];
        var length = Vlq.Write(to, value);
        Assert.That(Convert.ToHexString(to, 0, length), Is.EqualTo(expected));
    }

    [TestCase(2550u, "9376")]
    [TestCase(0x8A0E0006u, "88D0B88006")]
    [TestCase(uint.MaxValue, "8FFFFFFF7F")]
    [TestCase(127u, "7F")]
    public void An_unsigned_number_is_written_highest_group_first(uint value, string expected)
    {
        var to = new byte[Vlq.Longest64];
        var length = Vlq.Write(to, value);
        Assert.That(Convert.ToHexString(to, 0, length), Is.EqualTo(expected));
    }

    // The CPU refuses the shorter form of these (reference, section 7).
    [TestCase(0x00FF_FFFF_FFFF_FFFFul, 8)]
    [TestCase(0x0100_0000_0000_0000ul, 9)]
    [TestCase(ulong.MaxValue, 9)]
    public void An_unsigned_number_beyond_56_bits_takes_9_bytes(ulong value, int length)
    {
        Assert.That(Vlq.Write(new byte[Vlq.Longest64], value), Is.EqualTo(length));
    }

    [TestCase(0x007F_FFFF_FFFF_FFFFL, 8)]
    [TestCase(-0x007F_FFFF_FFFF_FFFFL, 8)]
    [TestCase(0x0080_0000_0000_0000L, 9)]
    [TestCase(-0x0080_0000_0000_0000L, 9)]
    [TestCase(long.MinValue, 9)]
    public void A_signed_number_beyond_55_bits_takes_9_bytes(long value, int length)
    {
        Assert.That(Vlq.Write(new byte[Vlq.Longest64], value), Is.EqualTo(length));
    }

    [Test]
    public void A_padded_number_is_read_as_well()
    {
        var from = new PlusReader([0x80, 0x80, 0x05]);
        Assert.That(from.Vlq32(), Is.EqualTo(5));
    }

    [Test]
    public void A_number_of_32_bits_that_does_not_end_or_does_not_fit_is_refused()
    {
        Assert.Multiple(() =>
        {
            Assert.That(() => new PlusReader([0x80, 0x80, 0x80, 0x80, 0x80, 0x00]).Vlq32(), Throws.InstanceOf<S7PlusProtocolException>());
            Assert.That(() => new PlusReader([0x9F, 0xFF, 0xFF, 0xFF, 0x7F]).Vlq32(), Throws.InstanceOf<S7PlusProtocolException>());
            Assert.That(() => new PlusReader([0x80]).Vlq32(), Throws.InstanceOf<S7PlusProtocolException>());
        });
    }

    [FsCheck.NUnit.Property]
    public bool Unsigned_32_bits_come_back(uint value)
    {
        var writer = new PlusWriter();
        writer.Vlq(value);
        var reader = new PlusReader(writer.Written);
        return reader.Vlq32() == value && reader.Left == 0 && writer.Length == Vlq.Length(value);
    }

    [FsCheck.NUnit.Property]
    public bool Signed_32_bits_come_back(int value)
    {
        var writer = new PlusWriter();
        writer.VlqSigned(value);
        var reader = new PlusReader(writer.Written);
        return reader.VlqInt32() == value && reader.Left == 0;
    }

    [FsCheck.NUnit.Property]
    public bool Unsigned_64_bits_come_back_whatever_their_size(ulong value, byte shift)
    {
        value >>= shift % 64;
        var writer = new PlusWriter();
        writer.Vlq64(value);
        var reader = new PlusReader(writer.Written);
        return reader.Vlq64() == value && reader.Left == 0;
    }

    [FsCheck.NUnit.Property]
    public bool Signed_64_bits_come_back_whatever_their_size(long value, byte shift)
    {
        value >>= shift % 64;
        var writer = new PlusWriter();
        writer.VlqSigned64(value);
        var reader = new PlusReader(writer.Written);
        return reader.VlqInt64() == value && reader.Left == 0;
    }
}
