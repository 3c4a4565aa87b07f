using System.Buffers.Binary;
using S7OpcBridge.S7Plus.Tls;

namespace S7OpcBridge.S7Plus.Tests.Tls;

/// <summary>Both sides of TLS in memory.</summary>
internal sealed class TlsEngineTests
{
    private readonly byte[] _buffer = new byte[20_000];
    private static readonly TlsIdentity Identity = TlsIdentity.Create("PLC", TimeProvider.System.GetUtcNow());

    [Test]
    public void The_hello_has_an_X25519_share_and_fits_a_TPDU_many_times()
    {
        var hello = Drain(TlsEngine.Client(null));
        Assert.That(hello.Length, Is.LessThan(400));
        // supported_groups lists X25519 first; the one key share is X25519 with 32 bytes (RFC 8446 sections 4.2.7 and 4.2.8).
        Assert.That(hello.AsSpan().IndexOf((ReadOnlySpan<byte>)[0x00, 0x24, 0x00, 0x1D, 0x00, 0x20]), Is.Positive);
        Assert.That(hello.AsSpan().IndexOf((ReadOnlySpan<byte>)[0x00, 0x0A, 0x00, 0x08, 0x00, 0x06, 0x00, 0x1D]), Is.Positive);
        // supported_versions: 1.3 alone.
        Assert.That(hello.AsSpan().IndexOf((ReadOnlySpan<byte>)[0x00, 0x2B, 0x00, 0x03, 0x02, 0x03, 0x04]), Is.Positive);
    }

    [Test]
    public void Both_sides_export_the_same_secret_and_two_connections_another()
    {
        var (client, server) = Connect();
        Assert.That(client.ExporterSecret, Is.EqualTo(server.ExporterSecret).And.Length.EqualTo(32));
        Assert.That(Connect().Client.ExporterSecret, Is.Not.EqualTo(client.ExporterSecret));
        Assert.That(client.ServerCertificates[0], Is.EqualTo(Identity.Certificate));
    }

    [Test]
    public void A_request_and_an_answer_cost_no_memory_once_their_like_has_been_seen()
    {
        var (client, server) = Connect();
        var request = new byte[700];
        var answer = new byte[900];
        for (var i = 0; i < 10; i++)
            Exchange(client, server, request, answer);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 200; i++)
            Exchange(client, server, request, answer);
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);
    }

    [Test]
    public void Requests_and_answers_of_changing_lengths_cost_no_memory_once_their_like_has_been_seen()
    {
        var (client, server) = Connect();
        byte[][] requests = [new byte[700], new byte[701], new byte[90], new byte[840]],
            answers = [new byte[300], new byte[960], new byte[20], new byte[301]];
        long allocated = 0;
        for (var round = 0; round < 50; round++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            for (var i = 0; i < requests.Length; i++)
                Exchange(client, server, requests[i], answers[i]);
            allocated = round < 10 ? 0 : allocated + GC.GetAllocatedBytesForCurrentThread() - before;
        }
        Assert.That(allocated, Is.Zero);
    }

    [Test]
    public void A_closed_connection_says_so_to_the_other_side()
    {
        var (client, server) = Connect();
        client.Close();
        Feed(server, Drain(client));
        Assert.That(server.IsClosed, Is.True);
    }

    [Test]
    public void Any_changed_byte_in_what_the_server_says_is_a_failure_and_nothing_else()
    {
        var random = new Random(7);
        for (var i = 0; i < 300; i++)
        {
            var client = TlsEngine.Client(null);
            var answer = AnswerTo(Drain(client));
            var at = random.Next(answer.Length);
            if (IsVersionInTheClear(answer, at))
                continue;
            answer[at] ^= (byte)(1 << random.Next(8));
            try
            {
                Feed(client, answer);
                Assert.That(client.IsComplete, Is.False, $"byte {at} of {answer.Length}");
            }
            catch (TlsFailure failure)
            {
                Assert.That(failure.Describe(), Is.Not.Empty);
            }
        }
    }

    [Test]
    public void Any_changed_byte_in_a_record_is_a_failure()
    {
        for (var at = 5; at < 60; at++)
        {
            var (client, server) = Connect();
            server.Write(new byte[100]);
            var record = Drain(server);
            record[at] ^= 1;
            Assert.That(() => Feed(client, record), Throws.InstanceOf<TlsFailure>());
            Assert.That(client.Read(_buffer), Is.Zero);
        }
    }

    [FsCheck.NUnit.Property(MaxTest = 200)]
    public void Any_record_before_and_after_the_handshake_is_ignored_or_a_failure(byte type, byte[] content)
    {
        byte[] record = [(byte)(20 + type % 5), 3, 3, (byte)(content.Length >> 8), (byte)content.Length, .. content];
        foreach (var engine in new[] { TlsEngine.Client(null), TlsEngine.Server(Identity, null), Connect().Client, Connect().Server })
        {
            try
            {
                Feed(engine, record);
            }
            catch (TlsFailure)
            {
                // What a stranger's record deserves.
            }

            Assert.That(engine.Read(_buffer), Is.Zero);
        }
    }

    private (TlsEngine Client, TlsEngine Server) Connect()
    {
        var client = TlsEngine.Client(null);
        var server = TlsEngine.Server(Identity, null);
        for (var i = 0; i < 5 && !(client.IsComplete && server.IsComplete); i++)
        {
            Feed(server, Drain(client));
            Feed(client, Drain(server));
        }

        Assert.That(client.IsComplete && server.IsComplete, Is.True);
        Feed(client, Drain(server));
        return (client, server);
    }

    // The version in the header of a record that is not encrypted has to be ignored (RFC 8446 section 5.1).
    private static bool IsVersionInTheClear(byte[] bytes, int at)
    {
        const byte ApplicationData = 23;
        for (var start = 0; start < bytes.Length; start += 5 + BinaryPrimitives.ReadUInt16BigEndian(bytes.AsSpan(start + 3)))
        {
            if (bytes[start] != ApplicationData && (at == start + 1 || at == start + 2))
                return true;
        }

        return false;
    }

    private byte[] AnswerTo(byte[] hello)
    {
        var server = TlsEngine.Server(Identity, null);
        Feed(server, hello);
        return Drain(server);
    }

    private void Exchange(TlsEngine client, TlsEngine server, byte[] request, byte[] answer)
    {
        client.Write(request);
        server.Offer(_buffer, 0, client.NextOutput(_buffer));
        if (server.Read(_buffer) != request.Length)
            throw new AssertionException("The request is not whole.");
        server.Write(answer);
        client.Offer(_buffer, 0, server.NextOutput(_buffer));
        if (client.Read(_buffer) != answer.Length)
            throw new AssertionException("The answer is not whole.");
    }

    private byte[] Drain(TlsEngine engine)
    {
        var all = new MemoryStream();
        for (var n = engine.NextOutput(_buffer); n > 0; n = engine.NextOutput(_buffer))
            all.Write(_buffer, 0, n);
        return all.ToArray();
    }

    // Whole records, as the duplex feeds them.
    private static void Feed(TlsEngine engine, byte[] bytes)
    {
        for (var at = 0; bytes.Length - at >= 5; )
        {
            var length = 5 + BinaryPrimitives.ReadUInt16BigEndian(bytes.AsSpan(at + 3));
            if (at + length > bytes.Length)
                return;
            engine.Offer(bytes, at, length);
            at += length;
        }
    }
}
