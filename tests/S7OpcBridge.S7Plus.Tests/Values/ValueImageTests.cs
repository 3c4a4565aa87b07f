using System.Buffers.Binary;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Values;

public sealed class ValueImageTests
{
    [Test]
    public void Every_value_that_a_real_S7_1511_sent_fits_the_shape_of_its_type()
    {
        var from = new PlusReader(Hex.WithoutDigest(Cpu1511.ReadAllAnswer));
        AnswerHead.Read(ref from);
        Assert.That(from.Vlq64(), Is.Zero);
        for (var i = 0; i < AllTypes.Items.Length; i++)
        {
            Assert.That(from.Vlq32(), Is.EqualTo(i + 1));
            var shape = AllTypes.ShapeOf(i);
            var image = new byte[shape.ByteLength];
            Assert.That(ValueImage.TryRead(ref from, shape, image), AllTypes.Items[i].Path);
            switch (AllTypes.Items[i].Path)
            {
                case "DTL.YEAR":
                    Assert.That(BinaryPrimitives.ReadUInt16BigEndian(image), Is.EqualTo(1970));
                    break;
                case "Date_And_Time":
                    Assert.That(Convert.ToHexString(image), Is.EqualTo("9001010000000002"));
                    break;
                case "String":
                    Assert.That(image[..2], Is.EqualTo(new byte[] { 254, 0 }));
                    break;
                case "Word0":
                    Assert.That(image, Has.Length.EqualTo(2));
                    break;
            }
        }
        Assert.That(from.Vlq32(), Is.Zero, "end of values");
        Assert.That(from.Vlq32(), Is.Zero, "end of errors");
    }

    private static readonly S7PlusType[] Readable =
    [
        .. Enum.GetValues<S7PlusType>().Where(type => TypeTable.WireOf(type) is not (WireType.Null or WireType.Struct)),
    ];

    [FsCheck.NUnit.Property]
    public bool Bytes_of_a_shape_come_back_from_what_is_written(byte pick, byte count, byte[] content)
    {
        var type = Readable[pick % Readable.Length];
        var isText = type is S7PlusType.String or S7PlusType.WString;
        var shape = isText
            ? new S7PlusShape(type, length: count)
            : new S7PlusShape(type, count: TypeTable.SpreadOf(type, 0) == 0 ? count : 0);
        var image = new byte[shape.ByteLength];
        for (var i = 0; i < image.Length && content.Length > 0; i++)
            image[i] = content[i % content.Length];
        // Bits behind the last Bool of an array are no part of the value; a single Bool is 0 or 1.
        if (shape.IsBits && shape.Count % 8 != 0)
            image[^1] &= (byte)((1 << (shape.Count % 8)) - 1);

        var writer = new PlusWriter();
        ValueImage.Write(writer, shape, image);
        var reader = new PlusReader(writer.Written);
        var again = new byte[image.Length];
        return ValueImage.TryRead(ref reader, shape, again) && reader.Left == 0 && again.AsSpan().SequenceEqual(image);
    }

    [Test]
    public void A_packed_structure_becomes_its_bytes()
    {
        // A DTL as the reference describes it: id 02000043, time stamp, flags 2, 12 bytes.
        var dtl = Hex.Bytes("0017 02000043 0123456789ABCDEF 02 0C 07EA 0B 16 01 16 1E 0F 00000005");
        var from = new PlusReader(dtl);
        var image = new byte[12];
        Assert.That(ValueImage.TryRead(ref from, new S7PlusShape(S7PlusType.Dtl), image));
        Assert.That(Convert.ToHexString(image), Is.EqualTo("07EA0B1601161E0F00000005"));
    }

    [TestCase(12)]
    [TestCase(16)]
    public void Bits_of_an_array_are_packed_and_those_that_fill_up_the_last_byte_are_left_out(int sent)
    {
        var writer = new PlusWriter();
        new PlusValue(
            ValueFlags.Array,
            WireType.Bool,
            0,
            Enumerable.Range(0, sent).Select(i => (byte)(i % 3 == 0 || i > 11 ? 1 : 0)).ToArray()
        ).Write(writer);
        var from = new PlusReader(writer.Written);
        var image = new byte[2];
        Assert.That(ValueImage.TryRead(ref from, new S7PlusShape(S7PlusType.Bool, count: 12), image));
        Assert.That(Convert.ToHexString(image), Is.EqualTo("4902"));
    }

    [Test]
    public void Another_type_or_another_count_does_not_fit_and_is_stepped_over()
    {
        var writer = new PlusWriter();
        PlusValue.UDIntArray([1, 2, 300]).Write(writer);
        PlusValue.Struct(40000, new PlusMember(5, PlusValue.WString("x"))).Write(writer);
        PlusValue.Int(-7).Write(writer);
        var from = new PlusReader(writer.Written);
        var image = new byte[8];
        Assert.That(ValueImage.TryRead(ref from, new S7PlusShape(S7PlusType.UDInt, count: 2), image), Is.False);
        Assert.That(ValueImage.TryRead(ref from, new S7PlusShape(S7PlusType.Word), image.AsSpan(0, 2)), Is.False);
        Assert.That(ValueImage.TryRead(ref from, new S7PlusShape(S7PlusType.Int), image.AsSpan(0, 2)));
        Assert.That(image[..2], Is.EqualTo(new byte[] { 0xFF, 0xF9 }));
    }

    [FsCheck.NUnit.Property]
    public bool Any_bytes_are_read_or_refused_and_nothing_else(byte[] bytes, byte pick)
    {
        var shape = new S7PlusShape(Readable[pick % Readable.Length]);
        try
        {
            var from = new PlusReader(bytes);
            ValueImage.TryRead(ref from, shape, new byte[shape.ByteLength]);
        }
        catch (S7PlusProtocolException) { }
        return true;
    }
}
