using S7OpcBridge.S7.Transport;

namespace S7OpcBridge.S7.Tests;

public sealed class FrameReaderTests
{
    private const int MaxPdu = 240;

    // An empty frame, a PDU, a PDU in three fragments with an empty one between, a disconnect.
    private static readonly byte[] Stream = Bytes.Of(
        """
        03 00 00 07 02 F0 80
        03 00 00 0A 02 F0 80 32 01 02
        03 00 00 09 02 F0 00 32 0A
        03 00 00 07 02 F0 01
        03 00 00 08 02 F0 02 0B
        03 00 00 08 02 F0 83 0C
        03 00 00 0B 06 80 00 05 00 01 80
        """
    );

    private static readonly string[] Frames = ["Empty ", "Pdu 320102", "Pdu 320A0B0C", "Disconnect 06800005000180"];

    [Test]
    public void Frames_come_out_the_same_wherever_TCP_cuts_the_stream()
    {
        for (var first = 1; first < Stream.Length; first++)
        {
            for (var second = first; second < Stream.Length; second++)
                Assert.That(
                    Play([Stream[..first], Stream[first..second], Stream[second..]]),
                    Is.EqualTo(Frames),
                    $"cut at {first} and {second}"
                );
        }
    }

    [Test]
    public void Frames_come_out_the_same_byte_by_byte() => Assert.That(Play([.. Stream.Select(b => new[] { b })]), Is.EqualTo(Frames));

    [TestCase("16 03 01 00 05", "starts with byte 16", TestName = "A_TLS_server")]
    [TestCase("03 00 00 06 02 F0", "shorter than the smallest", TestName = "A_frame_too_short_to_be")]
    [TestCase("03 00 FF FF", "exceeds", TestName = "A_frame_longer_than_negotiated_is_refused_at_its_head")]
    [TestCase("03 00 00 07 09 F0 80", "COTP length byte says 9", TestName = "A_COTP_header_longer_than_its_frame")]
    [TestCase("03 00 00 07 01 F0 80", "COTP length byte says 1", TestName = "A_COTP_header_too_short_to_be")]
    [TestCase("03 00 00 08 03 F0 80 00", "2 bytes long", TestName = "A_data_header_of_another_length")]
    [TestCase("03 00 00 07 02 E0 00", "type E0", TestName = "A_PLC_that_wants_to_connect")]
    [TestCase("03 00 00 07 02 10 00", "type 10", TestName = "Expedited_data")]
    public void Broken_frames_are_named(string bytes, string said) =>
        Assert.That(() => Play([Bytes.Of(bytes)]), Throws.TypeOf<S7ProtocolException>().With.Message.Contains(said));

    [Test]
    public void Fragments_that_never_end_are_refused_when_they_exceed_the_PDU()
    {
        byte[] fragment = [.. Bytes.Of("03 00 00 3B 02 F0 00"), .. new byte[52]];
        Assert.That(() => Play([fragment, fragment, fragment, fragment]), Throws.Nothing);
        Assert.That(
            () => Play([fragment, fragment, fragment, fragment, fragment]),
            Throws.TypeOf<S7ProtocolException>().With.Message.Contains("260 bytes")
        );
    }

    [Test]
    public void A_PDU_one_longer_than_negotiated_passes_as_a_pad_byte_and_a_longer_one_does_not()
    {
        Assert.That(Play([Pdu(MaxPdu + 1)]), Has.Count.EqualTo(1));
        Assert.That(() => Play([Pdu(MaxPdu + 2)]), Throws.TypeOf<S7ProtocolException>());
    }

    [Test]
    public void The_bound_can_be_lowered_and_not_raised()
    {
        var reader = new FrameReader(MaxPdu) { MaxPdu = 960 };
        Assert.That(reader.MaxPdu, Is.EqualTo(MaxPdu));
        reader.MaxPdu = 112;
        Assert.That(reader.MaxPdu, Is.EqualTo(112));
    }

    /// <summary>Valid frames with some bytes overwritten, which gets deeper than noise does.</summary>
    [FsCheck.NUnit.Property(MaxTest = 2000)]
    public bool No_damage_does_more_than_a_protocol_error((byte At, byte Value)[] damage, byte cut)
    {
        var bytes = Stream.ToArray();
        foreach (var (at, value) in damage)
            bytes[at % bytes.Length] = value;
        return Survives([bytes[..(cut % bytes.Length)], bytes[(cut % bytes.Length)..]]);
    }

    [FsCheck.NUnit.Property(MaxTest = 1000)]
    public bool No_noise_does_more_than_a_protocol_error(byte[][] pieces) => Survives(pieces);

    [Test]
    public void However_many_frames_and_fragments_come_no_more_than_a_PDU_is_allocated()
    {
        var reader = new FrameReader(MaxPdu);
        byte[][] pieces =
        [
            Pdu(200),
            Fragment(100, last: false),
            Fragment(100, last: true),
            Pdu(0),
            Fragment(1, last: false),
            Fragment(1, last: true),
        ];
        Feed(1);
        var before = GC.GetAllocatedBytesForCurrentThread();
        Feed(10_000);
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);

        void Feed(int rounds)
        {
            for (var round = 0; round < rounds; round++)
            {
                foreach (var piece in pieces)
                {
                    piece.CopyTo(reader.Free());
                    reader.Advance(piece.Length);
                    while (reader.Next(out _) != FrameKind.Incomplete) { }
                }
            }
        }
    }

    private static byte[] Fragment(int length, bool last) =>
        [3, 0, (byte)((length + 7) >> 8), (byte)(length + 7), 2, 0xF0, (byte)(last ? 0x80 : 0), .. new byte[length]];

    private static byte[] Pdu(int length) => [3, 0, (byte)((length + 7) >> 8), (byte)(length + 7), 2, 0xF0, 0x80, .. new byte[length]];

    private static bool Survives(byte[][] pieces)
    {
        try
        {
            return Play(pieces).TrueForAll(frame => frame.Length <= "Disconnect ".Length + (2 * 256));
        }
        catch (S7ProtocolException)
        {
            return true;
        }
    }

    private static List<string> Play(byte[][] pieces)
    {
        var reader = new FrameReader(MaxPdu);
        var frames = new List<string>();
        foreach (var piece in pieces)
        {
            piece.CopyTo(reader.Free());
            reader.Advance(piece.Length);
            while (true)
            {
                var kind = reader.Next(out var body);
                if (kind == FrameKind.Incomplete)
                    break;
                frames.Add($"{kind} {Convert.ToHexString(body)}");
            }
        }
        return frames;
    }
}
