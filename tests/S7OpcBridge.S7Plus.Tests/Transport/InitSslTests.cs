using S7OpcBridge.S7Plus.Transport;

namespace S7OpcBridge.S7Plus.Tests.Transport;

internal sealed class InitSslTests
{
    [Test]
    public void The_request_has_version_1_and_four_zero_bytes_at_its_end() =>
        Assert.That(Convert.ToHexString(InitSsl.Request.Span), Is.EqualTo("7201001231000005B300000001000000003000000000" + "72010000"));

    [Test]
    public async Task What_follows_the_answer_stays_in_the_stream()
    {
        await using var plc = new ScriptedDuplex([.. InitSsl.Answer.Span, 0x16, 0x03]);
        await InitSsl.RunAsync(plc, "plc", CancellationToken.None);
        Assert.That(plc.Left, Is.EqualTo(new byte[] { 0x16, 0x03 }));
    }

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public void Any_answer_is_taken_or_refused_with_a_sentence(byte[] bytes, bool hasTrueStart)
    {
        byte[] answer = hasTrueStart ? [0x72, (byte)(bytes.Length % 3 == 0 ? 0xFE : 1), 0, (byte)bytes.Length, .. bytes] : bytes;
        try
        {
            InitSsl.RunAsync(new ScriptedDuplex(answer), "plc", CancellationToken.None).GetAwaiter().GetResult();
        }
        catch (S7PlusException exception)
        {
            Assert.That(exception.Message, Does.StartWith("plc ").And.EndWith("."));
        }
    }

    // A machine that has said all of it already.
    private sealed class ScriptedDuplex(byte[] bytes) : PlusDuplex
    {
        private int _at;

        public byte[] Left => bytes[_at..];

        public override int MaxSend => 995;

        public override ValueTask SendAsync(ReadOnlyMemory<byte> sent, CancellationToken cancellationToken) => ValueTask.CompletedTask;

        public override ValueTask<int> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken)
        {
            var count = Math.Min(buffer.Length, bytes.Length - _at);
            bytes.AsMemory(_at, count).CopyTo(buffer);
            _at += count;
            return new ValueTask<int>(count);
        }

        public override ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
