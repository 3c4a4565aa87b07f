using FsCheck;
using FsCheck.Fluent;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Values;

public sealed class PlusValueTests
{
    private static readonly WireType[] Numbers =
    [
        WireType.Bool,
        WireType.USInt,
        WireType.UInt,
        WireType.UDInt,
        WireType.ULInt,
        WireType.SInt,
        WireType.Int,
        WireType.DInt,
        WireType.LInt,
        WireType.Byte,
        WireType.Word,
        WireType.DWord,
        WireType.LWord,
        WireType.Real,
        WireType.LReal,
        WireType.Timestamp,
        WireType.Timespan,
        WireType.Rid,
        WireType.Aid,
    ];

    [FsCheck.NUnit.Property(Arbitrary = [typeof(PlusValueTests)])]
    public bool A_value_is_read_as_it_was_written_and_stepped_over_as_a_whole(PlusValueBox box)
    {
        var bytes = box.Value.Encode();
        var from = new PlusReader(bytes);
        var again = PlusValue.Read(ref from);
        var skipped = new PlusReader(bytes);
        ValueSkip.Skip(ref skipped);
        return from.Left == 0 && skipped.Left == 0 && again.Encode().AsSpan().SequenceEqual(bytes);
    }

    // Ids and kind as JuergenKosel/s7commwireshark (packet-s7comm_plus.c) describes them; no public capture has one.
    [Test]
    public void A_blob_can_be_a_list_of_ids_and_values()
    {
        var bytes = Hex.Bytes("00 14 8140 0000000000000000 00 8169 00 15 01 41 8E32 00 04 03 00");
        var from = new PlusReader([.. bytes, 0x55]);
        var value = PlusValue.Read(ref from);
        Assert.Multiple(() =>
        {
            Assert.That(value.BlobMembers!.Select(member => member.Key), Is.EqualTo(new[] { PlusIds.Name, PlusIds.ProtectionLevel }));
            Assert.That(value.BlobMembers![0].Value.Text, Is.EqualTo("A"));
            Assert.That(value.Encode(), Is.EqualTo(bytes));
        });
        Assert.That(from.Byte(), Is.EqualTo(0x55));
        var skipped = new PlusReader([.. bytes, 0x55]);
        ValueSkip.Skip(ref skipped);
        Assert.That(skipped.Left, Is.EqualTo(1));
    }

    [TestCase("0014 02 0000000000000000 00 01")]
    [TestCase("1014 01 02 0000000000000000 00 01")]
    [TestCase("4014 01 02 0000000000000000 00 01")]
    public void Blobs_in_blobs_that_nest_too_deep_are_refused(string level)
    {
        var deep = Hex.Bytes(string.Concat(Enumerable.Repeat(level, 100_000)));
        Assert.That(
            () =>
            {
                var from = new PlusReader(deep);
                PlusValue.Read(ref from);
            },
            Throws.InstanceOf<S7PlusProtocolException>().With.Message.Contains("nest")
        );
        Assert.That(
            () =>
            {
                var from = new PlusReader(deep);
                ValueSkip.Skip(ref from);
            },
            Throws.InstanceOf<S7PlusProtocolException>().With.Message.Contains("nest")
        );
    }

    [FsCheck.NUnit.Property(MaxTest = 1000)]
    public bool Any_bytes_are_a_value_or_refused_and_nothing_else(byte[] bytes)
    {
        try
        {
            var from = new PlusReader(bytes);
            PlusValue.Read(ref from);
        }
        catch (S7PlusProtocolException) { }
        return true;
    }

    [Test]
    public void A_list_longer_than_the_bytes_left_is_refused_before_memory_is_taken()
    {
        Assert.Multiple(() =>
        {
            foreach (var head in new[] { "1004", "1002", "1000", "1015", "1014", "0015", "001400" })
                Assert.That(() => Read(head + "8FFFFFFF7F" + "00"), Throws.InstanceOf<S7PlusProtocolException>(), head);
        });
    }

    [Test]
    public void Structures_that_nest_too_deep_are_refused()
    {
        var deep = string.Concat(Enumerable.Repeat("00170000100001", 100_000));
        Assert.That(() => Read(deep), Throws.InstanceOf<S7PlusProtocolException>().With.Message.Contains("nest"));
        Assert.That(
            () =>
            {
                var from = new PlusReader(Hex.Bytes(deep));
                ValueSkip.Skip(ref from);
            },
            Throws.InstanceOf<S7PlusProtocolException>()
        );
    }

    [Test]
    public void The_flag_80_of_an_S7_1511_does_not_change_the_form()
    {
        Assert.That(Read("800B1234").Bits, Is.EqualTo(0x1234));
        Assert.That(Read("900A03010203").Bytes.ToArray(), Is.EqualTo(new byte[] { 1, 2, 3 }));
    }

    [Test]
    public void An_address_array_of_structures_has_its_id_once()
    {
        // Form: s7commwireshark, s7commp_decode_value (struct with flag 20).
        const string twice = "2017 00000400 02 05 0002 07 00 05 0002 08 00";
        Assert.That(Convert.ToHexString(Read(twice).Encode()), Is.EqualTo(Convert.ToHexString(Hex.Bytes(twice))));
    }

    public static Arbitrary<PlusValueBox> Values() => Arb.From(Value(2).Select(value => new PlusValueBox(value)));

    private static PlusValue Read(string digits)
    {
        var from = new PlusReader(Hex.Bytes(digits));
        return PlusValue.Read(ref from);
    }

    private static Gen<PlusValue> Value(int depth) =>
        depth == 0 ? Gen.OneOf(Number(), Text()) : Gen.OneOf(Number(), Text(), Array(), Sparse(), Struct(depth), Packed(), Blob());

    private static Gen<PlusValue> Number() =>
        from type in Gen.Elements(Numbers)
        from bits in ArbMap.Default.GeneratorFor<ulong>()
        from shift in Gen.Choose(0, 63)
        select Canonical(type, bits >> shift);

    // As many bits as the type has, with the sign where it has one.
    private static PlusValue Canonical(WireType type, ulong bits)
    {
        var writer = new PlusWriter();
        writer.Byte(0);
        writer.Byte((byte)type);
        ValueTreeWriter.WriteBits(writer, type, bits);
        var from = new PlusReader(writer.Written);
        return PlusValue.Read(ref from);
    }

    private static Gen<PlusValue> Text() => ArbMap.Default.GeneratorFor<NonNull<string>>().Select(text => PlusValue.WString(text.Get));

    private static Gen<PlusValue> Array() =>
        from bytes in ArbMap.Default.GeneratorFor<byte[]>()
        from words in ArbMap.Default.GeneratorFor<uint[]>()
        from form in Gen.Elements(ValueFlags.Array, ValueFlags.AddressArray)
        from which in Gen.Choose(0, 1)
        select which == 0 ? PlusValue.USIntArray(bytes) : PlusValue.UDIntArray(words, form);

    private static Gen<PlusValue> Sparse() =>
        from texts in Gen.ListOf(Text())
        select new PlusValue(
            ValueFlags.SparseArray,
            WireType.WString,
            0,
            texts.Select((text, i) => new PlusMember((uint)i + 1, text)).ToArray()
        );

    private static Gen<PlusValue> Struct(int depth) =>
        from members in Gen.ListOf(Value(depth - 1))
        select PlusValue.Struct(314, [.. members.Select((value, i) => new PlusMember((uint)i + 300, value))]);

    private static Gen<PlusValue> Packed() =>
        from data in ArbMap.Default.GeneratorFor<byte[]>()
        from flags in Gen.Elements(2u, 3u, 1026u)
        select new PlusValue(0, WireType.Struct, 0, new PlusStruct(0x92010000, [], new PackedStruct(77, flags, flags > 3 ? 5u : 0, data)));

    private static Gen<PlusValue> Blob() =>
        from data in ArbMap.Default.GeneratorFor<byte[]>()
        from root in Gen.Elements(0u, 1u, 300u)
        select new PlusValue(0, WireType.Blob, 0, new PlusBlob(root, 0, root > 1 ? (byte)2 : (byte)0, data));

    /// <summary>A public name for an internal type, which a public property method cannot take.</summary>
    public sealed class PlusValueBox
    {
        internal PlusValueBox(PlusValue value) => Value = value;

        internal PlusValue Value { get; }

        public override string ToString() => Convert.ToHexString(Value.Encode());
    }
}
