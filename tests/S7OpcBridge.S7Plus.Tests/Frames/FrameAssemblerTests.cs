using S7OpcBridge.S7Plus.Frames;

namespace S7OpcBridge.S7Plus.Tests.Frames;

public sealed class FrameAssemblerTests
{
    [FsCheck.NUnit.Property]
    public bool Messages_come_back_whatever_their_fragments_and_however_the_bytes_arrive(byte[][] messages, byte room, byte step)
    {
        var maxSend = 9 + room;
        var wire = new List<byte>();
        var send = new byte[maxSend];
        foreach (var message in messages)
        {
            var at = 0;
            do
            {
                var (written, next) = PlusFrame.WriteFragment(send, PlusFrame.Version2, message, at, maxSend);
                wire.AddRange(send[..written]);
                at = next;
            } while (at < message.Length);
        }
        var assembler = new FrameAssembler(1 << 20);
        var received = new List<byte[]>();
        for (var at = 0; at < wire.Count; )
        {
            var count = Math.Min(Math.Min(1 + step, wire.Count - at), assembler.Free().Length);
            wire.GetRange(at, count).ToArray().CopyTo(assembler.Free());
            assembler.Advance(count);
            at += count;
            while (assembler.TryTake(out var version, out var message))
            {
                if (version != PlusFrame.Version2)
                    return false;
                received.Add(message.ToArray());
            }
        }
        // An empty message has no form: its trailer alone is passed over.
        return received.SequenceEqual(messages.Where(message => message.Length > 0), new BytesComparer());
    }

    [Test]
    public void A_system_event_has_no_trailer_and_may_come_between_the_fragments_of_a_message()
    {
        // A message in two fragments with an event between them: header FE, 16 bytes.
        var wire = Hex.Bytes("72020003 010203 72FE0010 00000000 00000489 00000000 00000000 72020002 0405 72020000");
        var assembler = new FrameAssembler(100);
        wire.CopyTo(assembler.Free());
        assembler.Advance(wire.Length);
        Assert.That(assembler.TryTake(out var version, out var message));
        Assert.That(version, Is.EqualTo(PlusFrame.SystemEvent));
        Assert.That(SystemEvent.Read(message).ConfirmedBytes, Is.EqualTo(0x489));
        Assert.That(assembler.TryTake(out version, out message));
        Assert.That(message.ToArray(), Is.EqualTo(new byte[] { 1, 2, 3, 4, 5 }));
    }

    [TestCase("03000016", "begins with 03")]
    [TestCase("72090016", "version 09")]
    [TestCase("7202000101 72010001", "version 1")]
    public void Bytes_that_are_no_frame_are_refused(string digits, string words)
    {
        var wire = Hex.Bytes(digits);
        var assembler = new FrameAssembler(100);
        wire.CopyTo(assembler.Free());
        assembler.Advance(wire.Length);
        Assert.That(() => assembler.TryTake(out _, out _), Throws.InstanceOf<S7PlusProtocolException>().With.Message.Contains(words));
    }

    [Test]
    public void A_message_longer_than_allowed_is_refused()
    {
        var assembler = new FrameAssembler(100);
        var fragment = new byte[54];
        PlusFrame.WriteHeader(fragment, PlusFrame.Version2, 50);
        for (var i = 0; i < 2; i++)
        {
            fragment.CopyTo(assembler.Free());
            assembler.Advance(fragment.Length);
            Assert.That(assembler.TryTake(out _, out _), Is.False);
        }
        fragment.CopyTo(assembler.Free());
        assembler.Advance(fragment.Length);
        Assert.That(() => assembler.TryTake(out _, out _), Throws.InstanceOf<S7PlusProtocolException>());
    }

    [FsCheck.NUnit.Property(MaxTest = 1000)]
    public bool Any_bytes_are_messages_or_refused_and_nothing_else(byte[] bytes)
    {
        try
        {
            var assembler = new FrameAssembler(1000);
            var wire = bytes.Prepend((byte)1).Prepend(PlusFrame.Start).ToArray();
            wire.CopyTo(assembler.Free());
            assembler.Advance(wire.Length);
            while (assembler.TryTake(out var version, out var message))
            {
                if (version == PlusFrame.SystemEvent)
                    SystemEvent.Read(message);
            }
        }
        catch (S7PlusProtocolException) { }
        return true;
    }

    private sealed class BytesComparer : IEqualityComparer<byte[]>
    {
        public bool Equals(byte[]? x, byte[]? y) => x.AsSpan().SequenceEqual(y);

        public int GetHashCode(byte[] obj) => obj.Length;
    }
}
