using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Tests;

public class MessageBufferTests
{
    private static readonly Variant Sample = Variant.FromArray(
        BuiltInType.Variant,
        new[]
        {
            Variant.From(1.5),
            Variant.From("a text that is longer than a small segment 水"),
            Variant.From(new NodeId(2, 123456)),
            Variant.From(true),
            Variant.From(uint.MaxValue),
            Variant.FromArray(BuiltInType.Int64, new long[] { 1, -2, long.MaxValue }),
        }
    );

    [Test]
    public void The_cut_into_segments_does_not_show_in_the_bytes([Range(1, 40)] int body)
    {
        var whole = Wire.Write((ref UaWriter w) => w.WriteVariant(Sample));
        var cut = Wire.Write((ref UaWriter w) => w.WriteVariant(Sample), body + 7, front: 4, back: 3);
        Assert.That(cut, Is.EqualTo(whole));
    }

    [Test]
    public void A_length_is_patched_over_a_cut([Range(1, 12)] int body)
    {
        var bytes = Wire.Write(
            static (ref UaWriter w) =>
            {
                w.WriteByte(0xAA);
                var length = w.Reserve();
                w.WriteUInt64(ulong.MaxValue);
                w.Patch(length, 0x04030201);
            },
            body
        );
        Assert.That(Wire.Hex(bytes), Is.EqualTo("AA 01 02 03 04 FF FF FF FF FF FF FF FF"));
    }

    [Test]
    public void Headers_and_trailers_stay_free_around_the_body_of_each_segment()
    {
        using var buffer = MessageBuffer.Rent(segmentSize: 10, front: 4, back: 2);
        buffer.Segment(0).Span.Fill(0xEE);
        var writer = new UaWriter(buffer);
        writer.WriteUInt64(0x0807060504030201);
        writer.Flush();
        Assert.Multiple(() =>
        {
            Assert.That(buffer.SegmentCount, Is.EqualTo(2));
            Assert.That(buffer.Length, Is.EqualTo(8));
            Assert.That(Wire.Hex(buffer.Segment(0).ToArray()), Is.EqualTo("EE EE EE EE 01 02 03 04 EE EE"));
            Assert.That(Wire.Hex(buffer.Body(1).ToArray()), Is.EqualTo("05 06 07 08"));
        });
    }

    [Test]
    public void A_body_that_fills_its_segment_takes_no_second_one()
    {
        using var buffer = MessageBuffer.Rent(8, 0, 0);
        var writer = new UaWriter(buffer);
        writer.WriteUInt64(1);
        writer.Flush();
        Assert.That(buffer.SegmentCount, Is.EqualTo(1));
        var second = new UaWriter(buffer);
        second.WriteByte(2);
        second.Flush();
        Assert.That((buffer.SegmentCount, buffer.Length), Is.EqualTo((2, 9)));
    }

    [Test]
    public void What_the_receiver_does_not_accept_is_too_large_and_can_be_taken_back()
    {
        using var buffer = MessageBuffer.Rent(16, 0, 0, maxLength: 20);
        var head = new UaWriter(buffer);
        head.WriteUInt32(7);
        head.Flush();
        Assert.That(Assert.Throws<UaException>(() => Overflow(buffer))!.Status.Value, Is.EqualTo(StatusCodes.BadResponseTooLarge));

        buffer.Truncate(4);
        var writer = new UaWriter(buffer);
        Assert.That(writer.Position, Is.EqualTo(4));
        writer.WriteRaw(new byte[16]);
        writer.Flush();
        Assert.That(buffer.ToArray(), Is.EqualTo(new byte[] { 7, 0, 0, 0 }.Concat(new byte[16])));
    }

    [Test]
    public void A_span_holds_what_fits()
    {
        var bytes = new byte[5];
        var writer = new UaWriter(bytes);
        writer.WriteUInt32(1);
        writer.WriteByte(2);
        Assert.That(bytes, Is.EqualTo(new byte[] { 1, 0, 0, 0, 2 }));
        Assert.That(writer.Position, Is.EqualTo(5));
        Assert.That(
            () =>
            {
                new UaWriter(new byte[3]).WriteUInt32(1);
            },
            Throws.TypeOf<UaException>()
        );
    }

    [Test]
    public void A_steady_message_allocates_nothing()
    {
        // The pool is everybody's: now and then another thread holds the array that would have been next.
        Assert.That(Enumerable.Range(0, 6).Min(static _ => BytesOfMessages()), Is.Zero);

        static long BytesOfMessages()
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            for (var i = 0; i < 100; i++)
                WriteOne();
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }

        static void WriteOne()
        {
            using var buffer = MessageBuffer.Rent(1024, 24, 64);
            var writer = new UaWriter(buffer);
            for (var i = 0; i < 200; i++)
                writer.WriteDataValue(new DataValue(Variant.From(i), default, 1, 2));
            writer.WriteString("text");
            writer.Flush();
        }
    }

    private static void Overflow(MessageBuffer buffer)
    {
        var writer = new UaWriter(buffer);
        writer.WriteRaw(new byte[17]);
    }
}
