using S7OpcBridge.S7Plus.Transport;

namespace S7OpcBridge.S7Plus.Tests.Transport;

internal sealed class CotpTests
{
    // A panel's connect request, and the answer of an S7-1511 (36 bytes each; reference: captures of real CPUs).
    private const string Request = "030000241FE00000000100C0010AC1020600C2105349" + "4D415449432D524F4F542D484D49";

    [Test]
    public void The_connect_request_is_that_of_a_panel()
    {
        var request = new CotpConnect(CotpType.ConnectRequest, 0, 1, CotpConnect.UsualSizeCode, CotpConnect.PanelTsap, CotpConnect.HmiTsap);
        Assert.That(Convert.ToHexString(request.ToFrame()), Is.EqualTo(Request));
        var read = CotpConnect.Read(request.ToFrame().AsSpan(4));
        Assert.That((read.TpduSize, read.SourceReference, read.Called.ToArray()), Is.EqualTo((1024, (ushort)1, CotpConnect.HmiTsap.ToArray())));
    }

    [Test]
    public void A_confirm_without_parameters_is_taken() =>
        Assert.That(CotpConnect.Read(Convert.FromHexString("06D00001000200")).TpduSize, Is.EqualTo(1024));

    [FsCheck.NUnit.Property]
    public void However_TCP_cuts_the_stream_the_same_TPDUs_come_out(byte[][] payloads, byte cut)
    {
        var stream = new List<byte>();
        foreach (var payload in payloads)
        {
            var frame = new byte[Cotp.Overhead + payload.Length];
            Cotp.WriteDataHeader(frame, payload.Length);
            payload.CopyTo(frame, Cotp.Overhead);
            stream.AddRange(frame);
        }

        var buffer = new CotpBuffer();
        var found = new List<byte[]>();
        foreach (var piece in stream.Chunk(cut % 32 + 1))
        {
            piece.CopyTo(buffer.Free());
            buffer.Advance(piece.Length);
            while (buffer.TryTake(out var type, out var body))
            {
                Assert.That(type, Is.EqualTo(CotpType.Data));
                found.Add(body.ToArray());
            }
        }

        Assert.That(found, Is.EqualTo(payloads));
    }

    [FsCheck.NUnit.Property(MaxTest = 1000)]
    public void Any_bytes_are_frames_or_a_protocol_error(byte[] bytes)
    {
        var buffer = new CotpBuffer();
        // A true start lets the property see more than the first byte.
        byte[] input = [3, 0, 0, (byte)(7 + bytes.Length % 40), .. bytes];
        input.CopyTo(buffer.Free());
        buffer.Advance(input.Length);
        Tolerate(() =>
        {
            while (buffer.TryTake(out _, out var body))
                CotpConnect.Read(body.Span);
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
                    var buffer = new CotpBuffer();
                    changed.CopyTo(buffer.Free());
                    buffer.Advance(changed.Length);
                    if (buffer.TryTake(out _, out var body))
                        CotpConnect.Read(body.Span);
                });
            }
        }
    }

    [Test]
    public void A_frame_longer_than_any_is_not_waited_for()
    {
        var buffer = new CotpBuffer();
        new byte[] { 3, 0, 0xFF, 0xFF, 2, 0xF0, 0x80 }.CopyTo(buffer.Free());
        buffer.Advance(7);
        Assert.That(() => buffer.TryTake(out _, out _), Throws.InstanceOf<S7PlusProtocolException>());
    }

    private static void Tolerate(Action read)
    {
        try
        {
            read();
        }
        catch (S7PlusProtocolException)
        {
            // The answer to bytes that are none.
        }
    }
}
