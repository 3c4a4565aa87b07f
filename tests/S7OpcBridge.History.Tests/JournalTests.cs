using FsCheck;
using FsCheck.Fluent;
using S7OpcBridge.History.Chunks;
using S7OpcBridge.History.Journal;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Tests;

/// <summary>The journal's bytes, and what is left of a file that is damaged or cut off.</summary>
internal sealed class JournalTests : StoreFixture
{
    // Seven bits a byte, the lowest first, the sign in the lowest bit.
    [TestCase(0, "00")]
    [TestCase(-1, "01")]
    [TestCase(1, "02")]
    [TestCase(63, "7E")]
    [TestCase(-64, "7F")]
    [TestCase(64, "8001")]
    [TestCase(8192, "808001")]
    [TestCase(long.MaxValue, "FEFFFFFFFFFFFFFFFF01")]
    [TestCase(long.MinValue, "FFFFFFFFFFFFFFFFFF01")]
    public void A_number_takes_a_byte_for_seven_bits(long number, string bytes)
    {
        var to = new ByteWriter();
        to.Number(number);
        Assert.That(Convert.ToHexString(to.Written.Span), Is.EqualTo(bytes));
        var from = new ByteReader(to.Written.Span);
        Assert.That(from.Number(), Is.EqualTo(number));
        Assert.That(from.AtEnd);
    }

    [Test]
    public void Fixed_numbers_have_their_lowest_byte_first_and_texts_their_length_in_bytes()
    {
        var to = new ByteWriter();
        to.UInt32(0x01020304);
        to.Int64(-2);
        to.Text("Ä");
        Assert.That(Convert.ToHexString(to.Written.Span), Is.EqualTo("04030201" + "FEFFFFFFFFFFFFFF" + "04C384"));
        var from = new ByteReader(to.Written.Span);
        Assert.That((from.UInt32(), from.Int64(), from.AtEnd, from.Text(), from.AtEnd), Is.EqualTo((0x01020304u, -2L, false, "Ä", true)));
    }

    [TestCase("80", TestName = "A_number_that_is_cut_off")]
    [TestCase("FFFFFFFFFFFFFFFFFFFF01", TestName = "A_number_of_eleven_bytes")]
    public void A_number_without_an_end_is_refused(string bytes) =>
        Assert.That(() => new ByteReader(Convert.FromHexString(bytes)).Number(), Throws.TypeOf<InvalidDataException>());

    [TestCase("0601", TestName = "Three_bytes_announced_and_one_there")]
    [TestCase("01", TestName = "A_length_below_zero")]
    [TestCase("FEFFFFFFFFFFFFFFFF01", TestName = "A_length_beyond_all_memory")]
    public void A_length_that_the_frame_does_not_hold_is_refused(string bytes) =>
        Assert.That(() => new ByteReader(Convert.FromHexString(bytes)).Counted().ToArray(), Throws.TypeOf<InvalidDataException>());

    [Test]
    public void A_frame_grows_as_far_as_it_must()
    {
        var to = new ByteWriter();
        var block = Enumerable.Range(0, 5000).Select(i => (byte)i).ToArray();
        to.Counted(block);
        for (var i = 0; i < 3000; i++)
            to.Int64(i);
        var from = new ByteReader(to.Written.Span);
        Assert.That(from.Counted().ToArray(), Is.EqualTo(block));
        for (var i = 0; i < 3000; i++)
            Assert.That(from.Int64(), Is.EqualTo(i));
        Assert.That(from.AtEnd);
        to.Clear();
        Assert.That(to.Length, Is.Zero);
    }

    [FsCheck.NUnit.Property(MaxTest = 300)]
    public Property Values_come_out_of_a_frame_as_they_went_in() =>
        Prop.ForAll(
            Values.NonEmptyListOf().ToArbitrary(),
            values =>
            {
                var to = new ByteWriter();
                var write = new ValueFrame();
                foreach (var (value, sequence) in values)
                    write.Write(to, value, sequence);
                var from = new ByteReader(to.Written.Span);
                var read = new ValueFrame();
                foreach (var (value, sequence) in values)
                {
                    var again = read.Read(ref from, out var number);
                    Assert.That(again with { Encoded = null }, Is.EqualTo(value with { Encoded = null }));
                    Assert.That(again.Encoded, Is.EqualTo(value.Encoded));
                    Assert.That(number, Is.EqualTo(sequence < 0 ? -1 : sequence));
                }
                Assert.That(from.AtEnd);
            }
        );

    [Test]
    public void A_value_of_a_known_series_takes_five_bytes()
    {
        var to = new ByteWriter();
        var frame = new ValueFrame();
        frame.Write(to, new(3, (byte)BuiltInType.Int16, 0, 1000, 5, null), 0);
        Assert.That(Convert.ToHexString(to.Written.Span), Is.EqualTo("06" + "84" + "00" + "D00F" + "0A"));
        to.Clear();
        frame.Write(to, new(3, (byte)BuiltInType.Boolean, 0x80000000, 1001, 1, null), -1);
        Assert.That(Convert.ToHexString(to.Written.Span), Is.EqualTo("00" + "41" + "02" + "00000080" + "01"));
    }

    [Test]
    public void A_chunk_and_a_head_come_back()
    {
        var to = new ByteWriter();
        to.Byte(9);
        JournalFrames.WriteHead(to, 77);
        Assert.That(Convert.ToHexString(to.Written.Span), Is.EqualTo("0101" + "9A01"));
        var chunk = new Chunk(0, 5, 10, 20, 30, 40, [1, 2, 3]);
        to.Clear();
        JournalFrames.WriteChunk(to, chunk);
        var from = new ByteReader(to.Written.Span);
        var again = JournalFrames.ReadChunk(ref from);
        Assert.That(again with { Data = null }, Is.EqualTo(chunk with { Data = null }));
        Assert.That(again.Data, Is.EqualTo(chunk.Data));
    }

    [Test]
    public void A_journal_of_a_newer_program_is_refused()
    {
        Assert.That(() => Check(1), Throws.Nothing);
        Assert.That(() => Check(2), Throws.TypeOf<InvalidDataException>());

        static void Check(byte version)
        {
            var from = new ByteReader([version]);
            JournalFrames.CheckVersion(ref from);
        }
    }

    [Test]
    public void Whole_frames_are_read_wherever_the_file_is_cut_off()
    {
        var bytes = Written([1], [2, 3], [4, 5, 6]);
        Assert.That(bytes, Has.Length.EqualTo(3 * 12 + 6));
        for (var length = 0; length <= bytes.Length; length++)
        {
            File.WriteAllBytes(File1, bytes[..length]);
            var whole =
                length < 13 ? 0
                : length < 27 ? 1
                : length < 42 ? 2
                : 3;
            var (frames, reader) = Read();
            Assert.That(frames, Has.Count.EqualTo(whole), $"of {length} bytes");
            Assert.That(reader.End, Is.EqualTo(new[] { 0, 13, 27, 42 }[whole]));
            Assert.That(reader.Damaged, Is.Empty, "an end that is missing is no damage");
        }
    }

    [Test]
    public void A_damaged_frame_costs_no_other()
    {
        var bytes = Written([1], [2, 3], [4, 5, 6]);
        for (var at = 13; at < 27; at++)
        {
            var damaged = (byte[])bytes.Clone();
            damaged[at] ^= 0x55;
            File.WriteAllBytes(File1, damaged);
            var (frames, reader) = Read();
            Assert.That(frames, Is.EqualTo(new[] { "01", "040506" }), $"byte {at}");
            Assert.That(reader.Damaged, Is.EqualTo(new[] { 13L }), $"byte {at}");
            Assert.That(reader.End, Is.EqualTo(42));
        }
    }

    [Test]
    public void Frames_behind_a_long_stretch_of_damage_are_found_wherever_their_mark_lies([Range(65533, 65542)] int stretch)
    {
        var frame = Written([7, 8]);
        File.WriteAllBytes(File1, [.. new byte[stretch], .. frame, .. frame]);
        var (frames, reader) = Read();
        Assert.That(frames, Is.EqualTo(new[] { "0708", "0708" }));
        Assert.That(reader.Damaged, Is.EqualTo(new[] { 0L }));
    }

    [Test]
    public void A_frame_may_be_larger_than_what_is_read_at_once()
    {
        var large = new byte[200_000];
        Random.Shared.NextBytes(large);
        File.WriteAllBytes(File1, Written(large, [1]));
        Assert.That(Read().Frames, Is.EqualTo(new[] { Convert.ToHexString(large), "01" }));
    }

    [Test]
    public void Only_what_was_committed_counts_and_what_was_taken_back_is_gone()
    {
        using (var writer = JournalWriter.Create(File1))
        {
            writer.Append([1, 2]);
            Assert.That(writer.Committed, Is.Zero);
            writer.Commit();
            Assert.That(writer.Committed, Is.EqualTo(14));
            writer.Append([3]);
            writer.TakeBack();
            Assert.That(new FileInfo(File1).Length, Is.EqualTo(14));
            writer.Append([4]);
            writer.Commit();
        }
        Assert.That(Read().Frames, Is.EqualTo(new[] { "0102", "04" }));

        using (var writer = JournalWriter.Continue(File1, 14))
        {
            Assert.That((writer.Committed, new FileInfo(File1).Length), Is.EqualTo((14, 14)));
            writer.Append([5]);
        }
        Assert.That(Read().Frames, Is.EqualTo(new[] { "0102", "05" }));
    }

    [Test]
    public void Files_are_numbered_and_older_ones_deleted_with_what_was_never_finished()
    {
        foreach (var number in (int[])[10, 2, 100_000_000])
            File.WriteAllText(JournalFiles.PathOf(Folder, number), "");
        foreach (var name in (string[])["journal-0000000x.log", "journal-00000000.log", "journal-.log", "other-00000003.log"])
            File.WriteAllText(Path.Combine(Folder, name), "");
        File.WriteAllText(JournalFiles.UnfinishedPathOf(Folder, 11), "");
        Assert.That(Path.GetFileName(JournalFiles.PathOf(Folder, 10)), Is.EqualTo("journal-00000010.log"));
        Assert.That(JournalFiles.Numbers(Folder), Is.EqualTo(new[] { 2, 10, 100_000_000 }));

        JournalFiles.DeleteAllBut(Folder, 10);
        Assert.That(JournalFiles.Numbers(Folder), Is.EqualTo(new[] { 10, 100_000_000 }));
        Assert.That(File.Exists(JournalFiles.UnfinishedPathOf(Folder, 11)), Is.False);
        Assert.That(File.Exists(Path.Combine(Folder, "other-00000003.log")));
    }

    private string File1 => JournalFiles.PathOf(Folder, 1);

    private byte[] Written(params byte[][] payloads)
    {
        using (var writer = JournalWriter.Create(File1))
        {
            foreach (var payload in payloads)
                writer.Append(payload);
        }
        return File.ReadAllBytes(File1);
    }

    private (List<string> Frames, JournalReader Reader) Read()
    {
        var reader = new JournalReader(File1);
        return ([.. reader.Frames().Select(frame => Convert.ToHexString(frame.Span))], reader);
    }

    private static readonly Gen<(Recorded Value, long Sequence)> Values =
        from type in Gen.Elements<byte>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 19, ValueForms.EncodedType)
        from series in Gen.Choose(0, 100_000)
        from status in Gen.Frequency((3, Gen.Constant(0u)), (1, ArbMap.Default.GeneratorFor<uint>()))
        from time in ArbMap.Default.GeneratorFor<long>()
        from bits in ArbMap.Default.GeneratorFor<long>()
        from encoded in ArbMap.Default.GeneratorFor<byte[]>()
        from sequence in Gen.OneOf(Gen.Constant(-1L), Gen.Choose(0, int.MaxValue).Select(i => (long)i))
        select (
            new Recorded(
                series,
                type,
                status,
                time,
                type switch
                {
                    0 or ValueForms.EncodedType => 0,
                    1 => bits & 1,
                    10 => (uint)bits,
                    _ => bits,
                },
                type == ValueForms.EncodedType ? encoded : null
            ),
            sequence
        );
}
