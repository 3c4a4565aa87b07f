using S7OpcBridge.IsoOnTcp.Wire;

namespace S7OpcBridge.IsoOnTcp.Tests;

public sealed class TpduBufferTests
{
    private const int LongestFrame = 8192;

    // A panel's connect request (reference: captures of real CPUs).
    private const string Request = "030000241FE00000000100C0010AC1020600C2105349" + "4D415449432D524F4F542D484D49";

    [Test]
    public void A_connect_is_read_as_it_was_written()
    {
        var read = CotpConnect.Read(Convert.FromHexString(Request).AsSpan(4));
        Assert.That((read.TpduSize, read.SourceReference), Is.EqualTo((1024, (ushort)1)));
        Assert.That(read.CalledTsap.ToArray(), Is.EqualTo("SIMATIC-ROOT-HMI"u8.ToArray()));
        Assert.That(Convert.ToHexString(read.ToFrame()), Is.EqualTo(Request));
    }

    [FsCheck.NUnit.Property]
    public void However_TCP_cuts_the_stream_the_same_TPDUs_come_out(byte[][] payloads, byte cut)
    {
        var stream = new List<byte>();
        foreach (var payload in payloads)
        {
            var frame = new byte[Cotp.FrameOverhead + payload.Length];
            Cotp.WriteDataHeader(frame, payload.Length, last: true);
            payload.CopyTo(frame, Cotp.FrameOverhead);
            stream.AddRange(frame);
        }

        var buffer = new TpduBuffer(2 * LongestFrame);
        var found = new List<byte[]>();
        foreach (var piece in stream.Chunk(cut % 32 + 1))
        {
            piece.CopyTo(buffer.Free());
            buffer.Advance(piece.Length);
            while (buffer.TryTake(LongestFrame, out var type, out var tpdu))
            {
                Assert.That(type, Is.EqualTo(CotpType.Data));
                found.Add(tpdu[Cotp.DataHeaderLength..].ToArray());
            }
        }

        Assert.That(found, Is.EqualTo(payloads));
    }

    [FsCheck.NUnit.Property(MaxTest = 1000)]
    public void Any_bytes_are_frames_or_a_protocol_error(byte[] bytes)
    {
        var buffer = new TpduBuffer(2 * LongestFrame);
        // A true start lets the property see more than the first byte.
        byte[] input = [3, 0, 0, (byte)(7 + bytes.Length % 40), .. bytes];
        input.CopyTo(buffer.Free());
        buffer.Advance(input.Length);
        Tolerate(() =>
        {
            while (buffer.TryTake(LongestFrame, out _, out var tpdu))
                CotpConnect.Read(tpdu.Span);
        });
        Tolerate(() => CotpConnect.Read(bytes));
    }

    [Test]
    public void Every_change_of_one_byte_in_a_connect_is_read_or_a_protocol_error()
    {
        var frame = Convert.FromHexString(Request);
        for (var at = 0; at < frame.Length; at++)
        {
            for (var value = 0; value < 256; value++)
            {
                var changed = frame.ToArray();
                changed[at] = (byte)value;
                Tolerate(() =>
                {
                    var buffer = new TpduBuffer(2 * LongestFrame);
                    changed.CopyTo(buffer.Free());
                    buffer.Advance(changed.Length);
                    if (buffer.TryTake(LongestFrame, out _, out var tpdu))
                        CotpConnect.Read(tpdu.Span);
                });
            }
        }
    }

    [Test]
    public void A_frame_longer_than_any_is_not_waited_for()
    {
        var buffer = new TpduBuffer(2 * LongestFrame);
        new byte[] { 3, 0, 0xFF, 0xFF, 2, 0xF0, 0x80 }.CopyTo(buffer.Free());
        buffer.Advance(7);
        Assert.That(() => buffer.TryTake(LongestFrame, out _, out _), Throws.InstanceOf<IsoProtocolException>());
    }

    private static void Tolerate(Action read)
    {
        try
        {
            read();
        }
        catch (IsoProtocolException)
        {
            // The answer to bytes that are none.
        }
    }
}
